/** Tiles as letters, and small elements that both games use. */

import { h } from "../../core/h.js";
import { signed, t } from "../../core/text.js";

/** @typedef {import("../../types.js").Placed} Placed */

/** @param {string} tiles @param {string} letter */
export function count(tiles, letter) {
  return tiles.split(letter).length - 1;
}

/** The name of a button whose visible content is a picture or a number. @param {string} text */
export function aloud(text) {
  return h("span", { class: "unseen" }, text);
}

/** @param {number} n */
export function points(n) {
  return h("b", { class: n < 0 ? "bad" : "good" }, signed(n));
}

/** How a tile scored: “4 across + 3 down”. @param {Placed} placed */
export function run(placed) {
  const parts = [];
  if (placed.across) parts.push(t("play.across", { n: placed.across }));
  if (placed.down) parts.push(t("play.down", { n: placed.down }));
  return parts.length ? parts.join(" + ") : t("play.alone");
}
