/**
 * Texts in the user's language. Each language has a file in /web/locales; the keys are those of en.json,
 * and a test fails if a language lacks one.
 *
 * A text may have `{name}` fields and `*emphasised words*`. A text with plurals is an object by
 * plural category, chosen by the parameter `n`. Numbers are formatted for the language.
 */

import { h, words } from "./h.js";
import { prefer, prefs } from "./prefs.js";

/** @typedef {import("./h.js").Child} Child */
/** @typedef {string | {[category: string]: string}} Text */
/** A locale file: nested groups of texts. @typedef {string | {[key: string]: Texts}} Texts */
/** The values of fields, by name. @typedef {{[name: string]: Child}} Fields */

export const LANGUAGES = /** @type {{[code: string]: string}} */ ({ en: "English", es: "Español" });

/** @type {{[lang: string]: {[key: string]: Text}}} */
const loaded = {};
/** The current language, with its plural rules and number format. */
const spoken = { lang: "en", plural: new Intl.PluralRules("en"), number: new Intl.NumberFormat("en") };
/** @type {Set<() => void>} */
const watchers = new Set();

export function language() {
  return spoken.lang;
}

/** @param {() => void} watcher called when the language has changed */
export function onLanguage(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function wanted() {
  if (prefs.lang in LANGUAGES) return prefs.lang;
  for (const each of navigator.languages) {
    const code = each.slice(0, 2).toLowerCase();
    if (code in LANGUAGES) return code;
  }
  return "en";
}

export async function startLanguage() {
  // Requests sent meanwhile must already ask for the new language.
  spoken.lang = wanted();
  await speak(spoken.lang);
}

/** @param {string} code */
export async function chooseLanguage(code) {
  await speak(code);
  prefer({ lang: code });
}

/** Groups of texts that only some pages need; they are in a folder of their own. @type {Set<string>} */
const parts = new Set();
/** @type {Set<string>} */
const fetched = new Set();

/** Load a group of texts, such as "learn", in this language and in any that is chosen later. @param {string} part */
export async function withTexts(part) {
  parts.add(part);
  await fetchTexts(spoken.lang, `${part}/${spoken.lang}`);
}

/** @param {string} code @param {string} file */
async function fetchTexts(code, file) {
  if (fetched.has(file)) return;
  const answer = await fetch(`/web/locales/${file}.json`);
  if (!answer.ok) throw new Error(`locale ${file}: ${answer.status}`);
  loaded[code] = { ...loaded[code], ...flatten(await answer.json()) };
  fetched.add(file);
}

/** @param {string} code */
async function speak(code) {
  await fetchTexts(code, code);
  for (const part of parts) await fetchTexts(code, `${part}/${code}`);
  Object.assign(spoken, { lang: code, plural: new Intl.PluralRules(code), number: new Intl.NumberFormat(code) });
  document.documentElement.lang = code;
  for (const watcher of watchers) watcher();
}

/** Whether an object holds the plural forms of one text. @param {Texts} value */
function isPlural(value) {
  return typeof value !== "string" && "other" in value;
}

/** @param {{[key: string]: Texts}} tree @param {string} [prefix] @param {{[key: string]: Text}} [into] */
function flatten(tree, prefix = "", into = {}) {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string" || isPlural(value)) into[prefix + key] = /** @type {Text} */ (value);
    else flatten(value, `${prefix}${key}.`, into);
  }
  return into;
}

/** @param {string} key */
export function has(key) {
  return key in loaded[spoken.lang];
}

/** @param {string} key @param {Fields} params @returns {string} */
function template(key, params) {
  const text = loaded[spoken.lang][key];
  if (text === undefined) {
    console.error(`no text ${key} in ${spoken.lang}`);
    return key;
  }
  if (typeof text === "string") return text;
  return text[spoken.plural.select(Number(params.n ?? 0))] ?? text.other;
}

/** @param {Child} value @returns {Child} */
function shown(value) {
  return typeof value === "number" ? spoken.number.format(value).replace("-", "−") : value;
}

/**
 * A text with its fields filled in.
 * @param {string} key
 * @param {Fields} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  return words(rich(key, params));
}

/**
 * A text whose fields may be elements, such as pictures of tiles.
 * @param {string} key
 * @param {Fields} [params]
 * @returns {Child[]}
 */
export function rich(key, params = {}) {
  const parts = template(key, params).split(/(\*[^*]+\*)/);
  return parts.map((part) =>
    part.length > 2 && part.startsWith("*") && part.endsWith("*")
      ? h("b", null, fill(part.slice(1, -1), params))
      : fill(part, params),
  );
}

/** @param {string} part @param {Fields} params @returns {Child[]} */
function fill(part, params) {
  return part.split(/(\{[a-z_]+\})/).map((piece) => {
    if (!piece.startsWith("{") || !piece.endsWith("}")) return piece;
    const name = piece.slice(1, -1);
    return name in params ? shown(params[name]) : piece;
  });
}

/** +3 or −2, in the number format of the language. @param {number} n */
export function signed(n) {
  return n > 0 ? `+${spoken.number.format(n)}` : n < 0 ? `−${spoken.number.format(-n)}` : "0";
}

/** 58 %. @param {number} share @param {number} [digits] after the point */
export function percent(share, digits = 0) {
  return new Intl.NumberFormat(spoken.lang, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(share);
}

/** 12.3, or 12,3. @param {number} n @param {number} digits after the point */
export function decimal(n, digits) {
  return new Intl.NumberFormat(spoken.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(n);
}

/** "3 days", "5 minutes": a duration in its largest whole unit. @param {number} seconds */
export function duration(seconds) {
  const [unit, size] = /** @type {[string, number]} */ (UNITS.find(([, size]) => seconds % size === 0));
  return new Intl.NumberFormat(spoken.lang, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/** @type {[unit: string, seconds: number][]} */
const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** "2 hours ago", "yesterday". @param {number} ms */
export function ago(ms) {
  const [unit, size] = /** @type {[Intl.RelativeTimeFormatUnit, number]} */ (UNITS.find(([, size]) => ms >= size * 1000) ?? ["second", 1]);
  return new Intl.RelativeTimeFormat(spoken.lang, { numeric: "auto" }).format(-Math.floor(ms / 1000 / size), unit);
}

/** "Ana, Luis and Eva". @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(spoken.lang).format(names);
}

/** @param {number} ms since 1970 */
export function date(ms) {
  return new Intl.DateTimeFormat(spoken.lang, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}
