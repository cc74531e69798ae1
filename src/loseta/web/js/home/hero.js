/** The picture of a wall being tiled. It never changes, so it is made once. */

import { NAMES, space, tile } from "../art/pieces.js";
import { h } from "../core/h.js";

const COLUMNS = 13;
/** The column in which the tiles of each row begin, after two printed motifs. */
const BEGINS = [1, 3, 4, 3, 2, 3, 4, 2, 3, 4, 5, 3, 4];

export function makeHero() {
  const letters = Object.keys(NAMES);
  const cells = [];
  for (const [r, begins] of BEGINS.entries()) {
    for (let c = 0; c < COLUMNS; c += 1) {
      const letter = letters[(c - r + 18) % letters.length];
      const place = { key: `${r}-${c}` };
      cells.push(c >= begins ? tile(letter, place) : c >= begins - 2 ? space(letter, place) : h("i", place));
    }
  }
  return h("div", { class: "hero", "data-decoration": true, "aria-hidden": "true", key: "hero" }, cells);
}
