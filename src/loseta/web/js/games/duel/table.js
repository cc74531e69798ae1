/** The layouts of the table: wide, phones, tablets. */

import { h } from "../../core/h.js";
import { byTouch } from "../../core/media.js";
import { rich } from "../../core/text.js";
import { card, lastTake, mini } from "../shared/card.js";
import { targets } from "../shared/hand.js";
import { dock } from "../shared/lane.js";
import { letGoButton } from "../shared/source.js";
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
  if (view.layout === "phone") return phone(view);
  if (view.layout === "lying") return lying(view);
  return view.layout === "tablet" ? tablet(view) : wide(view);
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
      board(view, own, "own", byTouch() && letGoButton(view)),
      // The guide's card leaves room for only one of them, and the current task comes first.
      view.guide
        ? h("div", { class: "duo", key: "duo" }, view.guide, now ? pane(now) : board(view, 1 - own, "small"))
        : h("div", { class: "duo", key: "duo" }, board(view, 1 - own, "small"), now ? pane(now) : view.since),
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
    rival(view),
    board(view, own, "own"),
    now ? dockStep(now) : aims.length ? dock(view, aims, LINES) : begins(view) && !view.ahead ? wayDock(view) : h("div", { class: "dock rest", key: "dock" }, supply(view)),
  );
}

/** The opponent as a card; a tap opens the board. @param {TableView} view */
function rival(view) {
  const other = 1 - (view.me ?? 0);
  return h(
    "div",
    { class: ["rival", view.guide && "guided"], key: "rival" },
    card(view, other, { picture: picture(view, other), last: lastMove(view, other), kit: kit(view, other) }),
    view.memory.opened === other && h("div", { class: "opened", "data-overlay": true, key: "opened" }, board(view, other, "small")),
    view.guide,
  );
}

/** A phone in landscape: the own board takes the whole height, with the tablets; a step covers the factories. @param {TableView} view */
function lying(view) {
  const own = view.me ?? 0;
  const now = step(view);
  return h(
    "main",
    { class: "table duel lying", key: "table" },
    h(
      "div",
      { class: "left", key: "left" },
      factories(view, begins(view) ? "closed" : ""),
      h("div", { class: "market", key: "market" }, offer(view)),
      rival(view),
      begins(view) && enlarged(view),
      now && h("div", { class: "cover", "data-overlay": true, key: "cover" }, pane(now)),
    ),
    board(view, own, "own", [letGoButton(view), tablets(view)]),
  );
}

/** A tablet in portrait: three bands, with the opponent's whole dome in the middle, plates and tablets beside the factories. @param {TableView} view */
function tablet(view) {
  const own = view.me ?? 0;
  const now = step(view);
  return h(
    "main",
    { class: "table duel tablet", key: "table" },
    h("div", { class: "middle", key: "middle" }, factories(view), h("div", { class: "market", key: "market" }, offer(view), tablets(view))),
    h(
      "div",
      { class: "others", key: "others" },
      now && view.guide ? h("div", { class: "side", key: "guide" }, view.guide) : board(view, 1 - own, "small"),
      h("div", { class: "side", key: "side" }, now ? pane(now) : [view.guide ?? view.since, supply(view)]),
    ),
    board(view, own, "own", letGoButton(view)),
  );
}

/** @param {TableView} view @param {number} seat */
function picture(view, seat) {
  const { tiles, spaces } = view.state.boards[seat];
  const rows = tiles.map((row, r) => [...row].map((letter, c) => (letter === "." && spaces[r][c] === "." ? " " : letter)).join(""));
  return mini(view, seat, rows, "dome");
}

/** The opponent's last turn in a few words. @param {TableView} view @param {number} seat @returns {import("../../core/h.js").Child} */
function lastMove(view, seat) {
  const frame = view.recent.findLast((each) => each.seat === seat && ["take", "take_chip", "place_plate"].includes(read(each.action ?? "")?.kind ?? ""));
  const action = read(frame?.action ?? "");
  if (action?.kind === "take") return lastTake(view, seat, LINES);
  if (action?.kind === "take_chip") return rich("duel.last_chip", { chip: inlineChip(action.face) });
  return frame?.before ? typeName(view.box, plateInHand(frame.before)) : "";
}
