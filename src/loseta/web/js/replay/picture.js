/** A table as a picture: the server draws it as SVG, and the browser converts it to PNG. */

import { t } from "../core/text.js";
import { isDark } from "../core/theme.js";
import { get, post, ServerError } from "../net/api.js";

/** @typedef {import("./game.js").Game} Game */

/** Pixels per unit of the drawing. */
const SCALE = 2;

/** The current step of a replay, or of a variation. @param {Game} game @param {(error: string) => void} failed */
export function saveStep(game, failed) {
  const { position, action, seat } = game.frame;
  const asked = { position, last: action ?? "", mover: seat ?? null, names: game.names, theme: theme() };
  return save(() => post("/pictures", asked), `${game.told.game}-${game.frame.ply}`, failed);
}

/** Any position. @param {{game: string, frame: import("../games/game-view.js").Frame, names: string[], arrows: string[]}} shown @param {(error: string) => void} failed */
export function savePosition({ game, frame, names, arrows }, failed) {
  const { position, action, seat } = frame;
  const asked = { position, last: action ?? "", mover: seat ?? null, names, theme: theme(), arrows };
  return save(() => post("/pictures", asked), `${game}-${t("analysis.file")}`, failed);
}

/** The current state of a table. @param {{id: string, table: {game: string}}} session @param {(error: string) => void} failed */
export function saveTable({ id, table }, failed) {
  return save(() => get(`/tables/${id}/picture?theme=${theme()}`), `${table.game}-${id}`, failed);
}

function theme() {
  return isDark() ? "dark" : "light";
}

/** @param {() => Promise<string>} draw @param {string} name of the file @param {(error: string) => void} failed */
async function save(draw, name, failed) {
  try {
    download(await painted(await draw()), `${name}.png`);
  } catch (error) {
    failed((error instanceof ServerError && error.message) || t("picture.failed"));
  }
}

/** @param {string} svg @returns {Promise<string>} makes the SVG */
async function painted(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}

/** @param {string} address @param {string} name */
function download(address, name) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
