/** Tiles that can be taken. */

import { icon } from "../../art/icons.js";
import { tile, tileName } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { button } from "../../ui/controls.js";
import { isAhead } from "./ahead.js";
import { heldTiles, pick, pickable } from "./hand.js";
import { readTake } from "./lane.js";
import { count } from "./tiles.js";

/** @typedef {import("../game-view.js").TableView} TableView */
/** @typedef {import("./lane.js").PatternLines} PatternLines */
/** @typedef {import("../../core/h.js").Props} Props */

/**
 * A tile that is taken with all others of its colour. The first of them is the button for all; the
 * others can be clicked, too. An `inert` tile cannot.
 * @param {TableView} view
 * @param {{source: number, letter: string, first: boolean, place: () => string, inert?: boolean}} where
 * @param {Props} props
 * @param {PatternLines} lines
 */
export function takable(view, { source, letter, first, place, inert = false }, { class: extra, ...props }, lines) {
  const hand = heldTiles(view);
  const held = hand?.source === source && hand.colour === letter;
  /** @type {Props} */
  const full = { ...props, class: [extra, held && "up", hinted(view, source, letter, lines) && "hinted", isAhead(view, source, letter, lines) && "chosen"] };
  if (inert || !pickable(view, source, letter)) return tile(letter, { ...full, "aria-hidden": "true" });
  full["data-take"] = `${source}${letter}`;
  full.on = { click: () => pick(view, source, letter, lines) };
  if (!first) return tile(letter, { ...full, "aria-hidden": "true" });
  const n = count(lines.tilesAt(view.state, source), letter);
  return tile(letter, {
    ...full,
    tag: "button",
    type: "button",
    "aria-pressed": String(held),
    "aria-label": t("play.take_label", { n, colour: tileName(letter, n), place: place() }),
  });
}

/** Whether a hint recommends these tiles. @param {TableView} view @param {number} source @param {string} letter @param {PatternLines} lines */
function hinted(view, source, letter, lines) {
  const take = view.hinted ? readTake(view.hinted, lines) : null;
  return take?.source === source && take.colour === letter;
}

/**
 * The same choice beside an enlarged source: one button for each colour. `taken` is called after a tap.
 * @param {TableView} view @param {number} source @param {PatternLines} lines @param {() => void} taken
 */
export function colourButtons(view, source, lines, taken) {
  const tiles = lines.tilesAt(view.state, source);
  return [...new Set(tiles)].filter((letter) => pickable(view, source, letter)).map((letter) => {
    const n = count(tiles, letter);
    const take = () => {
      taken();
      pick(view, source, letter, lines);
    };
    return button([tile(letter, { "aria-hidden": "true" }), String(n), h("span", { class: "zoom-word" }, tileName(letter, n))], take, { key: letter, "data-spot": `take-${source}${letter}` });
  });
}

/** The same as a button of the board, if there is no room beside the tiles. @param {TableView} view */
export function letGoButton(view) {
  if (!heldTiles(view)) return null;
  return button([icon("undo"), h("span", { class: "let-go-word" }, t("play.let_go"))], () => view.setHand(null), { class: "let-go", key: "let-go" });
}

/** Shown beside the held tiles. @param {TableView} view */
export function letGo(view) {
  return h(
    "button",
    { class: "drop-hand", type: "button", on: { click: () => view.setHand(null) } },
    h("kbd", { class: "key" }, "Esc"),
    " ",
    t("play.let_go"),
  );
}
