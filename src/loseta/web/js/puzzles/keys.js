/** The keys of a puzzle. The game's own keys are in its view. */

import { h } from "../core/h.js";
import { focusSoon } from "../core/keys.js";
import { has, t } from "../core/text.js";
import { enlarge } from "../table/zoom.js";
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
  if (event.key === "Escape") return putBack(session);
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

/** Drop what is held, and move the focus back to where it was taken from. @param {PuzzleSession} session */
function putBack(session) {
  const { hand, memory } = session;
  if (memory.enlarged !== null) enlarge(memory, null);
  else if (hand) session.setHand(null);
  else return false;
  if (hand?.colour) focusSoon(`button[data-take="${hand.source}${hand.colour}"]`);
  return true;
}

const KEYS = ["h", "s", "a", "n", "arrows", "escape"];

/** @param {PuzzleSession} session @param {string} [how] the introduction */
export function puzzleHelp({ told: { game } }, how = t("puzzles.how")) {
  const own = Array.from({ length: 8 }, (_, i) => i + 1).filter((i) => has(`help.${game}.key${i}`));
  /** @param {string} key @param {string} does */
  const line = (key, does) => h("div", { class: "help-line", key }, h("dt", null, h("kbd", { class: "key" }, key)), h("dd", null, does));
  return h(
    "div",
    { class: "help" },
    h("p", null, how),
    h("h3", null, t("help.keys")),
    h(
      "dl",
      null,
      own.map((i) => line(t(`help.${game}.key${i}`), t(`help.${game}.does${i}`))),
      KEYS.map((key) => line(t(`puzzles.keys.${key}`), t(`puzzles.does.${key}`))),
    ),
  );
}
