/** The controls below the table: back and forward, dealing, sharing and saving. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { button, iconButton } from "../ui/controls.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * @param {Board} board
 * @param {{setUp: () => void, open: () => void, share: () => void, save: () => void, picture: () => void, deal: () => void}} page
 */
export function tools(board, page) {
  const { node, dealt, busy, place } = board;
  /** @param {string} name @param {string} text @param {() => void} act */
  const tool = (name, text, act) => button([icon(name), h("span", { class: "tool-word" }, text)], act, { class: "small tool", key: name, title: text, "aria-label": text });
  return h(
    "div",
    { class: "course-steps analysis-tools", key: "tools" },
    h(
      "nav",
      { class: "steps", "aria-label": t("replay.steps"), key: "steps" },
      iconButton("first", t("replay.first"), () => board.first(), { disabled: !node.parent }),
      iconButton("back", t("replay.back"), () => board.back(), { disabled: !node.parent }),
      h("span", { class: "nw s steps-at" }, t("analysis.move_of", place)),
      iconButton("forward", t("replay.forward"), () => board.forward(), { disabled: !node.ways.length }),
      iconButton("last", t("replay.last"), () => board.last(), { disabled: !node.ways.length }),
    ),
    dealt &&
      h(
        "div",
        { class: "row deal-row", key: "deal" },
        button([icon("deal"), t("analysis.deal")], () => board.deal(), { class: "main small deal-button", disabled: busy }),
        button(t("analysis.by_hand"), page.deal, { class: "small", disabled: busy }),
      ),
    h(
      "div",
      { class: "row tool-row", role: "group", "aria-label": t("table.tools"), key: "row" },
      tool("pen", t("analysis.set_up"), page.setUp),
      tool("paste", t("analysis.open"), page.open),
      tool("download", t("analysis.save"), page.save),
      tool("link", t("analysis.share"), page.share),
      tool("picture", t("picture.button"), page.picture),
    ),
  );
}
