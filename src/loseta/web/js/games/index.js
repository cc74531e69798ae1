/** The games by name. */

import { azul } from "./azul/index.js";
import { duel } from "./duel/index.js";

/** @type {{[name: string]: import("./face.js").Face}} */
export const FACES = { azul, duel };
