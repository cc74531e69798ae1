/** The user's preferences, kept in this browser. */

import { redraw } from "./redraw.js";
import { load, store } from "./storage.js";

/**
 * @typedef {object} Prefs
 * @property {string} lang        "": as the browser
 * @property {"" | "light" | "dark"} theme   "": as the system
 * @property {"" | "geometric"} tiles   the set of tiles; "": the painted ones
 * @property {number} speed       of animations: 0 off, 0.5, 1, 2
 * @property {boolean} sound
 * @property {boolean} notices    system notifications
 * @property {"once" | "undo" | "confirm"} moves   play at once, with seconds to undo, or confirm
 * @property {"" | "small" | "medium" | "large"} coach   from which loss on it asks before a move, against computers; "": never
 * @property {{[game: string]: import("../guide/progress.js").Progress}} guides   the progress of the guided first games
 * @property {{against: string, tables: string[]}} streak   the current series of wins, and against which level
 * @property {{on: boolean, lines: number}} analysis   whether the engine is on at the analysis board, and how many lines it shows
 * @property {boolean} welcomed   the guided games are not offered any more
 * @property {{game: string, options: import("../types.js").Options, level: string, clock: string}} table   the options of the last table that was opened; game "": the first game
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

/** @param {() => void} watcher called after every change */
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

/** Whether things fade instead of moving. */
export function still() {
  return stillness.matches;
}
