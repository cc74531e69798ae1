/** What both games share in setting up a position: tiles as text and as pictures, and where those of each colour are. */

import { hole, tile, tileName, tilesNamed } from "../../art/pieces.js";
import { icon } from "../../art/icons.js";
import { h } from "../../core/h.js";
import { t } from "../../core/text.js";

/** @typedef {import("../game-set-up.js").Draft} Draft */
/** @typedef {import("../game-set-up.js").Kit} Kit */
/** @typedef {import("../../types.js").Counts} Counts */
/**
 * The tiles that are not on the table: the text keys of the bag and of the other place (lid or tower), the
 * contents of the latter, the letters of the tiles, how many there are of each.
 * @template {Draft} D
 * @typedef {{bag: string, other: string, held: Counts, letters: string, ofEach: number, onTable: (draft: D, letter: string) => number}} Places
 */

/** Tiles as a position has them: in the order of `letters`, "-" for none. @param {string} tiles @param {string} letters */
export function sorted(tiles, letters) {
  return [...tiles].sort((a, b) => letters.indexOf(a) - letters.indexOf(b)).join("") || "-";
}

/** The number of tiles of each colour, as a position has it. @param {Counts} counted @param {string} letters */
export function counts(counted, letters) {
  return [...letters].map((letter) => `${letter}${counted[letter]}`).join("");
}

/** @param {string} tiles */
export function pictures(tiles) {
  return [...tiles].map((letter, i) => tile(letter, { key: i, "aria-hidden": "true" }));
}

/** @param {string} tiles */
export function inWords(tiles) {
  return tiles ? tilesNamed(tiles) : t("set_up.empty");
}

/** The pattern lines of a seat as places. @param {Kit} kit @param {number} seat @param {string[]} lines */
export function lineRows(kit, seat, lines) {
  return h(
    "div",
    { class: "set-rows" },
    lines.map((line, row) =>
      kit.place(`line-${seat}-${row}`, t("set_up.at_of", { name: kit.names[seat], place: t("set_up.line", { n: row + 1 }), what: inWords(line) }), [Array.from({ length: Math.max(0, row + 1 - line.length) }, (_, i) => hole({ key: `h${i}` })), pictures(line)], { class: "set-line" }),
    ),
  );
}

/** The seats to choose from. @param {Kit} kit @returns {import("../../ui/controls.js").Choice[]} */
export function seats(kit) {
  return kit.names.map((name, seat) => [String(seat), name]);
}

/** The choice of the decision, which is one of the game's phases. @param {Draft} draft @param {Kit} kit @param {string[]} phases @param {(phase: string) => void} choose */
export function decisionList(draft, kit, phases, choose) {
  return kit.list(t("set_up.decision"), phases.map((phase) => [phase, t(`set_up.decides_${phase}`)]), draft.decision, choose);
}

/** Recompute the bag from the tiles on the table; if it would be negative, reduce the other place. @template {Draft} D @param {D} draft @param {Counts} other @param {string} letters @param {number} ofEach @param {(draft: D, letter: string) => number} onTable */
export function followSupply(draft, other, letters, ofEach, onTable) {
  for (const letter of letters) {
    const rest = Math.max(0, ofEach - onTable(draft, letter));
    other[letter] = Math.min(other[letter], rest);
    draft.bag[letter] = rest - other[letter];
  }
}

/** Draw tiles from a bag at random; fewer if it has not enough. @param {{[letter: string]: number}} bag @param {number} n */
export function drawn(bag, n) {
  let found = "";
  for (let k = 0; k < n; k += 1) {
    const all = Object.entries(bag).flatMap(([letter, count]) => Array(count).fill(letter));
    if (!all.length) break;
    const letter = all[Math.floor(Math.random() * all.length)];
    bag[letter] -= 1;
    found += letter;
  }
  return found;
}

/** @template {Draft} D @param {D} draft @param {Kit} kit @param {Places<D>} places */
export function supplyRows(draft, kit, { bag, other, held, letters, ofEach, onTable }) {
  return h(
    "table",
    { class: "set-supply" },
    h("caption", null, t("set_up.where", { n: ofEach })),
    h("thead", null, h("tr", null, [t("set_up.tile"), t("set_up.on_table"), t(bag), t(other), t("set_up.sum")].map((word) => h("th", { scope: "col", key: word }, word)))),
    h(
      "tbody",
      null,
      [...letters].map((letter) => {
        const table = onTable(draft, letter);
        const sum = table + draft.bag[letter] + held[letter];
        return h(
          "tr",
          { key: letter, class: sum === ofEach ? "" : "wrong-sum" },
          h("th", { scope: "row" }, tile(letter, { role: "img", "aria-label": tileName(letter) })),
          h("td", null, String(table)),
          h("td", null, String(draft.bag[letter])),
          h(
            "td",
            { class: "set-shift" },
            kit.place(`shift-${letter}-less`, t("set_up.less", { colour: tileName(letter, 2), place: t(other) }), icon("less"), { class: "set-step" }),
            h("span", null, String(held[letter])),
            kit.place(`shift-${letter}-more`, t("set_up.more", { colour: tileName(letter, 2), place: t(other) }), icon("plus"), { class: "set-step" }),
          ),
          h("td", null, h("b", null, String(sum))),
        );
      }),
    ),
  );
}

/** Move a tile from the bag to the other place, or back. @param {Draft} draft @param {Counts} other what is in the other place @param {string} place "shift-B-more" @returns {boolean} whether it was that */
export function shift(draft, other, place) {
  const [kind, letter, which] = place.split("-");
  if (kind !== "shift") return false;
  const [from, to] = which === "more" ? [draft.bag, other] : [other, draft.bag];
  if (from[letter] > 0) {
    from[letter] -= 1;
    to[letter] += 1;
  }
  return true;
}
