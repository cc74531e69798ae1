/**
 * The players' identities: each player has a colour and an initial, the same on boards, in the log, at the
 * end and on the home page. They are always used together, because not everybody can tell the colours apart.
 */

import { h } from "../core/h.js";

/** The players at a table, by seat; `me` is the seat of the viewer, null for a spectator. @typedef {{names: string[], me: number | null}} Players */

/** A seat's number for the viewer, whose own seat is 1; the others follow in the order of play. @param {Players} players @param {number} seat */
function placeOf({ names, me }, seat) {
  const n = names.length;
  return ((seat - (me ?? 0) + n) % n) + 1;
}

/** The class that sets `--player`, the colour of a seat. @param {Players} players @param {number} seat */
export function playerClass(players, seat) {
  return `player-${placeOf(players, seat)}`;
}

/** Ways to shorten a name, the shortest first; the last is different for each seat. @type {((name: string, seat: number) => string)[]} */
const SHORTENINGS = [
  (name) => first(name, 1),
  (name) => first(name, 1) + (/\d$/.exec(name)?.[0] ?? ""), // "Greedy 2"
  (name) => first(name, 2),
  (name, seat) => first(name, 1) + (seat + 1),
];

/** @param {string} name @param {number} n */
function first(name, n) {
  const [letter = "", ...more] = name.trim();
  return letter.toLocaleUpperCase() + more.slice(0, n - 1).join("");
}

/** An initial for each name; equal ones get a second character. @param {string[]} names @returns {string[]} */
export function initials(names) {
  const short = names.map((name) => first(name, 1));
  return names.map((name, seat) => {
    const alike = names.flatMap((_, other) => (short[other] === short[seat] ? [other] : []));
    const shorten = SHORTENINGS.find((way) => new Set(alike.map((other) => way(names[other], other))).size === alike.length);
    return (shorten ?? SHORTENINGS[SHORTENINGS.length - 1])(name, seat);
  });
}

/** The coloured disc with the initial, for the eye only, because the name is beside it. @param {Players} players @param {number} seat */
export function badge(players, seat) {
  const initial = initials(players.names)[seat];
  return h("span", { class: ["badge", playerClass(players, seat), initial.length > 1 && "long"], "aria-hidden": "true", key: "badge" }, initial);
}
