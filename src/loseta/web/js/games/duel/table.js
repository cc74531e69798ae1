/** Where things lie: the wide table and the phone's. */

import { h } from "../../core/h.js";
import { rich } from "../../core/text.js";
import { card, lastTake, mini } from "../shared/card.js";
import { targets } from "../shared/hand.js";
import { dock } from "../shared/lane.js";
import { plateInHand, read } from "./actions.js";
import { board, kit } from "./board.js";
import { LINES } from "./lines.js";
import { factories } from "./middle.js";
import { offer, supply } from "./offer.js";
import { inlineChip, typeName } from "./plates.js";
import { dockStep, pane, step } from "./steps.js";
import { tablets } from "./tablets.js";
import { begins, enlarged, wayDock } from "./thumb.js";

/** @typedef {import("./actions.js").TableView} TableView */

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
  const aims = targets(view, LINES);
  const now = step(view);
  return h(
    "main",
    { class: "table duel phone", key: "table" },
    h(
      "div",
      { class: "middle", key: "middle" },
      factories(view, begins(view) ? "closed" : ""),
      h("div", { class: "market", key: "market" }, offer(view), tablets(view)),
      begins(view) && enlarged(view),
    ),
    h(
      "div",
      { class: "rival", key: "rival" },
      card(view, 1 - own, { picture: picture(view, 1 - own), last: lastMove(view, 1 - own), kit: kit(view, 1 - own) }),
      view.memory.opened === 1 - own && h("div", { class: "opened", "data-overlay": true, key: "opened" }, board(view, 1 - own, "small")),
    ),
    board(view, own, "own"),
    now ? dockStep(now) : aims.length ? dock(view, aims, LINES) : begins(view) ? wayDock(view) : h("div", { class: "dock rest", key: "dock" }, supply(view)),
  );
}

/** @param {TableView} view @param {number} seat */
function picture(view, seat) {
  const { tiles, spaces } = view.state.boards[seat];
  const rows = tiles.map((row, r) => [...row].map((letter, c) => (letter === "." && spaces[r][c] === "." ? " " : letter)).join(""));
  return mini(view, seat, rows, "dome");
}

/** What another did since my last turn, in few words. @param {TableView} view @param {number} seat @returns {import("../../core/h.js").Child} */
function lastMove(view, seat) {
  const frame = view.recent.findLast((each) => each.seat === seat && ["take", "take_chip", "place_plate"].includes(read(each.action ?? "")?.kind ?? ""));
  const action = read(frame?.action ?? "");
  if (action?.kind === "take") return lastTake(view, seat, LINES);
  if (action?.kind === "take_chip") return rich("duel.last_chip", { chip: inlineChip(action.face) });
  return frame?.before ? typeName(view.box, plateInHand(frame.before)) : "";
}
