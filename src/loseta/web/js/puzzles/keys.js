/** The keys of a puzzle. The game's own keys are in its view. */

import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { keyHelp } from "../ui/key-help.js";
import { tableView } from "./table-view.js";

/** @typedef {import("./session.js").PuzzleSession} PuzzleSession */

/**
 * @param {KeyboardEvent} event @param {PuzzleSession} session
 * @param {{next: () => void, toggle: (which: "help") => void}} page
 * @returns {boolean}
 */
export function puzzleKey(event, session, { next, toggle }) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "?") {
    toggle("help");
    return true;
  }
  if (/** @type {Element} */ (event.target).closest?.(".panel")) return false;
  if (event.key === "Escape") return session.putBack();
  if (session.stage === "deciding" && session.gameView.key(event, tableView(session, null))) return true;
  const act = actions(session, next)[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  act?.();
  return Boolean(act);
}

/** The action of each key. @param {PuzzleSession} session @param {() => void} next @returns {{[key: string]: (() => void) | undefined}} */
function actions(session, next) {
  const { stage, at } = session;
  const again = () => session.again();
  const solution = () => session.solution();
  switch (stage) {
    case "deciding":
      return { h: () => session.hint(), s: solution };
    case "refuting":
      return { a: again };
    case "refuted":
      return { a: again, s: solution, ArrowLeft: () => session.stepTo(at - 1), ArrowRight: () => session.stepTo(at + 1) };
    case "over":
      return { a: again, n: next };
  }
  return {};
}

const KEYS = ["h", "s", "a", "n", "arrows", "escape"];

/** @param {PuzzleSession} session @param {string} [how] the introduction */
export function puzzleHelp({ told: { game } }, how = t("puzzles.how")) {
  return keyHelp(game, h("p", null, how), KEYS.map((key) => [t(`puzzles.keys.${key}`), t(`puzzles.does.${key}`)]));
}
