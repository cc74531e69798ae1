/** The pieces of Azul in a lesson. */

import { grouped, lineButtons, only } from "../shared/lesson.js";
import { board } from "./board.js";
import { LINES } from "./lines.js";
import { grid } from "./middle.js";

/** @param {import("./actions.js").TableView} view @param {string[]} shows */
export function lesson(view, shows) {
  return [only(grid(view), shows), grouped(board(view, view.me ?? 0, "own")), lineButtons(view, LINES)];
}
