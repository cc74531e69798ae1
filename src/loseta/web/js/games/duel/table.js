/** Where things lie: the wide table and the phone's. */

import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { redraw } from "../../core/redraw.js";
import { board, mini } from "./board.js";
import { targets } from "./hand.js";
import { dock } from "./lane.js";
import { factories } from "./middle.js";
import { offer, supply } from "./offer.js";
import { aloud } from "./plates.js";
import { dockStep, pane, step } from "./steps.js";
import { tablets } from "./tablets.js";

/** @typedef {import("../game-view.js").TableView} TableView */

/** Whether the other's board is open on a phone. */
let opened = false;

/** @param {TableView} view */
export function table(view) {
  return view.layout === "phone" ? phone(view) : wide(view);
}

/** @param {TableView} view */
function wide(view) {
  const own = view.me ?? 0;
  const now = step(view);
  return h(
    "main",
    { class: "table duel", key: "table" },
    h(
      "div",
      { class: "left", key: "left" },
      factories(view),
      h("div", { class: "market", key: "market" }, offer(view), tablets(view)),
      supply(view),
    ),
    h(
      "div",
      { class: "right", key: "right" },
      board(view, own, "own"),
      h("div", { class: "duo", key: "duo" }, board(view, 1 - own, "small"), now ? pane(now) : view.since),
    ),
  );
}

/** @param {TableView} view */
function phone(view) {
  const own = view.me ?? 0;
  const aims = targets(view);
  const now = step(view);
  return h(
    "main",
    { class: "table duel phone", key: "table" },
    factories(view),
    h("div", { class: "market", key: "market" }, offer(view), tablets(view)),
    h(
      "div",
      { class: "rival", key: "rival" },
      card(view, 1 - own),
      opened && h("div", { class: "opened", key: "opened" }, board(view, 1 - own, "small")),
    ),
    board(view, own, "own"),
    now ? dockStep(now) : aims.length ? dock(view, aims) : h("div", { class: "dock rest", key: "dock" }, supply(view)),
  );
}

/** @param {TableView} view @param {number} seat */
function card(view, seat) {
  const its = view.state.boards[seat];
  return h(
    "button",
    {
      type: "button",
      class: ["card", view.waiting.includes(seat) && "turn"],
      key: "card",
      "aria-expanded": String(opened),
      on: {
        click: () => {
          opened = !opened;
          redraw();
        },
      },
    },
    aloud(t("duel.board_of", { name: view.names[seat], n: its.score })),
    h("span", { class: "card-name", "aria-hidden": "true" }, view.names[seat]),
    mini(its),
    h("span", { class: "sc", "aria-hidden": "true", "data-spot": opened ? null : `score-${seat}` }, String(its.score)),
  );
}
