/** Azul Duel on the home page, in lists and in the lessons. */

import { rich, t } from "../../core/text.js";
import { chapter } from "../../learn/chapters.js";

/** The chapters of a turn's actions have letters. */
const ACQUISITION = ["A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "D1", "P1", "E1"];

/** @type {import("../game-card.js").GameCard} */
export const card = {
  tile: "T",
  art: "TSBRY",
  options: [],
  seats: () => 2,
  summary: () => [rich("home.sum_players", { n: 2 })],
  variant: ({ tablets = "" }) => (tablets.startsWith("random-") ? t("duel.drawn_tablets", { n: Number(tablets.slice("random-".length)) }) : ""),
  chapters: [
    chapter("D1", 11),
    { id: "D2", rules: ACQUISITION.map((rule) => `D2.${rule}`) },
    chapter("D3", 4),
    chapter("D4", 7),
    chapter("D5", 5),
    chapter("D6", 4),
    chapter("D7", 2),
    chapter("D8", 8),
    chapter("D9", 1),
  ],
};
