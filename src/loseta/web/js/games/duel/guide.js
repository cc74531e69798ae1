/** The guided first game of Azul Duel, with the tablets for beginners. Its steps in order; the texts are in locales/guide. */

import { inline } from "../../art/pieces.js";
import { goodTake, held, holdingTiles, lineSpots, reactToTake, takeSpots, takeWords, untilHeld } from "../shared/guiding.js";
import { LARGE, MOONS, read } from "./actions.js";
import { LINES } from "./lines.js";

/** @typedef {import("../game-guide.js").Moment<import("./types.js").State>} Moment */

/** Whether the user is to begin a turn. @param {Moment} now */
const free = (now) => now.legal.length > 0 && now.state.phase === "acquire";
/** @param {string} kind */
const may = (kind) => (/** @type {Moment} */ now) => free(now) && now.legal.some((each) => each.kind === kind);
/** Whether the first round is over and its tiles have been laid. @param {Moment} now */
const tiled = (now) => free(now) && now.state.round > 1;
/** @param {Moment} now */
const dome = ({ me }) => [[`dome${me}`, `rows${me}`]];
/** @param {Moment} now */
const plates = ({ state }) => [state.display.map((number) => `plate-${number}`)];

/** A take worth pointing at, from the sun of a small factory. @param {Moment} now */
const goodSun = (now) => goodTake({ ...now, legal: now.legal.filter(({ source }) => source !== MOONS && source !== LARGE) }, LINES);

/** The spots of its tiles. @param {Moment} now */
function tilesOf(now) {
  const take = goodSun(now);
  return take ? takeSpots(take, now, LINES, "sun") : [];
}

/** What the last tiling scored for the user. @param {Moment} now */
function scored(now) {
  let n = 0;
  for (const frame of now.past) {
    if (frame.round !== 1) continue;
    for (const each of frame.events ?? []) if (each.seat === now.me) n += (each.points ?? 0) - (each.lost ?? 0);
  }
  return n;
}

/** @type {{[kind: string]: string}} */
const DID = { take_plate: "plate", keep: "plate", place_plate: "laid", take_chip: "chip", stack: "stacked", place_tile: "tiled", spend: "paid", finish: "paid", decline: "kept" };

/** @type {import("../game-guide.js").GameGuide<import("./types.js").State>} */
export const guide = {
  seed: "Loseta: first duel 5",
  options: { tablets: "starred", first: "1" },
  steps: [
    { id: "welcome", read: true, points: dome },
    { id: "plate", when: (now) => now.legal.length > 0 && now.state.phase === "opening", points: plates, done: (now) => now.mine.length > 0 || free(now) },
    {
      id: "dome",
      when: (now) => now.legal.length > 0 && now.state.phase === "place",
      points: dome,
      done: (now) => now.mine.length > 0 || free(now),
      undone: (now) => now.legal.length > 0 && now.state.phase === "opening",
    },
    {
      id: "sun",
      when: may("take"),
      say: (now) => {
        const take = goodSun(now);
        return take ? { key: "sun", fields: takeWords(take, now, LINES) } : { key: "sun_any" };
      },
      points: tilesOf,
      done: (now) => Boolean(held(now)) || now.mine.length > 0,
    },
    {
      id: "line",
      when: free,
      say: (now) => {
        const take = goodTake(now, LINES);
        if (!take) return { key: "line_any" };
        const full = now.effects?.[take.action]?.projection.placed.some((each) => each.row === take.line);
        return { key: full ? "line" : "line_part", fields: takeWords(take, now, LINES) };
      },
      points: (now) => lineSpots(now, LINES),
      undone: (now) => !held(now) && now.mine.length === 0,
    },
    {
      id: "stack",
      when: (now) => now.legal.length > 0 && now.state.phase === "stack",
      points: ({ state }) => [[`factory-${state.loose?.factory ?? 0}`]],
      done: (now) => now.mine.length > 0 || free(now),
    },
    { id: "token", when: may("take_plate"), points: plates, done: (now) => now.mine.length > 0 || (free(now) && !may("take_plate")(now)) },
    { id: "moons", when: free, say: () => ({ key: "moons", fields: { tile: inline("1") } }), points: untilHeld(LINES, () => [["factory-0"]]) },
    { id: "broken", when: free, points: untilHeld(LINES, ({ me }) => [[`broken${me}`]]) },
    { id: "chips", read: true, when: free, points: () => [1, 2, 3, 4].map((n) => [`chip-${n}`]) },
    {
      id: "fill",
      // Other decisions speak for themselves: the card says what is asked for.
      when: (now) => free(now) || (now.legal.length > 0 && ["tile", "pay"].includes(now.state.phase)),
      say: ({ state }) => {
        if (state.phase === "tile") return { key: "tile" };
        return state.phase === "pay" ? { key: "pay" } : { key: "fill" };
      },
      points: untilHeld(LINES, (now) => (free(now) ? [[`lines${now.me}`]] : [])),
      done: tiled,
    },
    { id: "tiling", read: true, when: tiled, say: (now) => ({ key: "tiling", fields: { n: scored(now) } }), points: dome },
    { id: "points", read: true, when: free, say: () => ({ key: "points", fields: { tile: inline("S") } }), points: dome },
    { id: "tablets", read: true, when: free, points: () => [["tablets"]] },
    { id: "play", hints: true, when: (now) => now.legal.length > 0, done: () => false },
  ],
  holding: (now) => holdingTiles(now, LINES),
  react: (frame, before, { me }) => {
    const kind = read(frame.action ?? "")?.kind ?? "";
    return kind in DID ? { key: DID[kind] } : reactToTake(frame, before, me, LINES);
  },
};
