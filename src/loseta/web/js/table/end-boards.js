/** The walls and domes as they stood at the end. */

import { hole, space, tile, tileName } from "../art/pieces.js";
import { h } from "../core/h.js";
import { signed, t } from "../core/text.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */

/** @param {TableSession} session */
export function finals(session) {
  const state = session.frames.at(-1)?.state;
  const { length } = session.names;
  return h(
    "div",
    { class: ["finals", `of-${length}`, `size-${session.gameView.size}`] },
    session.names.map((name, seat) => state && finalBoard(session, seat, name, session.gameView.finalBoard(state, seat, session.box))),
  );
}

/** @param {TableSession} session @param {number} seat @param {string} name @param {import("../games/game-view.js").FinalBoard} board */
function finalBoard(session, seat, name, { laid, empty }) {
  const cells = laid.flatMap((row, r) => [...row].map((letter, c) => cell(letter, empty(r, c), { "grid-row": r + 1, "grid-column": c + 1 })));
  return h(
    "figure",
    { key: seat, style: { "--size": String(session.gameView.size) } },
    h("div", { class: "final", role: "img", "aria-label": told(laid) }, cells, bonuses(session, seat)),
    h("figcaption", null, name),
  );
}

/** @param {string} letter what lies there @param {string} wanted what would lie there @param {object} style */
function cell(letter, wanted, style) {
  if (letter !== ".") return tile(letter, { "aria-hidden": "true", style });
  return wanted === "." ? hole({ style }) : space(wanted, { style });
}

/** Complete rows and columns, with what they brought, at their ends. @param {TableSession} session @param {number} seat */
function bonuses(session, seat) {
  const events = session.frames.at(-1)?.events ?? [];
  const end = session.gameView.size + 1;
  return events
    .filter((event) => event.type === "bonus_scored" && event.seat === seat && event.kind !== "colour")
    .map(({ kind, which, points }) => {
      const place = kind === "row" ? { "grid-row": which + 1, "grid-column": end } : { "grid-row": end, "grid-column": which + 1 };
      return h("b", { class: "good final-bonus", key: `${kind}${which}`, style: place }, signed(points));
    });
}

/** @param {string[]} rows */
function told(rows) {
  const parts = rows.map((row, r) => {
    const names = [...row].filter((letter) => letter !== ".").map((letter) => tileName(letter));
    return names.length ? t("end.row", { row: r + 1, tiles: names.join(", ") }) : "";
  });
  return parts.filter(Boolean).join("; ") || t("end.nothing_laid");
}
