/** The games by name. */

import { azul } from "./azul/index.js";
import { duel } from "./duel/index.js";

/** @type {{[name: string]: import("./game-view.js").GameView}} */
const VIEWS = { azul, duel };

/** @param {string} name */
export function gameView(name) {
  return VIEWS[name];
}
