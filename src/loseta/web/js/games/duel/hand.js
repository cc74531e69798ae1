/**
 * What a player holds. Besides tiles on their way to a line (shared/hand.js) it is a plate that is
 * turned and tried on the dome, the order of a stack as far as it is chosen, or chips that are to pay.
 */

import { targets } from "../shared/hand.js";
import { LINES } from "./lines.js";

/** @typedef {import("./actions.js").TableView} TableView */

/**
 * @typedef {{kind: "plate", space: number | null, turn: string}} Plate
 * @typedef {{kind: "order", tiles: string}} Order
 * @typedef {{kind: "chips", places: number[]}} Chips
 * @typedef {import("../shared/hand.js").Tiles | Plate | Order | Chips} Hand
 */

/** The order of a stack as far as it is chosen. @param {TableView} view @returns {string} */
export function ordered({ hand }) {
  return hand?.kind === "order" ? hand.tiles : "";
}

/** Whether the tiles in the hand bring the starting-player tile. @param {TableView} view */
export function bringsStart(view) {
  return targets(view, LINES).some((aim) => aim.marker);
}

/** How many points more than now an action would bring at the end of the round. @param {TableView} view @param {string} action @returns {number | null} */
export function gain(view, action) {
  const after = view.effects?.[action];
  const before = view.me === null ? null : view.projection?.[view.me];
  if (!after || !before || view.me === null) return null;
  const scored = after.events
    .filter((each) => each.seat === view.me && each.points)
    .reduce((sum, each) => sum + each.points, 0);
  return scored + after.projection.points - before.points;
}

/** Play what the player has just confirmed by a button of its own. @param {TableView} view @param {string[]} actions */
export function confirmed(view, ...actions) {
  if (view.commit) view.commit(...actions);
  else view.play(...actions);
}

/** The phase in which I am to decide, or "". @param {TableView} view @returns {string} */
export function asked(view) {
  return view.legal.length ? view.state.phase : "";
}
