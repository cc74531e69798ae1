/** Where things lie: the wide table for 2, for 3 and 4, and the phone's. */

import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { redraw } from "../../core/redraw.js";
import { board, mini } from "./board.js";
import { targets } from "./hand.js";
import { dock } from "./lane.js";
import { grid, ring, supply } from "./middle.js";

/** @typedef {import("../game-view.js").TableView} TableView */

/** The other's board that is open on a phone. @type {number | null} */
let opened = null;

/** @param {TableView} view */
export function table(view) {
  if (view.layout === "phone") return phone(view);
  return view.state.players === 2 ? forTwo(view) : forMore(view);
}

/** The seats in the order in which they sit, beginning after mine. @param {TableView} view */
function others(view) {
  const n = view.state.players;
  const own = view.me ?? 0;
  return Array.from({ length: n - 1 }, (_, i) => (own + i + 1) % n);
}

/** @param {TableView} view */
function forTwo(view) {
  const [other] = others(view);
  return h(
    "main",
    { class: "table azul two", key: "table" },
    h("div", { class: "left" }, ring(view), supply(view)),
    h(
      "div",
      { class: "right" },
      board(view, view.me ?? 0, "own"),
      h("div", { class: "duo", key: "duo" }, board(view, other, "small"), view.since),
    ),
  );
}

/** @param {TableView} view */
function forMore(view) {
  return h(
    "main",
    { class: ["table azul more", `for-${view.state.players}`], key: "table" },
    h("div", { class: "left" }, ring(view)),
    h(
      "div",
      { class: "below" },
      board(view, view.me ?? 0, "own"),
      h("div", { class: "side", key: "side" }, view.since, supply(view)),
    ),
    h(
      "div",
      { class: "right" },
      others(view).map((seat) => board(view, seat, "small")),
    ),
  );
}

/** @param {TableView} view */
function phone(view) {
  const aims = targets(view);
  const open = others(view).find((seat) => seat === opened) ?? null;
  return h(
    "main",
    { class: ["table azul phone", `for-${view.state.players}`], key: "table" },
    grid(view),
    h(
      "div",
      { class: "rival", key: "rivals" },
      h("div", { class: "cards" }, others(view).map((seat) => card(view, seat))),
      open !== null && h("div", { class: "opened" }, board(view, open, "small")),
    ),
    board(view, view.me ?? 0, "own"),
    aims.length ? dock(view, aims) : h("div", { class: "dock rest", key: "dock" }, supply(view)),
  );
}

/** @param {TableView} view @param {number} seat */
function card(view, seat) {
  const its = view.state.boards[seat];
  const open = opened === seat;
  return h(
    "button",
    {
      type: "button",
      class: ["card", view.waiting.includes(seat) && "turn"],
      key: `card-${seat}`,
      "aria-expanded": String(open),
      on: {
        click: () => {
          opened = open ? null : seat;
          redraw();
        },
      },
    },
    h("span", { class: "unseen" }, t("azul.board_of", { name: view.names[seat], n: its.score })),
    h("span", { class: "card-name", "aria-hidden": "true" }, view.names[seat]),
    mini(its, view.box),
    h("span", { class: "sc", "aria-hidden": "true", "data-spot": `score-${seat}` }, String(its.score)),
  );
}
