/** The layouts of the table: wide for 2, wide for 3 and 4, phones, tablets. */

import { h } from "../../core/h.js";
import { byTouch } from "../../core/media.js";
import { card, lastTake, mini } from "../shared/card.js";
import { targets } from "../shared/hand.js";
import { dock } from "../shared/lane.js";
import { letGoButton } from "../shared/source.js";
import { choosingRow } from "./actions.js";
import { board, columnDock } from "./board.js";
import { LINES } from "./lines.js";
import { grid, gridLook, ring, supply, supplies } from "./middle.js";

/** @typedef {import("./actions.js").TableView} TableView */

/** @param {TableView} view */
export function table(view) {
  if (view.layout === "phone") return phone(view);
  if (view.layout === "lying") return lying(view);
  if (view.layout === "tablet") return tablet(view);
  return view.state.players === 2 ? forTwo(view) : forMore(view);
}

/** The other seats in the order of play, starting after the user's. @param {TableView} view */
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
      board(view, view.me ?? 0, "own", { beside: byTouch() && letGoButton(view) }),
      h("div", { class: "duo", key: "duo" }, board(view, other, "small"), view.guide ?? view.since),
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
      board(view, view.me ?? 0, "own", { beside: byTouch() && letGoButton(view) }),
      h("div", { class: "side", key: "side" }, view.since, supplies(view)),
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
  const aims = targets(view, LINES);
  const row = choosingRow(view);
  return h(
    "main",
    { class: ["table azul phone", `for-${view.state.players}`], key: "table" },
    grid(view, gridLook(view)),
    rivals(view),
    board(view, view.me ?? 0, "own"),
    aims.length ? dock(view, aims, LINES) : row !== null ? columnDock(view, row) : h("div", { class: "dock rest", key: "dock" }, supply(view)),
  );
}

/** The others as cards; a tap opens a board. @param {TableView} view */
function rivals(view) {
  const open = others(view).find((seat) => seat === view.memory.opened) ?? null;
  return h(
    "div",
    { class: ["rival", view.guide && "guided"], key: "rivals" },
    h("div", { class: "cards" }, others(view).map((seat) => card(view, seat, { picture: mini(view, seat, view.state.boards[seat].wall, "wall"), last: lastTake(view, seat, LINES) }))),
    open !== null && h("div", { class: "opened", "data-overlay": true }, board(view, open, "small")),
    view.guide,
  );
}

/** A phone in landscape: the own board takes the whole height. @param {TableView} view */
function lying(view) {
  return h(
    "main",
    { class: ["table azul lying", `for-${view.state.players}`], key: "table" },
    h("div", { class: "left", key: "left" }, grid(view, gridLook(view)), rivals(view)),
    board(view, view.me ?? 0, "own", { beside: letGoButton(view), below: supply(view) }),
  );
}

/** A tablet in portrait: three bands, with the whole boards of the others in the middle. @param {TableView} view */
function tablet(view) {
  const two = view.state.players === 2;
  const told = h("div", { class: "side", key: "side" }, view.guide ?? view.since, two ? supply(view) : supplies(view));
  return h(
    "main",
    { class: ["table azul tablet", `for-${view.state.players}`], key: "table" },
    two ? ring(view) : grid(view, gridLook(view)),
    h("div", { class: "others", key: "others" }, others(view).map((seat) => board(view, seat, "small")), two && told),
    !two && told,
    board(view, view.me ?? 0, "own", { beside: letGoButton(view) }),
  );
}
