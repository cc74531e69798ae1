/** What followed by itself: the tiling with its points, in a sentence for each player. */

import { inline } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { listed, rich, t } from "../../core/text.js";
import { points, run } from "./points.js";
import { tabletName } from "./tablets.js";

/** @typedef {import("../game-view.js").Frame} Frame */
/** @typedef {import("../../core/h.js").Child} Child */

/** @param {any} event @returns {Child} */
function part(event) {
  switch (event.type) {
    case "tile_placed":
      return [inline(event.colour), " ", points(event.points), ` (${run(event)})`];
    case "special_placed":
      return [inline("S"), " ", points(event.points), ` (${t("duel.special_row", { row: event.row + 1 })})`];
    case "line_broken":
      return rich("duel.line_broken", { line: event.row + 1, n: event.count, tile: inline(event.colour, event.count) });
    case "penalty_scored":
      return event.penalty ? [penaltyWhy(event), " ", points(-event.lost)] : null;
    case "tablet_scored":
      return [tabletName(event.tablet), " ", points(event.points)];
  }
  return null;
}

/** @param {any} event */
function penaltyWhy(event) {
  const causes = [];
  if (event.broken) causes.push(t("duel.broken_count", { n: event.broken }));
  if (event.start_tile) causes.push(t("duel.start_tile"));
  return listed(causes);
}

/** @param {Frame} frame @param {any} _before @param {string[]} names @returns {Child[]} */
export function followed(frame, _before, names) {
  /** @type {Map<number, Child[]>} */
  const bySeat = new Map();
  /** @type {Child[]} */
  const sentences = [];
  for (const event of frame.events ?? []) {
    if (event.type === "round_ended") sentences.push(t("duel.round_ended", { n: event.round }));
    const said = part(event);
    if (!said) continue;
    const parts = bySeat.get(event.seat) ?? [];
    if (parts.length) parts.push("; ");
    parts.push(said);
    bySeat.set(event.seat, parts);
  }
  for (const [seat, parts] of bySeat) sentences.push([h("b", null, names[seat]), ": ", parts]);
  const end = (frame.events ?? []).find((each) => each.type === "game_ended");
  if (end) sentences.push(t("table.won", { names: names[end.outcome.winners[0]] }));
  return sentences;
}
