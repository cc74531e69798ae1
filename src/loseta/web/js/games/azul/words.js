/** The events of Azul in words, with small pictures. */

import { inline, tileName } from "../../art/pieces.js";
import { rich, t } from "../../core/text.js";
import { heldTiles } from "../shared/hand.js";
import { afterAction } from "../shared/lane.js";
import { report } from "../shared/report.js";
import { fallenTiles, layTask, takeFields } from "../shared/takes.js";
import { points, run } from "../shared/tiles.js";
import { CENTRE, choosingRow, COLOURS, read } from "./actions.js";
import { LINES } from "./lines.js";

/** @typedef {import("./actions.js").TableView} TableView */
/** @typedef {import("./actions.js").Frame} Frame */
/** @typedef {import("./actions.js").State} State */
/** @typedef {import("../../types.js").GameEvent} GameEvent */
/** @typedef {import("../../core/h.js").Child} Child */

/** An action in words: “2 red from factory 3 to line 4”. @param {string} text @param {State | undefined} state before it @returns {Child} */
export function wording(text, state) {
  const action = read(text);
  switch (action?.kind) {
    case "take":
      return rich(action.source === CENTRE ? "azul.take_centre" : "azul.take_factory", takeFields(action, state, LINES));
    case "place":
      return t("play.place_tile", { line: action.row + 1, column: action.column + 1 });
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
      const who = seat === me ? "azul.you_took" : "azul.took";
      const key = `${who}_${action.source === CENTRE ? "centre" : "factory"}`;
      const parts = [rich(key, { name: names[seat], ...takeFields(action, before, LINES) })];
      if (before.marker === null && afterAction(frame).marker === seat) {
        parts.push([", ", rich("play.with_marker", { tile: inline("1") })]);
      }
      const falls = fallenTiles(action, frame, before, seat, LINES);
      if (falls > 0) parts.push([", ", t("azul.fall", { n: falls })]);
      return parts;
    }
    case "place":
      return ""; // described with its points, by `followed`
    default:
      return "";
  }
}

/** The automatic consequences of a step: a sentence for each player. @param {Frame} frame @param {string[]} names */
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
  const letter = COLOURS[event.which];
  if (event.kind === "colour") return t("azul.bonus_colour", { colour: tileName(letter, 5) });
  return t(event.kind === "row" ? "azul.bonus_row" : "azul.bonus_column", { which: event.which + 1 });
}

/** What the user is to do now. @param {TableView} view @returns {Child} */
export function task(view) {
  const row = choosingRow(view);
  if (row !== null && view.me !== null) {
    const colour = view.state.boards[view.me].lines[row][0];
    return rich("azul.task_column", { tile: inline(colour), row: row + 1 });
  }
  const hand = heldTiles(view);
  if (hand) return layTask(view, hand, LINES);
  return t("azul.task_take");
}

/** During the offer, a waiting player may choose the next take. @param {State} state */
export function ahead({ phase }) {
  return phase === "offer";
}
