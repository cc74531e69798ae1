/** The keys of the analysis board. The game's own keys are in its view. */

import { h } from "../core/h.js";
import { focusSoon } from "../core/keys.js";
import { has, t } from "../core/text.js";
import { enlarge } from "../table/zoom.js";
import { tableView } from "./table-view.js";

/** @typedef {import("./board.js").Board} Board */

/** @param {KeyboardEvent} event @param {Board} board @param {{toggle: (which: "help") => void}} page */
export function boardKey(event, board, { toggle }) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "?") {
    toggle("help");
    return true;
  }
  if (/** @type {Element} */ (event.target).closest?.(".panel, [role=radiogroup]")) return false;
  if (event.key === "Escape") return putBack(board);
  if (board.gameView.key(event, tableView(board))) return true;
  const act = actions(board)[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  act?.();
  return Boolean(act);
}

/** @param {Board} board @returns {{[key: string]: (() => void) | undefined}} */
function actions(board) {
  return {
    ArrowLeft: () => board.back(),
    ArrowRight: () => board.forward(),
    ArrowUp: () => board.other(-1),
    ArrowDown: () => board.other(1),
    Home: () => board.first(),
    End: () => board.last(),
    d: () => board.deal(),
    e: () => board.engine.turn(!board.engine.on),
  };
}

/** Drop what is held, and move the focus back to where it was taken from. @param {Board} board */
function putBack(board) {
  const { hand, memory } = board;
  if (memory.enlarged !== null) enlarge(memory, null);
  else if (hand) board.setHand(null);
  else return false;
  if (hand?.colour) focusSoon(`button[data-take="${hand.source}${hand.colour}"]`);
  return true;
}

const KEYS = ["arrows", "up_down", "home_end", "d", "e", "escape"];

/** @param {Board} board */
export function boardHelp({ game }) {
  const own = Array.from({ length: 8 }, (_, i) => i + 1).filter((i) => has(`help.${game}.key${i}`));
  /** @param {string} key @param {string} does */
  const line = (key, does) => h("div", { class: "help-line", key }, h("dt", null, h("kbd", { class: "key" }, key)), h("dd", null, does));
  return h(
    "div",
    { class: "help" },
    h("p", null, t("analysis.how")),
    h("h3", null, t("help.keys")),
    h(
      "dl",
      null,
      own.map((i) => line(t(`help.${game}.key${i}`), t(`help.${game}.does${i}`))),
      KEYS.map((key) => line(t(`analysis.keys.${key}`), t(`analysis.does.${key}`))),
    ),
  );
}
