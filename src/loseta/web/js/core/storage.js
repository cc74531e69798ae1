/** The browser's storage. If it is unavailable, as in some private windows, values last as long as the page. */

/** Values that could not be stored, by key; null: removed. @type {Map<string, string | null>} */
const unkept = new Map();

/** @typedef {"localStorage" | "sessionStorage"} Where localStorage is shared by all tabs, sessionStorage belongs to this one */

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

/** A value that was stored as JSON; null if there is none or it is invalid. @param {string} place @param {Where} [where] @returns {any} */
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
