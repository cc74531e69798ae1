/** Which layout fits the window: a phone's (narrow or upright), or the wide one. */

import { redraw } from "./redraw.js";

const NARROW = matchMedia("(max-width: 759px), (max-aspect-ratio: 1/1)");
NARROW.addEventListener("change", redraw);

const COARSE = matchMedia("(pointer: coarse)");
COARSE.addEventListener("change", redraw);

/** Whether one taps here rather than clicks. */
export function byTouch() {
  return COARSE.matches;
}

/** @returns {"phone" | "wide"} */
export function layout() {
  return NARROW.matches ? "phone" : "wide";
}

/** How a table is laid out. @typedef {"phone" | "wide" | "lying" | "tablet"} TableLayout */

/** A table has two layouts more than other pages: for a phone on its side, and for a tablet upright. @returns {TableLayout} */
export function tableLayout() {
  if (fits("(max-height: 500px) and (min-aspect-ratio: 13/10)")) return "lying";
  if (fits("(min-width: 700px) and (max-aspect-ratio: 9/10)")) return "tablet";
  return layout();
}

/** @type {Map<string, MediaQueryList>} */
const asked = new Map();

/** Whether the window is as a media query says; the page is drawn again when that changes. @param {string} query */
export function fits(query) {
  let found = asked.get(query);
  if (!found) {
    found = matchMedia(query);
    found.addEventListener("change", redraw);
    asked.set(query, found);
  }
  return found.matches;
}
