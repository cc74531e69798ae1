/** The puzzle of the day on the list: its question, its wall, and the week. */

import { hole, space, tile } from "../art/pieces.js";
import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { dayName, kindChip, pips, weekRow } from "./parts.js";
import { isSolved } from "./progress.js";
import { progress } from "./store.js";

/** @typedef {import("../types.js").ToldPuzzle} ToldPuzzle */
/** @typedef {import("../games/game-view.js").GameView} GameView */

/** @param {ToldPuzzle} told @param {GameView} gameView @param {string} kind the kind's name */
export function dayCard(told, gameView, kind) {
  const solved = isSolved(progress(), told.id);
  return h(
    "section",
    { class: "day-card", key: "day", "aria-label": t("puzzles.of_day") },
    h("div", { class: "day-head" }, h("b", null, t("puzzles.of_day")), told.date && h("span", null, dayName(told.date))),
    picture(told, gameView),
    h("h2", null, told.goal),
    h("div", { class: "puzzle-head" }, kindChip(kind), pips(told.level)),
    h("a", { class: ["btn", "day-go", !solved && "main"], href: "/puzzles/day" }, solved && icon("check"), t(solved ? "puzzles.day_done" : "puzzles.solve")),
    weekRow(),
  );
}

/** @param {ToldPuzzle} told @param {GameView} gameView */
function picture({ scene, seat, box }, gameView) {
  const { laid, empty } = gameView.finalBoard(scene.state, seat, box);
  const cells = laid.flatMap((row, r) =>
    [...row].map((letter, c) => {
      const key = `${r}${c}`;
      if (letter !== ".") return tile(letter, { key });
      return empty(r, c) === "." ? hole({ key }) : space(empty(r, c), { key });
    }),
  );
  return h("div", { class: "day-picture", "aria-hidden": "true", "data-decoration": true }, h("div", { class: "wall-picture", style: { "--size": String(gameView.size) } }, cells));
}
