/** Where the points of a game of Azul Duel came from. */

import { t } from "../../core/text.js";
import { broughtAlong, noPoints, roundLines, totals } from "../shared/sheet.js";
import { tabletName } from "./tablets.js";

/** @typedef {import("./actions.js").Frame} Frame */

/** @param {Frame[]} frames @returns {import("../game-view.js").Sheet} */
export function sheet(frames) {
  const start = broughtAlong(frames);
  const specials = noPoints(frames);
  const lost = noPoints(frames);
  const paid = noPoints(frames);
  /** @type {Map<string, number[]>} */
  const tablets = new Map();
  frames.forEach((frame, at) => {
    const before = frames[at - 1]?.state;
    if (frame.action === "draw" && before && frame.seat !== null && frame.seat !== undefined) {
      paid[frame.seat] += frame.state.boards[frame.seat].score - before.boards[frame.seat].score;
    }
    for (const event of frame.events ?? []) {
      if (event.type === "special_placed") specials[event.seat] += event.points;
      if (event.type === "penalty_scored") lost[event.seat] -= event.lost;
      if (event.type === "tablet_scored") {
        if (!tablets.has(event.tablet)) tablets.set(event.tablet, noPoints(frames));
        /** @type {number[]} */ (tablets.get(event.tablet))[event.seat] += event.points;
      }
    }
  });
  const sums = totals(frames);
  /** @type {import("../game-view.js").Sheet["lines"]} */
  const lines = [
    { label: t("duel.sheet.start"), points: start, kind: "plain" },
    ...roundLines(frames, (round) => t("duel.sheet.round", { round })),
    { label: t("duel.sheet.specials"), points: specials, kind: "plain" },
    { label: t("duel.sheet.drawn"), points: paid, kind: "loss" },
    { label: t("duel.sheet.broken"), points: lost, kind: "loss" },
    ...[...tablets].map(([name, points]) => ({ label: tabletName(name), points, kind: /** @type {const} */ ("bonus") })),
  ];
  // If the tablets would make a score negative, it is 0 instead (D7.1).
  const rest = sums.map((total, seat) => total - lines.reduce((sum, line) => sum + line.points[seat], 0));
  if (rest.some((n) => n !== 0)) lines.push({ label: t("duel.sheet.zero"), points: rest, kind: "plain" });
  return { lines, totals: sums, why: t("duel.sheet.ended") };
}
