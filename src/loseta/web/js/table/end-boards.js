/** The walls and domes as they stood at the end. */

import { hole, space, tile, tileName } from "../art/pieces.js";
import { h } from "../core/h.js";
import { signed, t } from "../core/text.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */

/** @param {TableSession} session */
export function finals(session) {
  const boards = session.frames.at(-1)?.state.boards ?? [];
  const size = session.table.game === "azul" ? 5 : 6;
  return h(
    "div",
    { class: ["finals", `of-${boards.length}`, `size-${size}`] },
    boards.map((/** @type {any} */ board, /** @type {number} */ seat) => {
      const laid = board.wall ?? board.tiles;
      return h(
        "figure",
        { key: seat, style: { "--size": String(size) } },
        h(
          "div",
          { class: "final", role: "img", "aria-label": told(laid) },
          laid.flatMap((/** @type {string} */ row, /** @type {number} */ r) => [...row].map((letter, c) => cell(session, board, letter, r, c))),
          bonuses(session, seat),
        ),
        h("figcaption", null, session.names[seat]),
      );
    }),
  );
}

/** @param {TableSession} session @param {any} board @param {string} letter @param {number} r @param {number} c */
function cell(session, board, letter, r, c) {
  const style = { "grid-row": r + 1, "grid-column": c + 1 };
  if (letter !== ".") return tile(letter, { "aria-hidden": "true", style });
  const wanted = board.spaces ? board.spaces[r][c] : session.table.options.wall === "gray" ? "." : session.box.wall[r][c];
  return wanted === "." ? hole({ style }) : space(wanted === "W" && board.spaces ? "*" : wanted, { style });
}

/** Complete rows and columns of Azul, with what they brought, at their ends. @param {TableSession} session @param {number} seat */
function bonuses(session, seat) {
  const events = session.frames.at(-1)?.events ?? [];
  return events
    .filter((event) => event.type === "bonus_scored" && event.seat === seat && event.kind !== "colour")
    .map(({ kind, which, points }) => {
      const place = kind === "row" ? { "grid-row": which + 1, "grid-column": 6 } : { "grid-row": 6, "grid-column": which + 1 };
      return h("b", { class: "good final-bonus", key: `${kind}${which}`, style: place }, signed(points));
    });
}

/** @param {string[]} rows */
function told(rows) {
  const parts = rows.map((row, r) => {
    const names = [...row].filter((letter) => letter !== ".").map((letter) => tileName(letter));
    return names.length ? t("azul.wall_row", { row: r + 1, tiles: names.join(", ") }) : "";
  });
  return parts.filter(Boolean).join("; ") || t("end.nothing_laid");
}
