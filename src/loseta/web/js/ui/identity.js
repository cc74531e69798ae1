/**
 * Who is who: every player has a colour and an initial, the same on boards, in the log, at the end
 * and at home. Neither stands alone: the colour is for the eye, the initial for those who cannot tell colours apart.
 */

import { h } from "../core/h.js";

/** Those at a table, by seat; `me` is the seat from which one looks, null for who watches. @typedef {{names: string[], me: number | null}} Players */

/** The place of a seat as seen from one's own, which is 1; the others follow in the order of play. @param {Players} players @param {number} seat */
function placeOf({ names, me }, seat) {
  const n = names.length;
  return ((seat - (me ?? 0) + n) % n) + 1;
}

/** The class that sets `--player`, the colour of a seat. @param {Players} players @param {number} seat */
export function playerClass(players, seat) {
  return `player-${placeOf(players, seat)}`;
}

/** Ways to shorten a name, the shortest first; the last tells any two seats apart. @type {((name: string, seat: number) => string)[]} */
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

/** An initial for each name; those that begin alike get a second character. @param {string[]} names @returns {string[]} */
export function initials(names) {
  const short = names.map((name) => first(name, 1));
  return names.map((name, seat) => {
    const alike = names.flatMap((_, other) => (short[other] === short[seat] ? [other] : []));
    const shorten = SHORTENINGS.find((way) => new Set(alike.map((other) => way(names[other], other))).size === alike.length);
    return (shorten ?? SHORTENINGS[SHORTENINGS.length - 1])(name, seat);
  });
}

/** The coloured disc with the initial, for the eye only: the name stands beside it. @param {Players} players @param {number} seat */
export function badge(players, seat) {
  const initial = initials(players.names)[seat];
  return h("span", { class: ["badge", playerClass(players, seat), initial.length > 1 && "long"], "aria-hidden": "true", key: "badge" }, initial);
}
