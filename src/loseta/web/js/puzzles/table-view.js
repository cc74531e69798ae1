/** The table of a puzzle, drawn by the game's view. */

import { tableLayout } from "../core/media.js";
import { spotsOf } from "../games/shared/spots.js";

/** @typedef {import("../games/game-view.js").TableView} TableView */
/** @typedef {import("./session.js").PuzzleSession} PuzzleSession */

/** @param {PuzzleSession} session @param {import("../core/h.js").Child} card @returns {TableView} */
export function tableView(session, card) {
  const { scene, shown, stage, me } = session;
  const deciding = stage === "deciding" && !session.busy;
  const { turn } = shown;
  return {
    state: shown,
    me,
    names: session.names,
    box: session.box,
    legal: deciding ? scene.legal : [],
    waiting: stage === "deciding" && scene.seat !== null ? [scene.seat] : turn === null ? [] : [turn],
    recent: recent(session),
    projection: stage === "deciding" ? scene.projection : null,
    effects: session.effects,
    taking: scene.taking,
    hand: deciding ? session.hand : null,
    sent: stage === "deciding" && session.busy ? session.hand : null,
    memory: session.memory,
    setHand: (hand) => session.setHand(hand),
    play: (...actions) => session.attempt(actions),
    commit: (...actions) => session.attempt(actions),
    why: (actions) => session.why(actions),
    say: (sentence, rule) => session.say(sentence, rule),
    choosing: null,
    clock: null,
    seats: session.names.map(() => ({ kind: "person", present: true })),
    over: shown.phase === "over",
    layout: tableLayout(),
    hinted: deciding ? hinted(session) : null,
    since: card,
    guide: card,
    held: false,
  };
}

/** The others' steps since the user's last action, or the step that is shown. @param {PuzzleSession} session */
function recent({ stage, course, current, me, told }) {
  if (stage !== "deciding") return current && typeof current.seat === "number" ? [current] : [];
  const own = course.findLastIndex((frame) => frame.seat === me);
  return course.flatMap((frame, i) => (i > own && typeof frame.seat === "number" ? [{ ...frame, before: course[i - 1]?.state ?? told.scene.state }] : []));
}

/** The action that the last hint names completely. @param {PuzzleSession} session */
function hinted({ hints, scene }) {
  const last = hints.at(-1);
  if (!last || last.n < last.of) return null;
  return matching(scene.legal, last.area).length === 1 ? matching(scene.legal, last.area)[0].action : null;
}

/** The legal actions with some parts. @param {import("../types.js").LegalAction[]} legal @param {import("../types.js").PuzzleHint["area"]} area */
function matching(legal, area) {
  const parts = Object.entries(area);
  return legal.filter((each) => parts.every(([name, value]) => each[/** @type {keyof typeof each} */ (name)] === value));
}

/** What is ringed on the table: the area of a hint that does not name the action yet. @param {PuzzleSession} session @returns {string[][]} */
export function ringed({ hints, stage, me, gameView }) {
  const last = hints.at(-1);
  return stage !== "deciding" || !last || last.n === last.of ? [] : spotsOf(last.area, me, gameView.size);
}
