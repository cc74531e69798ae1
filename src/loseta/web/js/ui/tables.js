/** Tables in a list: the game, and the other players. */

import { tile } from "../art/pieces.js";
import { h } from "../core/h.js";
import { duration, listed, t } from "../core/text.js";

/** @typedef {import("../types.js").ListedTable} ListedTable */
/** @typedef {import("../types.js").About} About */
/** @typedef {import("../types.js").Levels} Levels */

/** The name of a guest without a chosen one, in the reader's language; null for an empty seat. @param {{kind: string, name: string | null, level: string | null}} seat @param {Levels} levels @returns {string | null} */
export function nameOf(seat, levels) {
  if (seat.kind === "person") return seat.name ?? t("table.guest");
  return seat.kind === "computer" ? levels[seat.level ?? ""] : null;
}

/** The other players at a table: "Ana and 2 × Beginner". @param {ListedTable} table @param {Levels} levels */
export function others(table, levels) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const seat of table.seats) {
    const name = nameOf(seat, levels);
    if (name && !seat.you) found.set(name, (found.get(name) ?? 0) + 1);
  }
  return listed([...found].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)));
}

/** "With Ana". @param {ListedTable} table @param {Levels} levels */
function company(table, levels) {
  const names = others(table, levels);
  return names ? t("home.with", { names }) : players(table);
}

/** "5 minutes each, and 5 seconds more for each turn." @param {{seconds: number, increment: number} | null} clock */
export function clockWords(clock) {
  if (!clock) return t("home.clock_none_text");
  const time = duration(clock.seconds);
  return clock.increment ? t("home.clock_text", { time, more: duration(clock.increment) }) : t("home.clock_plain_text", { time });
}

/** The points, the user's first. @param {ListedTable} table */
function score(table) {
  const points = table.result?.split("-") ?? (table.status === "playing" ? table.scores : null);
  if (!points) return null;
  const own = Math.max(0, table.seats.findIndex((seat) => seat.you));
  return h("span", { class: "tagn" }, [...points.slice(own), ...points.slice(0, own)].join(" : "));
}

/** The options that were chosen before a game began. @typedef {Pick<import("../types.js").TableInfo, "game" | "options"> & {seats: object[]}} Setup */

/** @param {Setup} table */
function players(table) {
  return t("home.n_players", { n: table.seats.length });
}

/** "Azul · 3 players · gray wall". @param {Setup} table @param {About} about */
export function tableWords(table, { games }) {
  const { card } = games[table.game];
  return [t(`game.${table.game}`), players(table), card.variant(table.options)].filter(Boolean).join(" · ");
}

/** @param {ListedTable} table @param {string} href @param {About} about @param {import("../core/h.js").Child} last anything to add */
export function tableLine(table, href, { games, levels }, last) {
  const { card } = games[table.game];
  const variant = card.variant(table.options);
  return h(
    "a",
    { class: ["gm", table.your_turn && "turn"], href, key: table.id },
    tile(card.tile, { "aria-hidden": "true" }),
    h(
      "span",
      { class: "gm-what" },
      h("b", null, t(`game.${table.game}`)),
      h("span", { class: "dim s" }, variant && ` · ${variant}`, ` · ${company(table, levels)}`),
      h("small", null, last),
    ),
    score(table),
  );
}
