/** Walls and domes as small pictures, from `GET /tables`. */

import { tile } from "../art/pieces.js";
import { h } from "../core/h.js";

/**
 * The rows of a wall: the letters of tiles, "." for an empty space, "_" where there is none yet.
 * @param {string} letters
 */
export function smallWall(letters) {
  const size = Math.sqrt(letters.length);
  return h(
    "span",
    { class: "small-wall", "aria-hidden": "true", style: { "--size": String(size) } },
    [...letters].map((letter, i) =>
      letter === "." || letter === "_"
        ? h("i", { class: ["cell", letter === "_" && "none"], key: i })
        : tile(letter, { key: i }),
    ),
  );
}
