/** The contents of the bag and of the lid or tower, by colour. */

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

/** The same as a small table: a row for each group, a column for each colour. @param {string} label @param {string} colours @param {Group[]} groups */
export function supplyTable(label, colours, groups) {
  return h(
    "table",
    { class: "supplies", "aria-label": label, key: "supply" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td"),
        [...colours].map((letter) => h("th", { scope: "col", key: letter }, tile(letter, { role: "img", "aria-label": tileName(letter, 2) }))),
        h("td"),
      ),
    ),
    h(
      "tbody",
      null,
      groups.map(({ name, counts, spot }) =>
        h(
          "tr",
          { key: spot },
          h("th", { scope: "row", "data-spot": spot }, name),
          [...colours].map((letter) => h("td", { key: letter }, String(counts[letter]))),
          h("td", { class: "total" }, String(sum(counts))),
        ),
      ),
    ),
  );
}

/** @param {import("../../types.js").Counts} counts */
function sum(counts) {
  return Object.values(counts).reduce((a, b) => a + b, 0);
}

/** @param {Group} group @param {string} colours */
function group({ name, counts, spot }, colours) {
  return h(
    "div",
    { class: "grp", "data-spot": spot },
    h("b", null, `${name} `, h("span", { class: "total" }, String(sum(counts)))),
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
