/** Azul on the home page, in lists and in the lessons. */

import { rich, t } from "../../core/text.js";
import { chapter } from "../../learn/chapters.js";

/** @type {import("../game-card.js").GameCard} */
export const card = {
  tile: "R",
  art: "BYRKW",
  options: [
    { name: "players", label: () => t("azul.option.players"), value: (players) => players },
    { name: "wall", label: () => t("azul.wall"), value: (wall) => t(`azul.option.${wall}`) },
  ],
  seats: ({ players }) => Number(players),
  summary: ({ players, wall }) => [rich("home.sum_players", { n: Number(players) }), rich(`azul.sum_${wall}`)],
  variant: ({ wall }) => (wall === "gray" ? t("azul.gray_wall") : ""),
  chapters: [
    chapter("A1", 7),
    chapter("A2", 11),
    chapter("A3", 5),
    chapter("A4", 3),
    chapter("A5", 5),
    chapter("A6", 4),
    chapter("A7", 5),
    chapter("A8", 1),
  ],
};
