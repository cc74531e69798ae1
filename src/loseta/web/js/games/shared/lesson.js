/** The pieces of a table that a lesson shows. */

import { h } from "../../core/h.js";

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
