/** Azul on the page. */

import { SIZE } from "./actions.js";
import { finalBoard } from "./board.js";
import { key } from "./keys.js";
import { lesson } from "./lesson.js";
import { perform } from "./motion.js";
import { sheet } from "./sheet.js";
import { table } from "./table.js";
import { ahead, followed, task, told, wording } from "./words.js";

/** @type {import("../game-view.js").GameView<import("./types.js").State, import("./types.js").Box, import("../shared/hand.js").Tiles>} */
export const view = { table, task, told, followed, perform, key, sheet, wording, ahead, lesson, size: SIZE, finalBoard };
