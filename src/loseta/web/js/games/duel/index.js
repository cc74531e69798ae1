/** Azul Duel on the page. */

import { SIZE } from "./actions.js";
import { finalBoard } from "./dome.js";
import { key } from "./keys.js";
import { lesson } from "./lesson.js";
import { perform } from "./motion.js";
import { followed } from "./report.js";
import { sheet } from "./sheet.js";
import { table } from "./table.js";
import { ahead, aside, task, told, wording } from "./words.js";

/** @type {import("../game-view.js").GameView<import("./types.js").State, import("./types.js").Box, import("./hand.js").Hand>} */
export const view = { table, task, told, followed, perform, key, sheet, wording, ahead, aside, lesson, size: SIZE, finalBoard, hides: true };
