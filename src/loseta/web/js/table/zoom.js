/**
 * An enlarged piece, if it is too small for a finger: a title, a button to close it, the piece, and a button
 * for each choice. It covers the sources but never the user's board, so that the lines stay
 * visible.
 */

import { h } from "../core/h.js";
import { focusSoon, usesKeys } from "../core/keys.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { iconButton } from "../ui/controls.js";

/** @typedef {import("../games/game-view.js").Memory} Memory */
/** @typedef {import("../core/h.js").Child} Child */

/** Enlarge the piece at a place; null closes it. @param {Memory} memory @param {string | null} place */
export function enlarge(memory, place) {
  const left = memory.enlarged;
  memory.enlarged = place;
  redraw();
  if (!usesKeys()) return;
  focusSoon(place === null ? `[data-enlarges="${left}"]` : ".zoom-choices button, .zoom button");
}

/**
 * A whole piece as one button, which enlarges it. The button lies over the piece.
 * @param {Memory} memory @param {string} place @param {string} label
 */
export function enlarger(memory, place, label) {
  return h("button", {
    type: "button",
    class: "enlarger",
    "aria-label": t("zoom.open", { piece: label }),
    "aria-expanded": String(memory.enlarged === place),
    "data-enlarges": place,
    key: "enlarger",
    on: { click: () => enlarge(memory, memory.enlarged === place ? null : place) },
  });
}

/** @param {Memory} memory @param {{title: string, piece: Child, choices: Child}} shown */
export function zoom(memory, { title, piece, choices }) {
  return h(
    "section",
    { class: "zoom", "data-overlay": true, role: "dialog", "aria-label": title, key: "zoom" },
    h("div", { class: "zoom-head" }, h("h2", null, title), iconButton("close", t("ui.close"), () => enlarge(memory, null))),
    h("div", { class: "zoom-piece" }, piece),
    h("div", { class: "zoom-choices" }, choices),
  );
}
