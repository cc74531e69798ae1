/** Opening the table of a guided game: a real one, against the easiest computer player, with a known seed. */

import { prefer, prefs } from "../core/prefs.js";
import { go } from "../core/router.js";
import { known, post } from "../net/api.js";
import { gentlest } from "../ui/levels.js";
import { begin } from "./progress.js";

/** @typedef {import("../types.js").About} About */
/** @typedef {import("../types.js").ListedTable} ListedTable */

/** The games that have a guide. @param {About} about */
export function guidedGames({ games }) {
  return Object.keys(games).filter((game) => games[game].guide);
}

/** A guided game in progress, if its table still exists. @param {string} game @param {ListedTable[]} tables */
export function begun(game, tables) {
  const kept = prefs.guides[game];
  return tables.find((table) => table.id === kept?.table && table.status !== "over") ?? null;
}

/** @param {string} game @param {About} about */
export async function startGuide(game, about) {
  const { guide } = await import(`../games/${game}/guide.js`);
  await known();
  const { options, seed } = guide;
  const told = await post("/tables", { game, options, seats: ["me", gentlest(about)], seed });
  prefer({ guides: { ...prefs.guides, [game]: begin(told.table.id) } });
  go(`/table/${told.table.id}`);
}
