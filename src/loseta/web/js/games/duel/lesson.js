/** The pieces of Azul Duel in a lesson. */

import { h } from "../../core/h.js";
import { grouped, only } from "../shared/lesson.js";
import { board } from "./board.js";
import { factories } from "./middle.js";
import { offer } from "./offer.js";
import { tablets } from "./tablets.js";

/** @param {import("./actions.js").TableView} view @param {string[]} shows */
export function lesson(view, shows) {
  return [
    only(factories(view), shows),
    shows.includes("offer") && h("div", { class: "scene-middle", key: "offer" }, offer(view)),
    shows.includes("tablets") && h("div", { class: "scene-middle", key: "tablets" }, tablets(view)),
    grouped(board(view, view.me ?? 0, "own")),
  ];
}
