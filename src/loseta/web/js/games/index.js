/** The games, each found by where it lives: `js/games/<game>/`. Which there are, the server tells. */

import { language, t } from "../core/text.js";
import { get, ServerError } from "../net/api.js";

/** @typedef {import("../types.js").About} About */
/** @typedef {import("./game-card.js").GameCard} GameCard */
/** @typedef {import("./game-view.js").GameView} GameView */

const PAUSE = 1000;

/** How a game is shown. Its code is fetched when it is first wanted. @param {string} game @returns {Promise<GameView>} */
export async function loadView(game) {
  for (;;) {
    try {
      return (await import(`./${game}/index.js`)).view;
    } catch (error) {
      // A module that could not be fetched can be asked for again: the server is away for a moment.
      if (!(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** @param {string} game @returns {Promise<GameCard>} */
async function loadCard(game) {
  return (await import(`./${game}/card.js`)).card;
}

/** What the server has, as far as it can be shown here. @returns {Promise<About>} */
async function fetchGames() {
  const { games, ...rest } = await get("/games");
  const shown = Object.keys(games).filter((name) => games[name].page);
  const entries = await Promise.all(shown.map(async (name) => [name, { ...games[name], card: await loadCard(name) }]));
  return { ...rest, games: Object.fromEntries(entries) };
}

/** Why a game is not shown here; null where it is. @param {string} game @param {About} about */
export function notShown(game, about) {
  return game in about.games ? null : new ServerError("no_page", t("lost.no_page"), 0);
}

/** What was told in each language. @type {{[lang: string]: Promise<About>}} */
const told = {};

/** The games with what is in their boxes, computer players and phrases, in the user's language. */
export function games() {
  const lang = language();
  told[lang] ??= fetchGames().catch((error) => {
    delete told[lang];
    throw error;
  });
  return told[lang];
}
