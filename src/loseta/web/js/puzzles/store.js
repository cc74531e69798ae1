/** What is kept of the puzzles in this browser; another tab may have written to it. */

import { redraw } from "../core/redraw.js";
import { dateText, readProgress } from "./progress.js";

/** @typedef {import("./progress.js").Progress} Progress */
/** What is practised: a variant, a kind ("" for all) and a level (0 for all). @typedef {{variant: string, kind: string, level: number}} Practice */

const PLACE = "loseta.puzzles";
const PRACTICE = "loseta.practice";

/** What lasts as long as the page, where nothing can be kept. @type {{[place: string]: string}} */
const here = {};

/** @param {string} place */
function read(place) {
  try {
    return localStorage.getItem(place) ?? here[place] ?? null;
  } catch {
    return here[place] ?? null;
  }
}

/** @param {string} place @param {object} value */
function write(place, value) {
  here[place] = JSON.stringify(value);
  try {
    localStorage.setItem(place, here[place]);
  } catch {
    // A private window, or no room left.
  }
  redraw();
}

/** @returns {Progress} */
export function progress() {
  return readProgress(read(PLACE));
}

/** @param {(progress: Progress) => Progress} change */
export function keep(change) {
  write(PLACE, change(progress()));
}

/** @returns {Practice} */
export function practice() {
  try {
    return { variant: "", kind: "", level: 0, ...JSON.parse(read(PRACTICE) || "{}") };
  } catch {
    return { variant: "", kind: "", level: 0 };
  }
}

/** @param {Partial<Practice>} changes */
export function practise(changes) {
  write(PRACTICE, { ...practice(), ...changes });
}

/** Today, where the guest is. */
export const today = () => dateText(new Date());
