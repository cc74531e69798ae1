/** Another player's board as a small card, if there is no room for the board itself. */

import { tile } from "../../art/pieces.js";
import { h, words } from "../../core/h.js";
import { redraw } from "../../core/redraw.js";
import { rich } from "../../core/text.js";
import { badge, playerClass } from "../../ui/identity.js";
import { readTake } from "./lane.js";
import { takeFields } from "./takes.js";
import { aloud } from "./tiles.js";
import { boardLabel } from "./who.js";

/** @typedef {import("../game-view.js").TableView} TableView */
/** @typedef {import("../game-view.js").Frame} Frame */
/** @typedef {import("../../core/h.js").Child} Child */

/**
 * A tap opens the board; only one is open at a time.
 * @param {TableView} view @param {number} seat
 * @param {{picture: Child, last: Child, kit?: Child}} own what a game adds: the small board, the last move, tokens and chips
 */
export function card(view, seat, { picture, last, kit }) {
  const open = view.memory.opened === seat;
  const { score } = view.state.boards[seat];
  const done = words(last);
  return h(
    "button",
    {
      type: "button",
      class: ["card", playerClass(view, seat), view.waiting.includes(seat) && "turn"],
      key: `card-${seat}`,
      "data-closed": true,
      "aria-expanded": String(open),
      on: {
        click: () => {
          view.memory.opened = open ? null : seat;
          redraw();
        },
      },
    },
    aloud([boardLabel(view, seat), done].filter(Boolean).join("; ")),
    h("span", { class: "card-who", "aria-hidden": "true" }, badge(view, seat), h("span", { class: "card-name", title: view.names[seat] }, view.names[seat])),
    h("span", { class: "sc", "aria-hidden": "true", "data-spot": open ? null : `score-${seat}` }, String(score)),
    picture,
    h("span", { class: "card-last", "aria-hidden": "true" }, kit, done && h("span", { class: "card-move" }, last)),
  );
}

/** The last take of another player since the user's last turn, in a few words: “2 red to line 4”. @param {TableView} view @param {number} seat @param {import("./lane.js").PatternLines} lines @returns {Child} */
export function lastTake(view, seat, lines) {
  const frame = view.recent.findLast((each) => each.seat === seat && readTake(each.action ?? "", lines));
  const take = frame && readTake(frame.action ?? "", lines);
  if (!take) return "";
  const fields = { ...takeFields(take, frame.before, lines), line: take.line + 1 };
  return rich(take.line === lines.floor ? lines.lastToFloor : "play.last_take", fields);
}

/**
 * A small board: its lines, and beside them the cells of the wall or dome, row by row: a letter for a tile,
 * "." for an empty space, " " where there is none. Flights end at its cells, unless the board itself
 * is open.
 * @param {TableView} view @param {number} seat @param {string[]} rows of the wall or dome @param {string} name of their spots
 */
export function mini(view, seat, rows, name) {
  const { lines } = view.state.boards[seat];
  const spot = (/** @type {string} */ text) => (view.memory.opened === seat ? null : text);
  return h(
    "span",
    { class: "mini", "aria-hidden": "true", style: { "--size": String(rows.length) } },
    h(
      "span",
      { class: "ml" },
      lines.map((line, row) =>
        h("span", { class: "ml-row", key: row }, Array.from({ length: row + 1 }, (_, i) => cell(row - i < line.length ? line[0] : ".", spot(`line${seat}-${row}-${row - i}`), i))),
      ),
    ),
    h("span", { class: "mw" }, rows.flatMap((row, r) => [...row].map((letter, c) => cell(letter, spot(`${name}${seat}-${r}-${c}`), `${r}${c}`)))),
  );
}

/** @param {string} letter @param {string | null} spot @param {import("../../core/h.js").Key} key */
function cell(letter, spot, key) {
  if (letter === "." || letter === " ") return h("i", { class: ["q", letter === " " && "void"], "data-spot": spot, key });
  return tile(letter, { "data-spot": spot, key });
}
