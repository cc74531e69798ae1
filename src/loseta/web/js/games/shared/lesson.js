/** The pieces of a table that a lesson shows. */

import { h } from "../../core/h.js";
import { targets } from "./hand.js";
import { dock } from "./lane.js";

/** @typedef {import("../../core/h.js").VElement} VElement */

/** Only the pieces with some keys; nothing if there are none. @param {VElement} all @param {string[]} keys */
export function only(all, keys) {
  const kids = all.kids.filter((kid) => typeof kid === "object" && keys.includes(String(kid.key)));
  return kids.length > 0 && h("div", { class: "scene-middle", key: "middle" }, kids);
}

/** At a table a board is a landmark; in a lesson, with many boards, it is only a group. @param {VElement} board */
export function grouped(board) {
  return { ...board, props: { ...board.props, role: "group" } };
}

/**
 * On a phone the lines are too low for a finger: while tiles are held, there is a button for each below
 * the board, as at a table.
 * @param {import("../game-view.js").TableView} view @param {import("./lane.js").PatternLines} lines
 */
export function lineButtons(view, lines) {
  const aims = view.layout === "phone" ? targets(view, lines) : [];
  // A page has several scenes, so their buttons are no landmark.
  return aims.length ? dock(view, aims, lines, { landmark: false }) : null;
}
