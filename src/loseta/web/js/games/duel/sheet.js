/** Where the points of a game of Azul Duel came from. */

import { t } from "../../core/text.js";
import { tabletName } from "./tablets.js";

/** @typedef {import("./actions.js").Frame} Frame */

/** @param {Frame[]} frames @returns {import("../game-view.js").Sheet} */
export function sheet(frames) {
  const first = frames[0].state;
  const none = () => first.boards.map(() => 0);
  const start = first.boards.map((board) => board.score);
  /** @type {number[][]} */
  const domes = [];
  const specials = none();
  const lost = none();
  const paid = none();
  /** @type {Map<string, number[]>} */
  const tablets = new Map();
  frames.forEach((frame, at) => {
    const before = frames[at - 1]?.state;
    if (frame.action === "draw" && before && frame.seat !== null && frame.seat !== undefined) {
      paid[frame.seat] += frame.state.boards[frame.seat].score - before.boards[frame.seat].score;
    }
    for (const event of frame.events ?? []) {
      if (event.type === "tile_placed") {
        const round = (frame.round ?? 1) - 1;
        domes[round] ??= none();
        domes[round][event.seat] += event.points;
      }
      if (event.type === "special_placed") specials[event.seat] += event.points;
      if (event.type === "penalty_scored") lost[event.seat] -= event.lost;
      if (event.type === "tablet_scored") {
        if (!tablets.has(event.tablet)) tablets.set(event.tablet, none());
        /** @type {number[]} */ (tablets.get(event.tablet))[event.seat] += event.points;
      }
    }
  });
  const totals = /** @type {Frame} */ (frames.at(-1)).state.boards.map((board) => board.score);
  const lines = [
    { label: t("duel.sheet.start"), points: start, kind: "plain" },
    ...Array.from(domes, (points, round) => ({ label: t("duel.sheet.round", { round: round + 1 }), points: points ?? none(), kind: "plain" })),
    { label: t("duel.sheet.specials"), points: specials, kind: "plain" },
    { label: t("duel.sheet.drawn"), points: paid, kind: "loss" },
    { label: t("duel.sheet.broken"), points: lost, kind: "loss" },
    ...[...tablets].map(([name, points]) => ({ label: tabletName(name), points, kind: "bonus" })),
  ];
  // Where the tablets would take more than there is, a score stops at 0 (D7.1).
  const rest = totals.map((total, seat) => total - lines.reduce((sum, line) => sum + line.points[seat], 0));
  if (rest.some((n) => n !== 0)) lines.push({ label: t("duel.sheet.zero"), points: rest, kind: "plain" });
  return { lines: /** @type {import("../game-view.js").Sheet["lines"]} */ (lines), totals, why: t("duel.sheet.ended") };
}
