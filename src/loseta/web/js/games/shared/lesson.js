/** The pieces of a table that a lesson shows. */

import { h } from "../../core/h.js";

/** @typedef {import("../../core/h.js").VElement} VElement */

/** Of many pieces those that matter here, by their keys; nothing where there are none. @param {VElement} all @param {string[]} keys */
export function only(all, keys) {
  const kids = all.kids.filter((kid) => typeof kid === "object" && keys.includes(String(kid.key)));
  return kids.length > 0 && h("div", { class: "scene-middle", key: "middle" }, kids);
}

/** A board of a table is a landmark; of the many in a book none is. @param {VElement} board */
export function grouped(board) {
  return { ...board, props: { ...board.props, role: "group" } };
}
