/** The games, each found by its location: `js/games/<game>/`. The server lists them. */

import { language, t } from "../core/text.js";
import { get, ServerError } from "../net/api.js";

/** @typedef {import("../types.js").About} About */
/** @typedef {import("./game-card.js").GameCard} GameCard */
/** @typedef {import("./game-view.js").GameView} GameView */

const PAUSE = 1000;

/** Load the view of a game when it is first needed. @param {string} game @returns {Promise<GameView>} */
export async function loadView(game) {
  for (;;) {
    try {
      return (await import(`./${game}/index.js`)).view;
    } catch (error) {
      // A module that could not be fetched can be fetched again: the server is briefly unavailable.
      if (!(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** @param {string} game @returns {Promise<GameCard>} */
async function loadCard(game) {
  return (await import(`./${game}/card.js`)).card;
}

/** The server's games, as far as this page can show them. @returns {Promise<About>} */
async function fetchGames() {
  const { games, ...rest } = await get("/games");
  const shown = Object.keys(games).filter((name) => games[name].page);
  const entries = await Promise.all(shown.map(async (name) => [name, { ...games[name], card: await loadCard(name) }]));
  return { ...rest, games: Object.fromEntries(entries) };
}

/** Why a game cannot be shown here; null if it can. @param {string} game @param {About} about */
export function notShown(game, about) {
  return game in about.games ? null : new ServerError("no_page", t("lost.no_page"), 0);
}

/** The games by language. @type {{[lang: string]: Promise<About>}} */
const fetched = {};

/** The games with their components, computer players and phrases, in the user's language. */
export function games() {
  const lang = language();
  fetched[lang] ??= fetchGames().catch((error) => {
    delete fetched[lang];
    throw error;
  });
  return fetched[lang];
}
