/** After a game against the computer: suggestions for the next one. */

import { h } from "../core/h.js";
import { prefer, prefs } from "../core/prefs.js";
import { go } from "../core/router.js";
import { t } from "../core/text.js";
import { known, post } from "../net/api.js";
import { button } from "../ui/controls.js";
import { gentlest, levelNames, nextLevel } from "../ui/levels.js";
import { guidedGame } from "./guide.js";
import { guidedGames, startGuide } from "./start.js";

/** @typedef {import("../table/table-session.js").TableSession} TableSession */

/** After this many wins in a row the next level is suggested. */
const ENOUGH = 2;

/** The level of the computer players at a table, if all have the same. @param {TableSession} session @returns {string | null} */
function rivals({ table, me }) {
  if (me === null) return null;
  const levels = new Set(table.seats.filter((seat) => seat.seat !== me).map((seat) => (seat.kind === "computer" ? seat.level : null)));
  return levels.size === 1 ? [...levels][0] : null;
}

/**
 * The current series of wins after one more game; each table counts once.
 * @param {import("../core/prefs.js").Prefs["streak"]} streak @param {string} table @param {string} against @param {boolean} won
 */
export function streakAfter(streak, table, against, won) {
  if (streak.tables.includes(table)) return streak;
  const before = streak.against === against ? streak.tables : [];
  return { against, tables: won ? [...before, table].slice(-ENOUGH) : [] };
}

/** Update the series of wins against a level. @param {TableSession} session */
export function noteResult(session) {
  const level = rivals(session);
  if (!level || session.me === null) return;
  const won = session.ending.winners.includes(session.me);
  prefer({ streak: streakAfter(prefs.streak, session.id, `${session.table.game} ${level}`, won) });
}

/** The suggestion at the end of a game; null if there is none. @param {TableSession} session */
export function whatNext(session) {
  const { about, table } = session;
  if (guidedGame(session.id)) return afterGuide(session);
  const level = rivals(session);
  const { tables } = prefs.streak;
  const next = level && nextLevel(level, about);
  if (!next || tables.length < ENOUGH || !tables.includes(session.id)) return null;
  return box(
    t("guide.streak", { n: ENOUGH, level: about.levels[level] }),
    [h("b", null, about.levels[next]), `: ${about.level_texts[next]}`],
    button(t("guide.try_level", { level: about.levels[next] }), () => play(session, next), { class: "main" }),
    table.game,
  );
}

/** @param {TableSession} session */
function afterGuide(session) {
  const { about, table } = session;
  const level = gentlest(about);
  const others = guidedGames(about).filter((game) => game !== table.game && !prefs.guides[game]);
  return box(
    t("guide.finished"),
    t("guide.finished_text"),
    [
      button(t("guide.first_level", { level: about.levels[level] }), () => play(session, level), { class: "main" }),
      others.map((game) => button(t("guide.first_of", { game: t(`game.${game}`) }), () => startGuide(game, about), { key: game })),
    ],
    "guide",
  );
}

/** @param {string} title @param {import("../core/h.js").Child} text @param {import("../core/h.js").Child} buttons @param {string} key */
function box(title, text, buttons, key) {
  return h("div", { class: "board end-box what-next", key: `next-${key}` }, h("h3", null, title), h("p", null, text), h("div", { class: "row" }, buttons));
}

/** Open another game of the same kind against a level, and remember it as the choice on the home page. @param {TableSession} session @param {string} level */
async function play(session, level) {
  const { game, options, seats } = session.table;
  try {
    await known();
    // The options that the home page offers; the starting player is random.
    const chosen = session.about.games[game].card.options.map(({ name }) => [name, options[name]]);
    const told = await post("/tables", { game, options: Object.fromEntries(chosen), seats: ["me", ...seats.slice(1).map(() => level)] });
    if (levelNames(session.about).includes(level)) prefer({ table: { ...prefs.table, game, level } });
    go(`/table/${told.table.id}`);
  } catch (error) {
    session.refused(error);
  }
}
