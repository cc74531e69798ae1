/** The games, each found by where it lives: `js/games/<game>/`. Which there are, the server tells. */

import { language } from "../core/text.js";
import { get } from "../net/api.js";

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

/** @returns {Promise<About>} */
async function fetchGames() {
  /** @type {About} */
  const about = await get("/games");
  const games = Object.entries(about.games);
  await Promise.all(games.map(async ([name, game]) => (game.card = await loadCard(name))));
  return about;
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
