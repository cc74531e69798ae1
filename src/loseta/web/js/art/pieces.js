/** The pieces, drawn with the symbols of art/pieces.svg. */

import { h } from "../core/h.js";
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

/** Bring the symbols into the page: only there do they see the colours of the theme. */
export async function loadPieces() {
  const answer = await fetch("/web/art/pieces.svg");
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  document.body.prepend(document.adoptNode(parsed.documentElement));
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
 * A tile: glazed, raised, with a shadow. Give it `tag: "button"` where it can be picked.
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
 * An empty space with the motif of its colour: flat, a hairline on stone.
 * @param {string} letter a colour, `*` for any, `S` for Duel's special tile
 * @param {Props} [props]
 * @param {...Child} children
 */
export function space(letter, { class: extra, ...props } = {}, ...children) {
  const id = letter === "*" ? "wild" : letter === "S" ? "special-space" : `e-${NAMES[letter]}`;
  const classes = ["sp", NAMES[letter] ?? "any", ...(Array.isArray(extra) ? extra : [extra])];
  return h("span", { class: classes, ...props }, symbol(id), children);
}

/** A recess for a tile without a colour of its own. @param {Props} [props] @param {...Child} children */
export function hole({ class: extra, ...props } = {}, ...children) {
  return h("span", { class: ["sp", "hole", extra], ...props }, children);
}
