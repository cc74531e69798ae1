/** What is in the bag and beside it, by colour. */

import { tile, tileName } from "../../art/pieces.js";
import { h } from "../../core/h.js";

/** @typedef {{name: string, counts: import("../../types.js").Counts, spot: string}} Group */

/** @param {string} label @param {string} colours @param {Group[]} groups */
export function supply(label, colours, groups) {
  return h(
    "div",
    { class: "supply", role: "group", "aria-label": label, key: "supply" },
    groups.map((each, i) => [i > 0 && h("span", { class: "sep" }), group(each, colours)]),
  );
}

/** @param {Group} group @param {string} colours */
function group({ name, counts, spot }, colours) {
  const total = Object.values(counts).reduce((a, b) => a + b, 0);
  return h(
    "div",
    { class: "grp", "data-spot": spot },
    h("b", null, `${name} `, h("span", { class: "total" }, String(total))),
    [...colours].map((letter) =>
      h(
        "span",
        { class: "n", key: letter },
        tile(letter, { role: "img", "aria-label": tileName(letter, counts[letter]) }),
        String(counts[letter]),
      ),
    ),
  );
}
