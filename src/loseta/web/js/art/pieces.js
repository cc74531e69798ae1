/** The pieces, drawn with the symbols of art/pieces.svg. */

import { h } from "../core/h.js";
import { onPrefs, prefs } from "../core/prefs.js";
import { t } from "../core/text.js";

/** @typedef {import("../core/h.js").VElement} VElement */
/** @typedef {import("../core/h.js").Props} Props */
/** @typedef {import("../core/h.js").Child} Child */

/** Colour names by letter, as in the symbols and in css/pieces.css. */
export const NAMES = /** @type {{[letter: string]: string}} */ ({
  B: "blue",
  Y: "yellow",
  R: "red",
  K: "black",
  W: "white",
  T: "turquoise",
});

/** @param {string} name of a file @returns {Promise<Element>} */
async function fetchSymbols(name) {
  const answer = await fetch(`/web/art/${name}.svg`);
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return document.adoptNode(parsed.documentElement);
}

/** Insert the symbols into the page, because only there do the theme's colours apply to them. */
export async function loadPieces() {
  document.body.prepend(await fetchSymbols("pieces"));
  await useTiles();
  onPrefs(() => useTiles().catch(() => {}));
}

/** The set of tiles in use, and the symbols of all sets fetched so far. */
const tiles = { set: "", sets: /** @type {{[set: string]: Promise<Element[]>}} */ ({}) };

/** Show the chosen set of tiles: its symbols replace those with the same names. */
async function useTiles() {
  const { tiles: wanted } = prefs;
  if (tiles.set === wanted) return;
  tiles.sets[""] ??= Promise.resolve([...document.querySelectorAll("#pieces > symbol")]);
  tiles.sets[wanted] ??= fetchSymbols(`tiles-${wanted}`).then((svg) => [...svg.children]);
  const symbols = await tiles.sets[wanted].catch((error) => {
    delete tiles.sets[wanted]; // so that it can be fetched again
    throw error;
  });
  if (prefs.tiles !== wanted) return;
  tiles.set = wanted;
  for (const symbol of symbols) document.getElementById(symbol.id)?.replaceWith(symbol);
}

/** A symbol of the sprite. @param {string} id @param {Props} [props] */
export function symbol(id, props = {}) {
  return h("svg", { "aria-hidden": "true", ...props }, h("use", { href: `#${id}` }));
}

/** The symbol of a tile: a colour, 1 the starting-player marker, S Duel's special tile. @param {string} letter */
export function tileSymbol(letter) {
  return letter === "1" ? "first" : letter === "S" ? "special" : `t-${NAMES[letter]}`;
}

/**
 * A tile. Pass `tag: "button"` if it can be picked.
 * @param {string} letter
 * @param {Props & {tag?: string}} [props]
 * @returns {VElement}
 */
export function tile(letter, { tag = "span", class: extra, ...props } = {}) {
  const classes = ["t", `c-${letter}`, ...(Array.isArray(extra) ? extra : [extra])];
  return h(tag, { class: classes, ...props }, symbol(tileSymbol(letter)));
}

/** A tile within a sentence, with its spoken name. @param {string} letter @param {number} [n] how many are meant */
export function inline(letter, n = 1) {
  return tile(letter, { class: "in", role: "img", "aria-label": tileName(letter, n) });
}

/** “red”, “rojas”: for n tiles. @param {string} letter @param {number} [n] */
export function tileName(letter, n = 1) {
  return t(`tile.${letter}`, { n });
}

/** “2 red, 1 blue”. @param {string} tiles such as "BRR" */
export function tilesNamed(tiles) {
  const counted = [...new Set(tiles)].map((letter) => {
    const n = tiles.split(letter).length - 1;
    return letter === "1" ? tileName("1") : t("tile.count", { n, colour: tileName(letter, n) });
  });
  return counted.join(", ");
}

/**
 * An empty space with the motif of its colour.
 * @param {string} letter a colour, `*` for any, `S` for Duel's special tile
 * @param {Props} [props]
 * @param {...Child} children
 */
export function space(letter, { class: extra, ...props } = {}, ...children) {
  const id = letter === "*" ? "wild" : letter === "S" ? "special-space" : `e-${NAMES[letter]}`;
  const classes = ["sp", NAMES[letter] ?? "any", ...(Array.isArray(extra) ? extra : [extra])];
  return h("span", { class: classes, ...props }, symbol(id), children);
}

/** An empty space without a colour of its own. @param {Props} [props] @param {...Child} children */
export function hole({ class: extra, ...props } = {}, ...children) {
  return h("span", { class: ["sp", "hole", extra], ...props }, children);
}
