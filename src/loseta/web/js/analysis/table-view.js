/** The table of the analysis board, drawn by the game's view. */

import { h } from "../core/h.js";
import { tableLayout } from "../core/media.js";
import { t } from "../core/text.js";
import { spotsOf } from "../games/shared/spots.js";
import { pathTo } from "./tree.js";

/** @typedef {import("./board.js").Board} Board */

/** How many steps are described beside the boards. */
const LATELY = 5;

/** The board of the seat to move is in front. @param {Board} board @returns {import("../games/game-view.js").TableView} */
export function tableView(board) {
  const { node, scene, state, busy, side } = board;
  const decides = scene !== null && scene.seat !== null && !busy;
  return {
    state,
    me: side,
    names: board.names,
    box: board.box,
    legal: decides ? scene.legal : [],
    waiting: scene?.seat !== null && scene?.seat !== undefined ? [scene.seat] : [],
    recent: node.parent && typeof node.frame.seat === "number" ? [{ ...node.frame, before: node.parent.frame.state }] : [],
    projection: scene?.projection ?? null,
    effects: board.effects.get(node) ?? null,
    taking: scene?.taking,
    hand: decides ? board.hand : null,
    sent: busy ? board.hand : null,
    memory: board.memory,
    setHand: (hand) => board.setHand(hand),
    play: (...actions) => board.play(actions),
    commit: (...actions) => board.play(actions),
    why: (actions) => board.why(actions),
    say: (sentence, rule) => board.say(sentence, rule),
    choosing: null,
    clock: null,
    seats: board.names.map(() => ({ kind: "person", present: true })),
    over: board.over,
    layout: tableLayout(),
    hinted: board.pointed || null,
    since: lately(board),
    held: false,
    watched: true,
  };
}

/** The steps before this position, the newest first. @param {Board} board */
function lately({ node, gameView, names }) {
  const steps = pathTo(node).slice(1).reverse();
  const told = steps.slice(0, LATELY).map((each, i) => h("p", { key: steps.length - i }, gameView.told(each.frame, each.parent?.frame.state, names) || gameView.wording(each.action, each.parent?.frame.state)));
  return h("div", { class: "log", key: "since", tabindex: "0", role: "group", "aria-label": t("replay.lately") }, told.length ? told : h("p", { class: "dim" }, t("analysis.untouched")));
}

/** The position before the pointed-at action of an engine line, and the one after it. @param {Board} board @returns {{from: string[] | null, to: string[][]}} */
export function arrowOf({ pointed, scene, side, gameView }) {
  const action = scene?.legal.find((each) => each.action === pointed);
  if (!action) return { from: null, to: [] };
  const spots = spotsOf(action, side, gameView.size);
  return spots.length < 2 ? { from: null, to: spots } : { from: spots[0], to: [spots[spots.length - 1]] };
}
