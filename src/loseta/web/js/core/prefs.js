/** What the user prefers, kept in this browser. */

import { redraw } from "./redraw.js";
import { load, store } from "./storage.js";

/**
 * @typedef {object} Prefs
 * @property {string} lang        "" for the browser's
 * @property {"" | "light" | "dark"} theme   "" for the system's
 * @property {"" | "geometric"} tiles   the set of tiles; "" for the painted ones
 * @property {number} speed       of animations: 0 off, 0.5, 1, 2
 * @property {boolean} sound
 * @property {boolean} notices    of the system, when it is one's turn and the tab is hidden
 * @property {"once" | "undo" | "confirm"} moves   play at once, with seconds to undo, or confirm
 * @property {"" | "small" | "medium" | "large"} coach   from what on it asks before a move, against computers; "" for never
 * @property {{[game: string]: import("../guide/progress.js").Progress}} guides   how far the guided first games have come
 * @property {{against: string, tables: string[]}} streak   the last games won in a row, and against whom
 * @property {{on: boolean, lines: number}} analysis   whether the engine thinks at the analysis board, and how many lines it shows
 * @property {boolean} welcomed   the guided games need not be offered any more
 * @property {{game: string, options: import("../types.js").Options, level: string, clock: string}} table   the last that was opened; game: "" for the first there is
 */

const PLACE = "loseta";

/** @type {Prefs} */
const USUAL = {
  lang: "",
  theme: "",
  tiles: "",
  speed: 1,
  sound: false,
  notices: false,
  moves: "once",
  coach: "",
  guides: {},
  streak: { against: "", tables: [] },
  analysis: { on: true, lines: 3 },
  welcomed: false,
  table: { game: "", options: {}, level: "", clock: "none" },
};

/** @returns {Prefs} */
function kept() {
  const { table, ...others } = load(PLACE) ?? {};
  return { ...structuredClone(USUAL), ...others, table: { ...USUAL.table, ...table } };
}

export const prefs = kept();

/** @type {Set<() => void>} */
const watchers = new Set();

/** @param {() => void} watcher Called after every change. */
export function onPrefs(watcher) {
  watchers.add(watcher);
}

/** @param {Partial<Prefs>} changes */
export function prefer(changes) {
  Object.assign(prefs, changes);
  store(PLACE, prefs);
  for (const watcher of watchers) watcher();
  redraw();
}

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things should fade instead of travel. */
export function still() {
  return stillness.matches;
}
