/** Who sits at a board: the line above it, and the small card that stands for it on a phone. */

import { h } from "../../core/h.js";
import { redraw } from "../../core/redraw.js";
import { t } from "../../core/text.js";
import { clock } from "../../table/clock.js";
import { aloud, points } from "./tiles.js";

/** @typedef {import("../game-view.js").TableView} TableView */
/** @typedef {import("../../core/h.js").Child} Child */

/** Whether a seat is waited for. @param {TableView} view @param {number} seat */
export function hasTurn(view, seat) {
  return view.waiting.includes(seat) && !view.over;
}

/** @param {TableView} view @param {number} seat */
export function boardLabel(view, seat) {
  return t("play.board_of", { name: view.names[seat], n: view.state.boards[seat].score });
}

/** @param {TableView} view @param {number} seat @param {{marker?: Child, kit?: Child, projected?: Child}} own what a game adds */
export function who(view, seat, { marker, kit, projected }) {
  const { score } = view.state.boards[seat];
  const info = view.seats[seat];
  const away = info?.kind === "person" && !info.present;
  return h(
    "header",
    { class: "who" },
    h("span", { class: "dot", "aria-hidden": "true" }),
    h("h2", { class: "name" }, view.names[seat]),
    marker,
    hasTurn(view, seat) && h("span", { class: "unseen" }, t("table.to_move")),
    away && h("span", { class: "away" }, t("table.away")),
    info?.stands_in && h("span", { class: "away" }, t("table.stood_in")),
    view.clock && clock(view.clock, seat),
    kit,
    projected,
    h("span", { class: "score", "data-spot": `score-${seat}` }, String(score), " ", h("small", null, t("play.points", { n: score }))),
  );
}

/** What the round would bring now. @param {TableView} view @param {number} seat */
export function projection(view, seat) {
  const its = view.projection?.[seat];
  if (!its || view.over || !(its.placed.length || its.penalty)) return null;
  return h(
    "span",
    { class: "proj", title: t("play.projection_title") },
    t("play.at_tiling"),
    " ",
    its.points > 0 && points(its.points),
    its.penalty > 0 && [" ", points(-its.penalty)],
  );
}

/** Another's board as a card; a tap opens it, and one board at a time. @param {TableView} view @param {number} seat @param {Child} picture */
export function card(view, seat, picture) {
  const open = view.memory.opened === seat;
  const { score } = view.state.boards[seat];
  return h(
    "button",
    {
      type: "button",
      class: ["card", view.waiting.includes(seat) && "turn"],
      key: `card-${seat}`,
      "aria-expanded": String(open),
      on: {
        click: () => {
          view.memory.opened = open ? null : seat;
          redraw();
        },
      },
    },
    aloud(boardLabel(view, seat)),
    h("span", { class: "card-name", "aria-hidden": "true" }, view.names[seat]),
    picture,
    h("span", { class: "sc", "aria-hidden": "true", "data-spot": open ? null : `score-${seat}` }, String(score)),
  );
}

/** The picture on a card: lines, and beside them the cells of the wall or dome, by their classes. @param {string[]} lines @param {(string | false)[]} cells @param {number} size */
export function mini(lines, cells, size) {
  return h(
    "span",
    { class: "mini", "aria-hidden": "true", style: { "--size": String(size) } },
    h(
      "span",
      { class: "ml" },
      lines.map((line, row) =>
        h("span", { class: "ml-row", key: row }, Array.from({ length: row + 1 }, (_, i) => h("i", { class: ["q", row - i < line.length && `q-${line[0]}`] }))),
      ),
    ),
    h("span", { class: "mw" }, cells.map((cell) => h("i", { class: ["q", cell] }))),
  );
}
