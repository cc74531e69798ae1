/** The tree of variations with its comments, and a field to add one. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { percent, t } from "../core/text.js";
import { badge } from "../ui/identity.js";
import { iconButton } from "../ui/controls.js";
import { isMain, rows } from "./tree.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./tree.js").Node} Node */

/** The longest comment that the server accepts. */
const LONGEST = 2_000;
/** Deeper variations are not indented further. */
const MOST_INSETS = 5;

/** @param {Board} board */
export function variationsCard(board) {
  const { node, root } = board;
  const found = rows(root);
  return h(
    "section",
    { class: "board card-box variations", key: "variations", "aria-label": t("analysis.variations") },
    h(
      "div",
      { class: "engine-head" },
      h("h2", null, t("analysis.variations")),
      h("span", { class: "grow" }),
      node.parent && !isMain(node) && iconButton("up", t("analysis.promote"), () => board.promote(), { key: "promote" }),
      node.parent && iconButton("bin", t("analysis.remove"), () => board.remove(), { key: "remove" }),
    ),
    h(
      "ol",
      { class: "tree", key: "tree", tabindex: found.length ? null : "-1" },
      row(board, root, 0, t("analysis.start")),
      found.map(({ node: each, depth }) => row(board, each, depth, moveText(board, each))),
    ),
    h("textarea", {
      class: "comment",
      key: "comment",
      rows: "2",
      maxlength: String(LONGEST),
      placeholder: t("analysis.comment"),
      "aria-label": t("analysis.comment"),
      value: node.comment,
      on: { input: (/** @type {{target: HTMLTextAreaElement}} */ { target }) => board.comment(target.value) },
    }),
  );
}

/** @param {Board} board @param {Node} node @param {number} depth @param {import("../core/h.js").Child} text */
function row(board, node, depth, text) {
  const here = board.node === node;
  const { seat } = node.frame;
  return h(
    "li",
    { key: node.key, class: ["tree-row", !depth && "main-line"], style: { "--depth": String(Math.min(depth, MOST_INSETS)) } },
    h(
      "button",
      {
        type: "button",
        class: ["tree-move", here && "here"],
        "aria-current": here ? "step" : null,
        mounted: keepInView(board, node),
        on: { click: () => board.go(node) },
      },
      typeof seat === "number" && badge({ names: board.names, me: 0 }, seat),
      h("span", { class: "tree-text" }, typeof seat === "number" && h("span", { class: "unseen" }, `${board.names[seat]}: `), text),
      node.evaluation && h("small", { class: "nw" }, percent(node.evaluation.win_chance)),
    ),
    node.comment && h("p", { class: "tree-comment" }, node.comment),
  );
}

/** @param {Board} board @param {Node} node */
function moveText({ gameView, names }, node) {
  const before = node.parent?.frame.state;
  if (typeof node.frame.seat === "number") return gameView.wording(node.action, before);
  return [icon("deal"), gameView.told(node.frame, before, names) || node.action];
}

/** Scroll the list to a new move, but not the page. @param {Board} board @param {Node} node */
function keepInView(board, node) {
  return (/** @type {HTMLElement} */ el) => {
    if (board.node === node) requestAnimationFrame(() => followHere(el));
  };
}

/** @param {HTMLElement | null} el */
export function followHere(el = document.querySelector(".tree-move.here")) {
  const list = el?.closest(".tree");
  if (!el || !list) return;
  const [inner, outer] = [el.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
