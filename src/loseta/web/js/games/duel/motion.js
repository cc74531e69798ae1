/** How the steps of Azul Duel are animated: deals, takes, plates, chips, tiling with points. */

import { signed } from "../../core/text.js";
import { afterAction } from "../shared/lane.js";
import { deal, landing, showEvents } from "../shared/motion.js";
import { count } from "../shared/tiles.js";
import { looseTiles, MOONS, plateInHand, read, uncovered } from "./actions.js";

/** @typedef {import("./actions.js").State} State */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("../../types.js").GameEvent} GameEvent */
/** @typedef {import("../game-view.js").Scene<State>} Scene */
/** @typedef {import("../../table/animator.js").Animator} Animator */
/** @typedef {import("../../table/animator.js").Flight} Flight */

/** @param {Scene} scene @param {Animator} animator */
export async function perform({ frame, before }, animator) {
  const action = read(frame.action ?? "");
  const seat = frame.seat ?? null;
  const scored = (frame.events ?? []).length > 0;
  // Scoring is shown tile by tile, from the state before it.
  const after = afterAction(frame);
  switch (action?.kind) {
    case "deal":
      await deal(animator, frame.state, frame.state.suns, (f, i) => `sun${f}-${i}`);
      break;
    case "take":
      if (seat !== null) await take(before, after, action, seat, animator);
      break;
    case "take_chip":
      await carry(animator, `chip-${before.chips.indexOf(action.face) + 1}`, after, `store${seat}-${after.boards[seat ?? 0].chips.lastIndexOf(action.face)}`);
      break;
    case "take_plate":
      await carry(animator, `plate-${action.plate}`, after, `drawn${seat}-0`);
      break;
    case "draw":
      await carry(animator, "stack", after, `drawn${seat}-${after.hand.length - 1}`);
      break;
    case "place_plate":
      await plate(before, after, action.space, seat ?? 0, animator);
      break;
    case "under":
      await carry(animator, `drawn${seat}-${before.hand.length - 1}`, after, "stack");
      break;
    case "stack":
      await stack(before, after, animator);
      break;
    case "turn_chip":
      animator.show(after);
      await animator.turnUp([`chip-${action.factory}`]);
      break;
    case "show":
      await fillDisplay(action.plates, after, animator);
      break;
    default:
      animator.show(after);
  }
  if (scored) await tiling(animator, after, frame.events ?? [], frame.state);
}

/** The spots of the tiles that a take picks up. @param {State} state @param {import("./actions.js").Take} action @returns {string[]} */
function takenSpots(state, action) {
  if (action.source !== MOONS) {
    return [...state.suns[action.source]].flatMap((letter, i) => (letter === action.colour ? [`sun${action.source}-${i}`] : []));
  }
  return state.moons.flatMap((moon, f) =>
    [...moon].flatMap((letter, i) =>
      letter === action.colour && i >= moon.length - uncovered(moon, f).length ? [`moon${f}-${i}`] : [],
    ),
  );
}

/** @param {State} before @param {State} after @param {import("./actions.js").Take} action @param {number} seat @param {Animator} animator */
async function take(before, after, action, seat, animator) {
  const from = takenSpots(before, action).map((spot) => animator.rect(spot));
  const marker = before.start === null && after.start === seat ? animator.rect("marker") : null;
  const rest = action.source === MOONS ? [] : [...before.suns[action.source]].map((letter, i) => ({ letter, at: animator.rect(`sun${action.source}-${i}`) }));
  animator.show(after);
  const spot = landing(before, after, seat, action.line, "broken", before.boards[seat].broken.length);
  /** @type {Flight[]} */
  const flights = from.map((rect, i) => ({ letter: action.colour, from: rect, to: spot(i), delay: i * 30 }));
  if (marker) flights.push({ letter: "1", from: marker, to: `start${seat}` });
  // The other tiles go to the moon of their factory.
  const left = rest.filter((each) => each.letter !== action.colour);
  const moon = after.moons[action.source] ?? "";
  let used = "";
  for (const { letter, at } of left) {
    const nth = count(used, letter);
    used += letter;
    let place = -1;
    for (let k = 0; k <= nth; k += 1) place = moon.indexOf(letter, place + 1);
    if (place >= 0) flights.push({ letter, from: at, to: `moon${action.source}-${place}` });
  }
  await animator.fly(flights);
}

/** A copy of a piece, without its spots. @param {Element | null} piece */
function copied(piece) {
  const copy = /** @type {Element | null} */ (piece?.cloneNode(true) ?? null);
  for (const each of copy ? [copy, ...copy.querySelectorAll("[data-spot]")] : []) each.removeAttribute("data-spot");
  return copy;
}

/** The plate or chip at a spot, without its caption. @param {Animator} animator @param {string} spot */
function pieceAt(animator, spot) {
  const there = animator.find(spot);
  return there?.querySelector(".plate, .back") ?? there;
}

/** Move a visible piece to its new place. @param {Animator} animator @param {string} from @param {State} after @param {string} to */
async function carry(animator, from, after, to) {
  const piece = pieceAt(animator, from);
  const start = animator.place(piece);
  const copy = copied(piece);
  animator.show(after);
  await animator.fly([{ letter: "", copy, from: start, to: pieceAt(animator, to) }], 300);
}

/** The rest of a factory moves from its sun to its moon, stacked. @param {State} before @param {State} after @param {Animator} animator */
async function stack(before, after, animator) {
  const { factory, tiles } = looseTiles(before);
  const from = [...tiles].map((letter, i) => ({ letter, rect: animator.rect(`sun${factory}-${i}`) }));
  animator.show(after);
  const flights = [...after.moons[factory]].map((letter, i) => {
    const found = from.findIndex((each) => each.letter === letter);
    const [taken] = found < 0 ? [] : from.splice(found, 1);
    return { letter, from: taken?.rect ?? null, to: `moon${factory}-${i}`, delay: i * 40 };
  });
  await animator.fly(flights);
}

/** Plates move from the stack to the display. @param {number[]} plates @param {State} after @param {Animator} animator */
async function fillDisplay(plates, after, animator) {
  const from = animator.place(pieceAt(animator, "stack"));
  animator.show(after);
  const flights = plates.map((number, i) => {
    const to = pieceAt(animator, `plate-${number}`);
    return { letter: "", copy: copied(to), from, to, delay: i * 60 };
  });
  await animator.fly(flights, 300);
}

/** A plate moves from the hand to the dome, unless it was tried there already. @param {State} before @param {State} after @param {number} space @param {number} seat @param {Animator} animator */
async function plate(before, after, space, seat, animator) {
  const spot = `place${seat}-${space}`;
  const lies = animator.find(spot)?.matches(".plate:not(.none), .here");
  const drawn = `drawn${seat}-${Math.max(0, before.hand.indexOf(plateInHand(before)))}`;
  const start = animator.place(pieceAt(animator, animator.find(drawn) ? drawn : "stack"));
  animator.show(after);
  if (!lies) await animator.fly([{ letter: "", copy: copied(animator.find(spot)), from: start, to: spot }], 300);
}

/** @type {import("../shared/motion.js").Tiling} */
const DOME = {
  floor: "broken",
  laid: (/** @type {Board} */ board) => board.tiles,
  drop: (/** @type {Board} */ board, tiles) => (board.broken += tiles),
  sweep: (/** @type {Board} */ board) => (board.broken = ""),
  spot: (seat, row, column) => `dome${seat}-${row}-${column}`,
  // The chips that paid for a line move to the used ones.
  flights: (animator, /** @type {State} */ state, event, /** @type {State} */ end) => {
    if (event.type !== "tile_placed") return [];
    const left = [...end.boards[event.seat].chips];
    return state.boards[event.seat].chips.flatMap((face, i) => {
      const kept = left.indexOf(face);
      if (kept >= 0) {
        left.splice(kept, 1);
        return [];
      }
      const piece = animator.find(`store${event.seat}-${i}`);
      return [{ letter: "", copy: copied(piece), from: animator.place(piece), to: `used${event.seat}` }];
    });
  },
  settle: (/** @type {State} */ state, event, /** @type {State} */ end) => {
    if (event.type !== "tile_placed") return;
    const { chips, used } = end.boards[event.seat];
    Object.assign(state.boards[event.seat], { chips, used });
  },
  score: (/** @type {State} */ state, event, /** @type {State} */ end) => {
    if (event.type !== "tablet_scored") return;
    // The tablets count as one sum, and only their total is kept from going below 0 (D7.1): that is the final state.
    const which = state.tablets.indexOf(event.tablet);
    const its = state.boards[event.seat];
    its.score += event.points;
    its.tablets[which] = end.boards[event.seat].tablets[which];
  },
  label: (animator, event, /** @type {State} */ state) => {
    if (event.type !== "tablet_scored" || !event.points) return;
    const spot = `tablet${event.seat}-${state.tablets.indexOf(event.tablet)}`;
    animator.points(spot, signed(event.points), event.points < 0 ? "bad" : "good");
  },
};

/** Tile by tile, from top to bottom; the starting player's dome first. @param {Animator} animator @param {State} start @param {GameEvent[]} events @param {State} end */
async function tiling(animator, start, events, end) {
  const state = structuredClone(start);
  for (const event of events) {
    if (animator.skipping) return;
    if (event.seat !== undefined) await showEvents(animator, state, [event], end, DOME);
  }
  await animator.wait(300);
}
