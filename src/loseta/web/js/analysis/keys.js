/** The keys of the analysis board. The game's own keys are in its view. */

import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { keyHelp } from "../ui/key-help.js";
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
  if (event.key === "Escape") return board.putBack();
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

const KEYS = ["arrows", "up_down", "home_end", "d", "e", "escape"];

/** @param {Board} board */
export function boardHelp({ game }) {
  return keyHelp(game, h("p", null, t("analysis.how")), KEYS.map((key) => [t(`analysis.keys.${key}`), t(`analysis.does.${key}`)]));
}
