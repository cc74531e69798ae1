/** The progress stored in this browser; another tab may have changed it. */

import { redraw } from "../core/redraw.js";
import { load, readText, store } from "../core/storage.js";
import { dateText, readProgress } from "./progress.js";

/** @typedef {import("./progress.js").Progress} Progress */
/** The current practice: a variant, a kind ("" for all) and a level (0 for all). @typedef {{variant: string, kind: string, level: number}} Practice */

const PLACE = "loseta.puzzles";
const PRACTICE = "loseta.practice";

/** @param {string} place @param {object} value */
function write(place, value) {
  store(place, value);
  redraw();
}

/** @returns {Progress} */
export function progress() {
  return readProgress(readText(PLACE));
}

/** @param {(progress: Progress) => Progress} change */
export function keep(change) {
  write(PLACE, change(progress()));
}

/** @returns {Practice} */
export function practice() {
  return { variant: "", kind: "", level: 0, ...load(PRACTICE) };
}

/** @param {Partial<Practice>} changes */
export function practise(changes) {
  write(PRACTICE, { ...practice(), ...changes });
}

/** Today in the local calendar. */
export const today = () => dateText(new Date());
