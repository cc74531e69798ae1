/**
 * What the user holds: tiles on their way to a line (shared/hand.js), a plate that is turned and tried on
 * the dome, the order of a stack as far as it is chosen, or chips to pay with.
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

/** Whether the starting-player tile comes with the held tiles. @param {TableView} view */
export function bringsStart(view) {
  return targets(view, LINES).some((aim) => aim.marker);
}

/** How many more points an action would bring by the end of the round. @param {TableView} view @param {string} action @returns {number | null} */
export function gain(view, action) {
  const after = view.effects?.[action];
  const before = view.me === null ? null : view.projection?.[view.me];
  if (!after || !before || view.me === null) return null;
  const scored = after.events
    .filter((each) => each.seat === view.me && each.points)
    .reduce((sum, each) => sum + each.points, 0);
  return scored + after.projection.points - before.points;
}

/** Play actions that the user has just confirmed with a button. @param {TableView} view @param {string[]} actions */
export function confirmed(view, ...actions) {
  if (view.commit) view.commit(...actions);
  else view.play(...actions);
}

/** The phase in which the user is to decide, or "". @param {TableView} view @returns {string} */
export function asked(view) {
  return view.legal.length ? view.state.phase : "";
}
