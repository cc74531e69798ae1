/**
 * Plots that are tables: each row has a label, a bar drawn in SVG, and the number itself, so that screen
 * readers have the same figures.
 */

import { h } from "../core/h.js";

/** @typedef {import("../core/h.js").Child} Child */
/**
 * @typedef {object} Bar
 * @property {string} key
 * @property {Child} label
 * @property {number[]} parts     widths from 0 to 1, one after the other
 * @property {number} [mark]      the position of a line across the bar: an even result
 * @property {number} [error]     on both sides of the bar's end
 * @property {Child} value
 * @property {Child} [more]       read out, not shown
 * @property {string} games
 */

/** The box of a bar; it is stretched, so it contains no text. */
const WIDTH = 1000;
const HEIGHT = 20;

/**
 * @param {string} caption
 * @param {string[]} columns the headings of label, figure and games
 * @param {Bar[]} bars
 */
export function plot(caption, columns, bars) {
  const [label, value, games] = columns;
  return h(
    "table",
    { class: "plot" },
    h("caption", null, caption),
    h(
      "thead",
      null,
      h("tr", null, h("th", { scope: "col" }, label), h("td", { "aria-hidden": "true" }), h("th", { scope: "col" }, value), h("th", { scope: "col" }, games)),
    ),
    h(
      "tbody",
      null,
      bars.map((bar) =>
        h(
          "tr",
          { key: bar.key },
          h("th", { scope: "row" }, bar.label),
          h("td", { class: "plot-bar", "aria-hidden": "true" }, drawing(bar)),
          h("td", { class: "plot-value" }, bar.value, bar.more && h("span", { class: "unseen" }, " ", bar.more)),
          h("td", { class: "plot-games" }, bar.games),
        ),
      ),
    ),
  );
}

/** @param {Bar} bar */
function drawing({ parts, mark, error }) {
  let end = 0;
  const rects = parts.map((part, i) => {
    const x = end;
    end += part;
    return h("rect", { class: i % 2 ? "plot-part odd" : "plot-part", x: at(x), y: 3, width: at(part), height: HEIGHT - 6 });
  });
  return h(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none" },
    h("path", { class: "plot-ground", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    rects,
    Boolean(error) && h("path", { class: "plot-error", d: `M${at(end - (error ?? 0))} ${HEIGHT / 2}H${at(end + (error ?? 0))}` }),
    mark !== undefined && h("path", { class: "plot-mark", d: `M${at(mark)} 0V${HEIGHT}` }),
  );
}

/** @param {number} share */
function at(share) {
  return Math.round(Math.min(1, Math.max(0, share)) * WIDTH);
}

/** A factory before the first take: the taken tiles are filled. @param {number[]} tiles how many of each colour @param {number} taken */
export function factory(tiles, taken) {
  const first = tiles.indexOf(taken);
  const squares = tiles.flatMap((n, i) => Array.from({ length: n }, () => i));
  return h(
    "svg",
    { class: "factory-shape", viewBox: `0 0 ${squares.length * 14 + tiles.length * 4} 16`, width: squares.length * 14 + tiles.length * 4, height: 16, "aria-hidden": "true" },
    squares.map((group, i) => h("rect", { class: group === first ? "taken" : "left", x: i * 14 + group * 4 + 1, y: 2, width: 12, height: 12, rx: 2.5 })),
  );
}
