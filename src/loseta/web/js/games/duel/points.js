/** Points and how they came about, in words. */

import { h } from "../../core/h.js";
import { signed, t } from "../../core/text.js";

/** @param {number} n */
export function points(n) {
  return h("b", { class: n < 0 ? "bad" : "good" }, signed(n));
}

/** How a tile scored: “4 across + 3 down”. @param {any} placed */
export function run(placed) {
  const parts = [];
  if (placed.across) parts.push(t("duel.across", { n: placed.across }));
  if (placed.down) parts.push(t("duel.down", { n: placed.down }));
  return parts.length ? parts.join(" + ") : t("duel.alone");
}
