/** The pattern lines of Azul and its floor line. */

import { inline } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { points } from "../shared/tiles.js";
import { FLOOR, read, takeText, tilesAt } from "./actions.js";

/** @type {import("../shared/lane.js").PatternLines} */
export const LINES = {
  floor: FLOOR,
  read,
  takeText,
  tilesAt,
  floorOf: (/** @type {import("./types.js").Board} */ board) => board.floor,
  penaltyEvent: "floor_scored",
  lostEvent: null,
  toFloor: () => t("azul.to_floor"),
  lastToFloor: "azul.last_to_floor",
  floorName: () => t("azul.floor"),
  floorShort: () => t("azul.floor_short"),
  floorDock: () => t("azul.floor_short"),
  unplaced: () => t("play.complete"),
  unplacedShort: () => t("play.complete_short"),
  fallen: (n) => t("azul.falls", { n }),
  loss: (view, { line, cost, falls, marker }) => {
    if (cost <= 0) return line === FLOOR && view.effects && points(0);
    const word = line !== FLOOR && falls > 0 && h("span", { class: "word" }, t("azul.falls", { n: falls }));
    return [points(-cost), " ", marker && inline("1"), marker && word && " ", word];
  },
  dock: "dock",
};
