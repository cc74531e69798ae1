/** The pattern lines of Azul Duel and the broken tiles, its floor line. */

import { inline } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { points } from "../shared/tiles.js";
import { BROKEN, read, takeText, tilesAt } from "./actions.js";

/** @type {import("../shared/lane.js").PatternLines} */
export const LINES = {
  floor: BROKEN,
  read,
  takeText,
  tilesAt,
  floorOf: (/** @type {import("./types.js").Board} */ board) => board.broken,
  penaltyEvent: "penalty_scored",
  lostEvent: "line_broken",
  toFloor: () => t("duel.to_broken"),
  lastToFloor: "duel.last_to_floor",
  floorName: () => t("duel.broken"),
  floorShort: () => t("duel.broken"),
  floorDock: () => t("duel.broken_short"),
  unplaced: () => t("duel.waits"),
  unplacedShort: () => t("duel.waits_short"),
  fallen: (n) => t("duel.breaks", { n }),
  loss: (_, { line, cost, falls, marker }) => {
    if (cost <= 0) return null;
    if (line === BROKEN) return points(-cost);
    return [points(-cost), " ", falls > 0 ? h("span", { class: "word" }, t("duel.breaks", { n: falls })) : marker && inline("1")];
  },
  dock: "dock seven",
};
