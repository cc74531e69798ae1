/** The automatic consequences of a step, in a sentence for each player. */

import { h } from "../../core/h.js";
import { listed, t } from "../../core/text.js";

/** @typedef {import("../game-view.js").Frame} Frame */
/** @typedef {import("../../types.js").GameEvent} GameEvent */
/** @typedef {import("../../core/h.js").Child} Child */

/** @param {Frame} frame @param {string[]} names @param {(event: GameEvent) => Child} part what an event brought its player @returns {Child[]} */
export function report(frame, names, part) {
  /** @type {Map<number, Child[]>} */
  const bySeat = new Map();
  /** @type {Child[]} */
  const sentences = [];
  for (const event of frame.events ?? []) {
    if (event.type === "round_ended") sentences.push(t("play.round_ended", { n: event.round }));
    const said = part(event);
    if (!said) continue;
    const parts = bySeat.get(event.seat) ?? [];
    if (parts.length) parts.push("; ");
    parts.push(said);
    bySeat.set(event.seat, parts);
  }
  for (const [seat, parts] of bySeat) sentences.push([h("b", null, names[seat]), ": ", parts]);
  const end = (frame.events ?? []).find((each) => each.type === "game_ended");
  if (end) sentences.push(ended(end.outcome.winners.map((seat) => names[seat])));
  return sentences;
}

/** @param {string[]} winners */
function ended(winners) {
  return t(winners.length > 1 ? "table.shared" : "table.won", { names: listed(winners) });
}
