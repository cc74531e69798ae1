/** The walls and domes at the end, with the points of their rows, columns and colours. */

import { hole, space, tile, tileName } from "../art/pieces.js";
import { h } from "../core/h.js";
import { signed, t } from "../core/text.js";
import { badge, playerClass } from "../ui/identity.js";
import { byPlace } from "./end-ranking.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */
/** @typedef {import("../types.js").GameEvent} GameEvent */

/** @param {TableSession} session */
export function finals(session) {
  const state = session.frames.at(-1)?.state;
  const { length } = session.names;
  return h(
    "div",
    { class: ["finals", `of-${length}`, `size-${session.gameView.size}`], key: "finals" },
    byPlace(session.ending.places).map((seat) => state && finalBoard(session, seat, session.gameView.finalBoard(state, seat, session.box))),
  );
}

/** @param {TableSession} session @param {number} seat @param {import("../games/game-view.js").FinalBoard} board */
function finalBoard(session, seat, { laid, empty }) {
  const bonuses = bonusesOf(session, seat);
  const players = { names: session.names, me: session.me };
  const letters = Object.keys(session.box.colours);
  const cells = laid.flatMap((row, r) =>
    [...row].map((letter, c) => cell(letter, empty(r, c), { "grid-row": r + 1, "grid-column": c + 1 }, bonuses.some((bonus) => brings(bonus, r, c, letters.indexOf(letter))))),
  );
  return h(
    "figure",
    { key: seat, class: playerClass(players, seat), style: { "--size": String(session.gameView.size) } },
    h("figcaption", null, badge(players, seat), h("span", { class: "final-name" }, session.names[seat]), h("b", { class: "final-total" }, String(session.ending.scores[seat]))),
    h("div", { class: "final", role: "img", "aria-label": told(laid) }, cells, bonuses.map((bonus) => mark(bonus, session.gameView.size + 1))),
  );
}

/** @param {string} letter what lies there @param {string} wanted what would lie there @param {object} style @param {boolean} brings points at the end */
function cell(letter, wanted, style, brings) {
  if (letter !== ".") return tile(letter, { "aria-hidden": "true", style, class: brings ? "brings" : "" });
  return wanted === "." ? hole({ style }) : space(wanted, { style });
}

/** @param {TableSession} session @param {number} seat */
function bonusesOf(session, seat) {
  return (session.frames.at(-1)?.events ?? []).filter((event) => event.type === "bonus_scored" && event.seat === seat);
}

/** Whether a tile belongs to something that brought points. @param {GameEvent} bonus @param {number} row @param {number} column @param {number} colour */
function brings({ kind, which }, row, column, colour) {
  return which === (kind === "row" ? row : kind === "column" ? column : colour);
}

/** The points of a complete row or column, at its end. @param {GameEvent} bonus @param {number} end */
function mark({ kind, which, points }, end) {
  if (kind === "colour") return null;
  const place = kind === "row" ? { "grid-row": which + 1, "grid-column": end } : { "grid-row": end, "grid-column": which + 1 };
  return h("b", { class: "good final-bonus", key: `${kind}${which}`, style: place }, signed(points));
}

/** @param {string[]} rows */
function told(rows) {
  const parts = rows.map((row, r) => {
    const names = [...row].filter((letter) => letter !== ".").map((letter) => tileName(letter));
    return names.length ? t("end.row", { row: r + 1, tiles: names.join(", ") }) : "";
  });
  return parts.filter(Boolean).join("; ") || t("end.nothing_laid");
}
