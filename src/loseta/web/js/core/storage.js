/** What this browser keeps. A private window may refuse to; then it lasts as long as the page. */

/** What could not be kept, by place; null: removed. @type {Map<string, string | null>} */
const unkept = new Map();

/** @typedef {"localStorage" | "sessionStorage"} Where for all tabs, or for this one */

/** @param {string} place @param {Where} [where] @returns {string | null} */
export function readText(place, where = "localStorage") {
  const text = unkept.get(place);
  if (text !== undefined) return text;
  try {
    return globalThis[where].getItem(place);
  } catch {
    return null;
  }
}

/** @param {string} place @param {string | null} text null: remove it @param {Where} [where] */
export function writeText(place, text, where = "localStorage") {
  try {
    if (text === null) globalThis[where].removeItem(place);
    else globalThis[where].setItem(place, text);
    unkept.delete(place);
  } catch {
    unkept.set(place, text);
  }
}

/** A value, as JSON; null if there is none that can be read. @param {string} place @param {Where} [where] @returns {any} */
export function load(place, where) {
  try {
    return JSON.parse(readText(place, where) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} place @param {object | null} value null: remove it @param {Where} [where] */
export function store(place, value, where) {
  writeText(place, value && JSON.stringify(value), where);
}
