/** The guided first game of Azul: two players, coloured wall. Its steps in order; the texts are in locales/guide. */

import { inline } from "../../art/pieces.js";
import { goodTake, held, holdingTiles, lineSpots, reactToTake, takeSpots, takeWords, untilHeld } from "../shared/guiding.js";
import { LINES } from "./lines.js";

/** @typedef {import("../game-guide.js").Moment<import("./types.js").State>} Moment */

/** Whether the first round is over and its tiles have been laid. @param {Moment} now */
const tiled = (now) => now.legal.length > 0 && now.state.round > 1;
/** @param {Moment} now */
const wall = ({ me }) => [[`wall${me}`]];

/** The spots of the tiles of a take. @param {Moment} now */
function tilesOf(now) {
  const take = goodTake(now, LINES);
  return take ? takeSpots(take, now, LINES, "s") : [];
}

/** What the user's tiles scored in the last tiling. @param {Moment} now */
function scored(now) {
  const events = now.past.findLast((frame) => frame.events?.some((each) => each.type === "tile_placed"))?.events ?? [];
  const mine = events.filter((each) => each.seat === now.me);
  const tiles = mine.filter((each) => each.type === "tile_placed");
  const n = mine.reduce((sum, each) => sum + (each.type === "floor_scored" ? -each.lost : (each.points ?? 0)), 0);
  return { n, tiles: tiles.length };
}

/** @type {import("../game-guide.js").GameGuide<import("./types.js").State>} */
export const guide = {
  seed: "Loseta: first game 34",
  options: { players: "2", wall: "coloured", first: "1" },
  steps: [
    { id: "welcome", read: true, points: ({ me }) => [[`board${me}`]], done: (now) => Boolean(now.hand) || now.mine.length > 0 },
    {
      id: "take",
      say: (now) => {
        const take = goodTake(now, LINES);
        return take ? { key: take.source ? "take" : "take_centre", fields: takeWords(take, now, LINES) } : { key: "take_any" };
      },
      points: tilesOf,
      done: (now) => Boolean(now.hand) || now.mine.length > 0,
    },
    {
      id: "place",
      say: (now) => {
        const take = goodTake(now, LINES);
        if (!take) return { key: "place_any" };
        const full = now.effects?.[take.action]?.projection.placed.some((each) => each.row === take.line);
        return { key: full ? "place" : "place_part", fields: takeWords(take, now, LINES) };
      },
      points: (now) => lineSpots(now, LINES),
      undone: (now) => !held(now) && now.mine.length === 0,
    },
    { id: "centre", say: () => ({ key: "centre", fields: { tile: inline("1") } }), points: untilHeld(LINES, () => [["centre"]]) },
    { id: "falls", points: untilHeld(LINES, ({ me }) => [[`floor${me}`]]) },
    { id: "fill", points: untilHeld(LINES, ({ me }) => [[`lines${me}`]]), done: tiled },
    { id: "tiling", read: true, when: tiled, say: (now) => ({ key: "tiling", fields: scored(now) }), points: wall },
    { id: "points", read: true, points: wall },
    { id: "bonus", read: true, points: wall },
    { id: "end", read: true, points: wall },
    { id: "play", hints: true, done: () => false },
  ],
  holding: (now) => holdingTiles(now, LINES),
  react: (frame, before, { me }) => reactToTake(frame, before, me, LINES),
};
