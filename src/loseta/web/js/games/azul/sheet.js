/** Where the points of a game of Azul came from. */

import { t } from "../../core/text.js";

/** @typedef {import("./actions.js").Frame} Frame */

/** @param {Frame[]} frames @returns {import("../game-view.js").Sheet} */
export function sheet(frames) {
  const seats = frames[0].state.boards.length;
  const none = () => Array(seats).fill(0);
  /** @type {number[][]} */
  const walls = [];
  const lost = none();
  const bonus = /** @type {{[kind: string]: number[]}} */ ({ row: none(), column: none(), colour: none() });
  let reason = "row";
  for (const frame of frames) {
    for (const event of frame.events ?? []) {
      if (event.type === "tile_placed") {
        const round = (frame.round ?? 1) - 1;
        walls[round] ??= none();
        walls[round][event.seat] += event.points;
      }
      if (event.type === "floor_scored") lost[event.seat] -= event.lost;
      if (event.type === "bonus_scored") bonus[event.kind][event.seat] += event.points;
      if (event.type === "game_ended") reason = event.outcome.reason;
    }
  }
  const last = /** @type {Frame} */ (frames.at(-1));
  return {
    lines: [
      ...Array.from(walls, (points, round) => ({
        label: t("azul.sheet_round", { round: round + 1 }),
        points: points ?? none(),
        kind: /** @type {const} */ ("plain"),
      })),
      { label: t("azul.sheet_floor"), points: lost, kind: "loss" },
      { label: t("azul.sheet_rows"), points: bonus.row, kind: "bonus" },
      { label: t("azul.sheet_columns"), points: bonus.column, kind: "bonus" },
      { label: t("azul.sheet_colours"), points: bonus.colour, kind: "bonus" },
    ],
    totals: last.state.boards.map((board) => board.score),
    why: t(`azul.ended_${["row", "idle", "no_tiles"].includes(reason) ? reason : "row"}`),
  };
}
