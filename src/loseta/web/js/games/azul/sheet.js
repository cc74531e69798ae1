/** Where the points of a game of Azul came from. */

import { t } from "../../core/text.js";
import { broughtAlong, noPoints, roundLines, totals } from "../shared/sheet.js";

/** @typedef {import("./actions.js").Frame} Frame */

/** @param {Frame[]} frames @returns {import("../game-view.js").Sheet} */
export function sheet(frames) {
  const lost = noPoints(frames);
  const bonus = /** @type {{[kind: string]: number[]}} */ ({ row: noPoints(frames), column: noPoints(frames), colour: noPoints(frames) });
  let reason = "row";
  for (const frame of frames) {
    for (const event of frame.events ?? []) {
      if (event.type === "floor_scored") lost[event.seat] -= event.lost;
      if (event.type === "bonus_scored") bonus[event.kind][event.seat] += event.points;
      if (event.type === "game_ended") reason = event.outcome.reason;
    }
  }
  const start = broughtAlong(frames);
  return {
    lines: [
      ...(start.some(Boolean) ? [{ label: t("end.brought_along"), points: start, kind: /** @type {const} */ ("plain") }] : []),
      ...roundLines(frames, (round) => t("azul.sheet_round", { round })),
      { label: t("azul.sheet_floor"), points: lost, kind: "loss" },
      { label: t("azul.sheet_rows"), points: bonus.row, kind: "bonus" },
      { label: t("azul.sheet_columns"), points: bonus.column, kind: "bonus" },
      { label: t("azul.sheet_colours"), points: bonus.colour, kind: "bonus" },
    ],
    totals: totals(frames),
    why: t(`azul.ended_${["row", "idle", "no_tiles"].includes(reason) ? reason : "row"}`),
  };
}
