/** The pieces of Azul Duel in a lesson. */

import { h } from "../../core/h.js";
import { grouped, lineButtons, only } from "../shared/lesson.js";
import { board } from "./board.js";
import { LINES } from "./lines.js";
import { factories } from "./middle.js";
import { offer } from "./offer.js";
import { tablets } from "./tablets.js";

/** The tablets show their points, so they appear with the answer. @param {import("./actions.js").TableView} view @param {string[]} shows @param {boolean} answered */
export function lesson(view, shows, answered) {
  return [
    only(factories(view), shows),
    shows.includes("offer") && h("div", { class: "scene-middle", key: "offer" }, offer(view)),
    answered && shows.includes("tablets") && h("div", { class: "scene-middle", key: "tablets" }, tablets(view)),
    grouped(board(view, view.me ?? 0, "own")),
    lineButtons(view, LINES),
  ];
}
