/** How a step of Azul Duel is shown: deals, takes, plates, chips, the tiling with its points. */

import { signed } from "../../core/text.js";
import { BROKEN, count, LARGE, MOONS, read } from "./actions.js";
import { run } from "./points.js";
import { score, settle } from "./settle.js";

/** @typedef {import("../game-view.js").Scene} Scene */
/** @typedef {import("../../table/animator.js").Animator} Animator */
/** @typedef {import("../../table/animator.js").Flight} Flight */

/** @param {Scene} scene @param {Animator} animator */
export async function perform({ frame, before }, animator) {
  const action = read(frame.action ?? "");
  const seat = frame.seat ?? null;
  const scored = (frame.events ?? []).length > 0;
  // What is scored is shown tile by tile, from the state just after the action itself.
  const after = scored ? midway(before, action, seat) : frame.state;
  switch (action?.kind) {
    case "deal":
      await deal(frame.state, animator);
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
    case "stack":
    case "turn_chip":
    case "show":
      animator.show(after);
      await appear(action, before, animator);
      break;
    default:
      animator.show(after);
  }
  if (scored) await tiling(animator, after, frame.events ?? [], frame.state);
}

/** The state after an action whose points are still to be shown. @param {any} before @param {any} action @param {number | null} seat */
function midway(before, action, seat) {
  const state = structuredClone(before);
  if (action?.kind !== "take" || seat === null) return state;
  const its = state.boards[seat];
  let n = 0;
  if (action.source === MOONS) {
    n = count(state.moons[LARGE], action.colour);
    if (n && state.start === null) state.start = seat;
    state.moons = state.moons.map((/** @type {string} */ moon, /** @type {number} */ f) => {
      if (f === LARGE) return moon.replaceAll(action.colour, "");
      if (!moon.endsWith(action.colour)) return moon;
      n += 1;
      return moon.slice(0, -1);
    });
  } else {
    const sun = state.suns[action.source];
    n = count(sun, action.colour);
    state.suns[action.source] = "";
    state.moons[action.source] += sun.replaceAll(action.colour, "");
  }
  const room = action.line === BROKEN ? 0 : action.line + 1 - its.lines[action.line].length;
  if (action.line !== BROKEN) its.lines[action.line] += action.colour.repeat(Math.min(n, room));
  its.broken = (its.broken + action.colour.repeat(Math.max(0, n - room))).slice(0, 4);
  return state;
}

/** @param {any} state @param {Animator} animator */
async function deal(state, animator) {
  const bag = animator.rect("bag");
  const from = bag && new DOMRect(bag.x + bag.width / 2 - 9, bag.y + bag.height / 2 - 9, 18, 18);
  animator.show(state);
  /** @type {Flight[]} */
  const flights = [];
  state.suns.forEach((/** @type {string} */ tiles, /** @type {number} */ f) => {
    [...tiles].forEach((letter, i) => flights.push({ letter, from, to: `sun${f}-${i}`, delay: f * 40 + i * 15 }));
  });
  await animator.fly(flights, 300);
}

/** The spots of the tiles that a take picks up. @param {any} state @param {import("./actions.js").Take} action @returns {string[]} */
function takenSpots(state, action) {
  if (action.source !== MOONS) {
    return [...state.suns[action.source]].flatMap((letter, i) => (letter === action.colour ? [`sun${action.source}-${i}`] : []));
  }
  return state.moons.flatMap((/** @type {string} */ moon, /** @type {number} */ f) =>
    [...moon].flatMap((letter, i) =>
      letter === action.colour && (f === LARGE || i === moon.length - 1) ? [`moon${f}-${i}`] : [],
    ),
  );
}

/** @param {any} before @param {any} after @param {import("./actions.js").Take} action @param {number} seat @param {Animator} animator */
async function take(before, after, action, seat, animator) {
  const from = takenSpots(before, action).map((spot) => animator.rect(spot));
  const marker = before.start === null && after.start === seat ? animator.rect("marker") : null;
  const rest = action.source === MOONS ? [] : [...before.suns[action.source]].map((letter, i) => ({ letter, at: animator.rect(`sun${action.source}-${i}`) }));
  animator.show(after);
  const held = action.line === BROKEN ? 0 : before.boards[seat].lines[action.line].length;
  const room = action.line === BROKEN ? 0 : action.line + 1 - held;
  let broken = before.boards[seat].broken.length;
  /** @type {Flight[]} */
  const flights = from.map((rect, i) => ({
    letter: action.colour,
    from: rect,
    to: i < room ? `line${seat}-${action.line}-${held + i}` : `broken${seat}-${broken++}`,
    delay: i * 30,
  }));
  if (marker) flights.push({ letter: "1", from: marker, to: `start${seat}` });
  // What is left goes to the moon of its factory.
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

/** A picture of a piece, which is no place itself. @param {Element | null} piece */
function copied(piece) {
  const copy = /** @type {Element | null} */ (piece?.cloneNode(true) ?? null);
  for (const each of copy ? [copy, ...copy.querySelectorAll("[data-spot]")] : []) each.removeAttribute("data-spot");
  return copy;
}

/** The plate or chip at a spot, without what is written below it. @param {Animator} animator @param {string} spot */
function pieceAt(animator, spot) {
  const there = animator.find(spot);
  return there?.querySelector(".plate, .back") ?? there;
}

/** Let a piece that is there travel to where it will be. @param {Animator} animator @param {string} from @param {any} after @param {string} to */
async function carry(animator, from, after, to) {
  const piece = pieceAt(animator, from);
  const start = piece?.getBoundingClientRect() ?? null;
  const copy = copied(piece);
  animator.show(after);
  await animator.fly([{ letter: "", copy, from: start, to }], 300);
}

/** A plate goes from the hand to the dome; one that was tried there already only stays. @param {any} before @param {any} after @param {number} space @param {number} seat @param {Animator} animator */
async function plate(before, after, space, seat, animator) {
  const spot = `place${seat}-${space}`;
  const lies = animator.find(spot)?.matches(".plate:not(.none), .here");
  const drawn = `drawn${seat}-${Math.max(0, before.hand.indexOf(before.plate))}`;
  const start = pieceAt(animator, animator.find(drawn) ? drawn : "stack")?.getBoundingClientRect() ?? null;
  animator.show(after);
  if (!lies) await animator.fly([{ letter: "", copy: copied(animator.find(spot)), from: start, to: spot }], 300);
}

/** Pieces that are turned up where they lie. @param {any} action @param {any} before @param {Animator} animator */
async function appear(action, before, animator) {
  /** @type {string[]} */
  const spots =
    action.kind === "turn_chip"
      ? [`chip-${action.factory}`]
      : action.kind === "show"
        ? action.plates.map((/** @type {number} */ number) => `plate-${number}`)
        : [...action.colours].map((_, i) => `moon${before.loose?.factory}-${i}`);
  await animator.fly(spots.map((to, i) => ({ letter: "", from: null, to, delay: i * 40 })), 220);
}

/** Tile by tile, from top to bottom, the starting artist's dome first. @param {Animator} animator @param {any} start @param {any[]} events @param {any} end */
async function tiling(animator, start, events, end) {
  const state = structuredClone(start);
  for (const event of events) {
    if (animator.skipping) return;
    /** @type {Flight[]} */
    const flights = [];
    if (event.type === "tile_placed") {
      const from = animator.rect(`line${event.seat}-${event.row}-0`);
      flights.push({ letter: event.colour, from, to: `dome${event.seat}-${event.row}-${event.column}` });
    }
    if (event.type === "special_placed") flights.push({ letter: "S", from: null, to: `dome${event.seat}-${event.row}-${event.column}` });
    if (event.seat === undefined) continue;
    settle(state, event, end);
    animator.show(structuredClone(state));
    await animator.fly(flights, 280);
    if (animator.skipping) return;
    score(state, event, end);
    animator.show(structuredClone(state));
    label(animator, event, state);
    await animator.wait(240);
  }
  await animator.wait(300);
}

/** @param {Animator} animator @param {any} event @param {any} state */
function label(animator, event, state) {
  switch (event.type) {
    case "tile_placed":
      animator.points(`dome${event.seat}-${event.row}-${event.column}`, `${signed(event.points)} · ${run(event)}`);
      return;
    case "special_placed":
      animator.points(`dome${event.seat}-${event.row}-${event.column}`, signed(event.points));
      return;
    case "penalty_scored":
      if (event.lost) animator.points(`broken${event.seat}-1`, signed(-event.lost), "bad");
      return;
    case "tablet_scored":
      if (event.points) animator.points(`tablet${event.seat}-${state.tablets.indexOf(event.tablet)}`, signed(event.points), event.points < 0 ? "bad" : "good");
  }
}
