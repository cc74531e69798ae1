/** What happens in Azul, in words with little pictures. */

import { inline, tileName } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { listed, rich, signed, t } from "../../core/text.js";
import { CENTRE, count, FLOOR, markerInCentre, read, tilesAt } from "./actions.js";
import { choosingRow } from "./hand.js";

/** @typedef {import("../game-view.js").TableView} TableView */
/** @typedef {import("../game-view.js").Frame} Frame */
/** @typedef {import("../../core/h.js").Child} Child */

/** @param {number} line */
export function lineName(line) {
  return line === FLOOR ? t("azul.to_floor") : t("azul.to_line", { line: line + 1 });
}

/** An action in words: “2 red from factory 3 to line 4”. @param {string} text @param {any} state before it @returns {Child} */
export function wording(text, state) {
  const action = read(text);
  switch (action?.kind) {
    case "take": {
      const n = count(tilesAt(state, action.source), action.colour);
      const key = action.source === CENTRE ? "azul.take_centre" : "azul.take_factory";
      const tile = inline(action.colour, n);
      return rich(key, { n, tile, factory: action.source, to: lineName(action.line) });
    }
    case "place":
      return t("azul.place", { line: action.row + 1, column: action.column + 1 });
    default:
      return text;
  }
}

/** A step in one sentence. @param {Frame} frame @param {any} before @param {string[]} names @param {number | null} [me] @returns {Child} */
export function told(frame, before, names, me = null) {
  const action = read(frame.action ?? "");
  const seat = frame.seat ?? null;
  switch (action?.kind) {
    case "first":
      return action.seat === me ? rich("azul.you_start") : rich("azul.first", { name: names[action.seat] });
    case "deal":
      return t("azul.dealt", { n: frame.state.round });
    case "take": {
      if (seat === null || !before) return "";
      const n = count(tilesAt(before, action.source), action.colour);
      const who = seat === me ? "azul.you_took" : "azul.took";
      const key = `${who}_${action.source === CENTRE ? "centre" : "factory"}`;
      const tile = inline(action.colour, n);
      const parts = [
        rich(key, { name: names[seat], n, tile, factory: action.source, to: lineName(action.line) }),
      ];
      if (action.source === CENTRE && markerInCentre(before)) {
        parts.push([", ", rich("azul.with_marker", { tile: inline("1") })]);
      }
      const room = action.line === FLOOR ? n : action.line + 1 - before.boards[seat].lines[action.line].length;
      if (n > room) parts.push([", ", t("azul.fall", { n: n - room })]);
      return parts;
    }
    case "place":
      return ""; // told with its points, by what followed
    default:
      return "";
  }
}

/** How a tile scored: “4 across, 3 down”. @param {any} placed */
export function run(placed) {
  const parts = [];
  if (placed.across) parts.push(t("azul.across", { n: placed.across }));
  if (placed.down) parts.push(t("azul.down", { n: placed.down }));
  return parts.length ? parts.join(" + ") : t("azul.alone");
}

/** @param {number} n */
export function points(n) {
  return h("b", { class: n < 0 ? "bad" : "good" }, signed(n));
}

/** What followed by itself, a sentence for each player. @param {Frame} frame @param {any} _before @param {string[]} names @returns {Child[]} */
export function followed(frame, _before, names) {
  /** @type {Map<number, Child[]>} */
  const bySeat = new Map();
  /** @type {Child[]} */
  const sentences = [];
  /** @param {number} seat @param {Child} part */
  const add = (seat, part) => {
    const parts = bySeat.get(seat) ?? [];
    if (parts.length) parts.push("; ");
    parts.push(part);
    bySeat.set(seat, parts);
  };
  for (const event of frame.events ?? []) {
    switch (event.type) {
      case "round_ended":
        sentences.push(t("azul.round_ended", { n: event.round }));
        break;
      case "tile_placed":
        add(event.seat, [inline(event.colour), " ", points(event.points), ` (${run(event)})`]);
        break;
      case "line_dropped":
        add(event.seat, rich("azul.dropped", { line: event.row + 1, n: event.count, tile: inline(event.colour, event.count) }));
        break;
      case "floor_scored":
        if (event.spaces) add(event.seat, [t("azul.floor_cost"), " ", points(-event.lost)]);
        break;
      case "bonus_scored":
        add(event.seat, [bonus(event), " ", points(event.points)]);
        break;
    }
  }
  for (const [seat, parts] of bySeat) sentences.push([h("b", null, names[seat]), ": ", parts]);
  const end = (frame.events ?? []).find((each) => each.type === "game_ended");
  if (end) sentences.push(ended(end.outcome, names));
  return sentences;
}

/** @param {any} event */
export function bonus(event) {
  const letter = "BYRKW"[event.which];
  if (event.kind === "colour") return t("azul.bonus_colour", { colour: tileName(letter, 5) });
  return t(event.kind === "row" ? "azul.bonus_row" : "azul.bonus_column", { which: event.which + 1 });
}

/** @param {any} outcome @param {string[]} names */
function ended(outcome, names) {
  const winners = outcome.winners.map((/** @type {number} */ seat) => names[seat]);
  return t(winners.length > 1 ? "table.shared" : "table.won", { names: listed(winners) });
}

/** What I am to do now. @param {TableView} view @returns {Child} */
export function task(view) {
  const row = choosingRow(view);
  if (row !== null && view.me !== null) {
    const colour = view.state.boards[view.me].lines[row][0];
    return rich("azul.task_column", { tile: inline(colour), row: row + 1 });
  }
  if (view.hand) {
    const n = count(tilesAt(view.state, view.hand.source), view.hand.colour);
    return rich("azul.task_place", { n, tile: inline(view.hand.colour, n) });
  }
  return t(view.layout === "phone" ? "azul.task_take_short" : "azul.task_take");
}
