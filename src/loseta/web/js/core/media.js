/** Which layout fits the window: one for phones (narrow or upright), or the wide one. */

import { redraw } from "./redraw.js";

const NARROW = matchMedia("(max-width: 759px), (max-aspect-ratio: 1/1)");
NARROW.addEventListener("change", redraw);

const COARSE = matchMedia("(pointer: coarse)");
COARSE.addEventListener("change", redraw);

/** Whether the device has a touch screen as its main input. */
export function byTouch() {
  return COARSE.matches;
}

/** @returns {"phone" | "wide"} */
export function layout() {
  return NARROW.matches ? "phone" : "wide";
}

/** The layouts of a table. @typedef {"phone" | "wide" | "lying" | "tablet"} TableLayout */

/** Tables have two more layouts than other pages: for a phone in landscape, and for a tablet in portrait. @returns {TableLayout} */
export function tableLayout() {
  if (fits("(max-height: 500px) and (min-aspect-ratio: 13/10)")) return "lying";
  if (fits("(min-width: 700px) and (max-aspect-ratio: 9/10)")) return "tablet";
  return layout();
}

/** @type {Map<string, MediaQueryList>} */
const asked = new Map();

/** Whether a media query matches now; the page is drawn again when that changes. @param {string} query */
export function fits(query) {
  let found = asked.get(query);
  if (!found) {
    found = matchMedia(query);
    found.addEventListener("change", redraw);
    asked.set(query, found);
  }
  return found.matches;
}
