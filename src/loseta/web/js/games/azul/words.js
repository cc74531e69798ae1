/** What happens in Azul, in words with little pictures. */

import { inline, tileName } from "../../art/pieces.js";
import { rich, t } from "../../core/text.js";
import { heldTiles } from "../shared/hand.js";
import { afterAction, laidInLine } from "../shared/lane.js";
import { report } from "../shared/report.js";
import { count, points, run } from "../shared/tiles.js";
import { CENTRE, choosingRow, FLOOR, read, tilesAt } from "./actions.js";

/** @typedef {import("./actions.js").TableView} TableView */
/** @typedef {import("./actions.js").Frame} Frame */
/** @typedef {import("./actions.js").State} State */
/** @typedef {import("../../types.js").GameEvent} GameEvent */
/** @typedef {import("../../core/h.js").Child} Child */

/** @param {number} line */
export function lineName(line) {
  return line === FLOOR ? t("azul.to_floor") : t("play.to_line", { line: line + 1 });
}

/** An action in words: “2 red from factory 3 to line 4”. @param {string} text @param {State | undefined} state before it @returns {Child} */
export function wording(text, state) {
  const action = read(text);
  switch (action?.kind) {
    case "take": {
      const n = state ? count(tilesAt(state, action.source), action.colour) : 0;
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

/** A step in one sentence. @param {Frame} frame @param {State | undefined} before @param {string[]} names @param {number | null} [me] @returns {Child} */
export function told(frame, before, names, me = null) {
  const action = read(frame.action ?? "");
  const seat = frame.seat ?? null;
  switch (action?.kind) {
    case "first":
      return action.seat === me ? rich("play.you_start") : rich("play.first", { name: names[action.seat] });
    case "deal":
      return t("play.dealt", { n: frame.state.round });
    case "take": {
      if (seat === null || !before) return "";
      const n = count(tilesAt(before, action.source), action.colour);
      const who = seat === me ? "azul.you_took" : "azul.took";
      const key = `${who}_${action.source === CENTRE ? "centre" : "factory"}`;
      const tile = inline(action.colour, n);
      const parts = [
        rich(key, { name: names[seat], n, tile, factory: action.source, to: lineName(action.line) }),
      ];
      if (before.marker === null && afterAction(frame).marker === seat) {
        parts.push([", ", rich("azul.with_marker", { tile: inline("1") })]);
      }
      const falls = action.line === FLOOR ? 0 : n - laidInLine(frame, before, seat, action.line);
      if (falls > 0) parts.push([", ", t("azul.fall", { n: falls })]);
      return parts;
    }
    case "place":
      return ""; // told with its points, by what followed
    default:
      return "";
  }
}

/** What followed by itself, a sentence for each player. @param {Frame} frame @param {string[]} names */
export function followed(frame, names) {
  return report(frame, names, part);
}

/** @param {GameEvent} event @returns {Child} */
function part(event) {
  switch (event.type) {
    case "tile_placed":
      return [inline(event.colour), " ", points(event.points), ` (${run(event)})`];
    case "line_dropped":
      return rich("azul.dropped", { line: event.row + 1, n: event.count, tile: inline(event.colour, event.count) });
    case "floor_scored":
      return event.spaces ? [t("azul.floor_cost"), " ", points(-event.lost)] : null;
    case "bonus_scored":
      return [bonus(event), " ", points(event.points)];
  }
  return null;
}

/** @param {GameEvent} event */
function bonus(event) {
  const letter = "BYRKW"[event.which];
  if (event.kind === "colour") return t("azul.bonus_colour", { colour: tileName(letter, 5) });
  return t(event.kind === "row" ? "azul.bonus_row" : "azul.bonus_column", { which: event.which + 1 });
}

/** What I am to do now. @param {TableView} view @returns {Child} */
export function task(view) {
  const row = choosingRow(view);
  if (row !== null && view.me !== null) {
    const colour = view.state.boards[view.me].lines[row][0];
    return rich("azul.task_column", { tile: inline(colour), row: row + 1 });
  }
  const hand = heldTiles(view);
  if (hand) {
    const n = count(tilesAt(view.state, hand.source), hand.colour);
    return rich("azul.task_place", { n, tile: inline(hand.colour, n) });
  }
  return t(view.layout === "phone" ? "azul.task_take_short" : "azul.task_take");
}
