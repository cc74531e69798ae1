/** The actions of Azul Duel in words, with small pictures; and what the user is to do. */

import { inline, tile, tileName } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { listed, rich, t } from "../../core/text.js";
import { heldTiles } from "../shared/hand.js";
import { afterAction } from "../shared/lane.js";
import { fallenTiles, layTask, takeFields } from "../shared/takes.js";
import { cellOf, LARGE, looseTiles, MOONS, read, tiledRow } from "./actions.js";
import { spaceWhere } from "./dome.js";
import { asked } from "./hand.js";
import { LINES } from "./lines.js";
import { inlineChip, inlinePlate } from "./plates.js";
import { tabletName } from "./tablets.js";
import { tried } from "./steps.js";

/** @typedef {import("./actions.js").TableView} TableView */
/** @typedef {import("./actions.js").Frame} Frame */
/** @typedef {import("./actions.js").State} State */
/** @typedef {import("../../core/h.js").Child} Child */

/** @param {number} source */
function sourceKey(source) {
  return source === MOONS ? "moons" : source === LARGE ? "large" : "small";
}

/** Pictures side by side; screen readers hear a comma between them. @param {Child[]} pictures @returns {Child[]} */
function beside(pictures) {
  return pictures.map((each, i) => (i ? [h("span", { class: "unseen" }, ", "), each] : each));
}

/** The starting-player tile within a sentence. */
function startTile() {
  return tile("1", { class: "in", role: "img", "aria-label": t("duel.start_tile") });
}

/** Stacked tiles, the lowest first: “black, red on top”. @param {string} colours */
function stacked(colours) {
  return rich("duel.stack_order", { below: beside([...colours.slice(0, -1)].map((letter) => inline(letter))), top: inline(colours.slice(-1)) });
}

/** An action in words: “2 red from sun 3 to line 4”. @param {string} text @param {State | undefined} state before it @returns {Child} */
export function wording(text, state) {
  const action = read(text);
  switch (action?.kind) {
    case "take":
      return rich(`duel.take.${sourceKey(action.source)}`, takeFields(action, state, LINES));
    case "stack":
      return rich("duel.act.stack", { order: stacked(action.colours) });
    case "take_chip":
      return rich("duel.act.chip", { chip: inlineChip(action.face) });
    case "take_plate":
    case "keep":
    case "under":
      return t(`duel.act.${action.kind}`, { number: String(action.plate ?? "") });
    case "draw":
    case "stop":
    case "finish":
      return t(`duel.act.${action.kind}`);
    case "decline":
      return t("duel.act.decline", { line: (state?.row ?? 0) + 1 });
    case "place_plate":
      return t("duel.act.place_plate", { where: spaceWhere(action.space) });
    case "place_tile":
      return t("play.place_tile", { line: action.row + 1, column: action.column + 1 });
    case "spend":
      return rich("duel.act.spend", { chip: inlineChip(action.face) });
    default:
      return text;
  }
}

/** A step in one sentence. @param {Frame} frame @param {State | undefined} before @param {string[]} names @param {number | null} [me] @returns {Child} */
export function told(frame, before, names, me = null) {
  const seat = frame.seat ?? null;
  if (seat === null) return dealt(frame, names, me);
  const action = read(frame.action ?? "");
  /** @param {string} key @param {import("../../core/text.js").Fields} [fields] */
  const says = (key, fields = {}) =>
    seat === me ? rich(`duel.you.${key}`, fields) : rich(`duel.they.${key}`, { name: names[seat], ...fields });
  switch (action?.kind) {
    case "take":
      return before ? took(action, frame, before, seat, says) : "";
    case "stack":
      return says("stacked", { factory: before?.loose?.factory ?? "", order: stacked(action.colours) });
    case "take_chip":
      return says("took_chip", { chip: inlineChip(action.face) });
    case "take_plate":
      return says("took_plate", { number: String(action.plate) });
    case "draw":
      return says(before && before.boards[seat].score === frame.state.boards[seat].score ? "drew_free" : "drew");
    case "keep":
      return says("kept", { number: String(action.plate ?? ""), n: frame.state.hand.length });
    case "under":
      return says("put_under", { number: String(action.plate ?? "") });
    case "stop":
      return says("stopped");
    case "place_plate":
      return [says("laid_plate", { number: String(before?.plate ?? ""), where: spaceWhere(action.space) }), " ", laidPlate(frame.state, seat, action.space)];
    case "spend":
      return says("paid", { chips: paidChips(before, frame.state, seat), line: (before?.row ?? 0) + 1 });
    case "decline":
      return says("declined", { line: (before?.row ?? 0) + 1 });
    default:
      return ""; // the tile is described with its points, by `followed`
  }
}

/** @param {State} state @param {number} seat @param {number} space of the dome */
function laidPlate(state, seat, space) {
  const letters = [0, 1, 2, 3].map((k) => {
    const { row, column } = cellOf(space, k);
    return state.boards[seat].spaces[row][column];
  });
  return inlinePlate(letters.join(""));
}

/** The chips that a step has added to a payment, or paid with. @param {State | undefined} before @param {State} after @param {number} seat @returns {Child[]} */
function paidChips(before, after, seat) {
  const had = [...(before?.boards[seat].used ?? []), ...(before?.spent ?? [])];
  const now = [...after.boards[seat].used, ...(after.turn === seat ? after.spent : [])];
  for (const face of had) if (now.includes(face)) now.splice(now.indexOf(face), 1);
  return beside(now.map(inlineChip));
}

/**
 * @param {import("./actions.js").Take} action @param {Frame} frame @param {State} before @param {number} seat
 * @param {(key: string, fields?: import("../../core/text.js").Fields) => Child[]} says
 */
function took(action, frame, before, seat, says) {
  /** @type {Child[]} */
  const parts = [says(`took_${sourceKey(action.source)}`, takeFields(action, before, LINES))];
  if (before.start === null && afterAction(frame).start === seat) parts.push([", ", rich("play.with_marker", { tile: startTile() })]);
  const falls = fallenTiles(action, frame, before, seat, LINES);
  if (falls > 0) parts.push([", ", t("duel.broke", { n: falls })]);
  return parts;
}

/** The dealer's action in a sentence. @param {Frame} frame @param {string[]} names @param {number | null} me @returns {Child} */
function dealt(frame, names, me) {
  const action = read(frame.action ?? "");
  switch (action?.kind) {
    case "first":
      return action.seat === me ? rich("play.you_start") : rich("play.first", { name: names[action.seat] });
    case "tablets":
      return t("duel.tablets_drawn", { names: listed(action.sides.map(tabletName)) });
    case "deal":
      return t("play.dealt", { n: frame.state.round });
    case "show":
      return t("duel.shown", { n: action.plates.length });
    case "look":
      return looked(action.plates, frame.state.turn, names, me);
    case "top":
      return t(action.back === "s" ? "duel.top_special" : "duel.top_wild");
    case "turn_chip":
      return rich("duel.chip_revealed", { factory: action.factory, chip: inlineChip(action.face) });
    default:
      return "";
  }
}

/** The plates that a player looks at; the list is empty for those who may not see them. @param {number[]} plates @param {number | null} seat @param {string[]} names @param {number | null} me @returns {Child} */
function looked(plates, seat, names, me) {
  if (!plates.length || seat === null) return "";
  const fields = { n: plates.length, numbers: listed(plates.map(String)) };
  return seat === me ? rich("duel.you.looked", fields) : rich("duel.they.looked", { name: names[seat], ...fields });
}

/** Steps that only complete a turn: the status line keeps the sentence of the step before. @param {Frame} frame */
export function aside(frame) {
  return ["stack", "under", "stop", "finish", "draw", "keep", "take_plate"].includes(read(frame.action ?? "")?.kind ?? "");
}

/** What the user is to do now. @param {TableView} view @returns {Child} */
export function task(view) {
  const { state, me } = view;
  const line = state.boards[me ?? 0].lines[tiledRow(state)];
  switch (asked(view)) {
    case "opening":
      return t("duel.task.opening");
    case "stack":
      return t(view.hand ? "duel.task.stack_next" : "duel.task.stack", { factory: looseTiles(state).factory });
    case "draw":
      return t("duel.task.draw");
    case "keep":
      return t("duel.task.keep");
    case "under":
      return t("duel.task.under");
    case "place":
      return t(tried(view).space === null ? "duel.task.place" : "duel.task.turn");
    case "pay": {
      const size = tiledRow(state) + 1;
      const n = size - line.length;
      return t("duel.task.pay", { line: size, n, colour: tileName(line[0], n) });
    }
    case "tile":
      return rich("duel.task.tile", { tile: inline(line[0]), row: tiledRow(state) + 1 });
  }
  const hand = heldTiles(view);
  if (hand) return layTask(view, hand, LINES);
  const kinds = new Set(view.legal.map((each) => each.kind));
  const ways = [
    kinds.has("take") && t("duel.task.tiles"),
    kinds.has("take_chip") && t("duel.task.chip"),
    (kinds.has("take_plate") || kinds.has("draw")) && t("duel.task.plate"),
  ].filter((each) => each !== false);
  return t("duel.task.take", { what: either(ways) });
}

/** “tiles, a chip or a plate”. @param {string[]} ways */
function either(ways) {
  if (ways.length < 2) return ways.join("");
  return t("duel.task.or", { some: ways.slice(0, -1).join(", "), last: /** @type {string} */ (ways.at(-1)) });
}

/** The phases of others' turns, during which a waiting player may choose the next tiles. */
const TURNS = ["acquire", "stack", "draw", "top", "look", "keep", "place", "under", "chip"];

/** Not in the opening, in which only plates are taken. @param {State} state */
export function ahead({ phase, opening }) {
  return opening === 0 && TURNS.includes(phase);
}
