/** A game in progress as a small table: walls, points, the last action, and whose turn it is. */

import { inline } from "../art/pieces.js";
import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { ago, listed, rich, t } from "../core/text.js";
import { timeText } from "../table/clock.js";
import { nameOf, others, tableWords } from "../ui/tables.js";
import { smallWall } from "./walls.js";

/** @typedef {import("../types.js").ListedTable} ListedTable */
/** @typedef {import("../types.js").About} About */

const HOUR = 3_600_000;
/** Milliseconds; with less time left than this a game is urgent. */
const URGENT = 600_000;

/** Milliseconds that the seats to move have left; Infinity without a clock. @param {ListedTable} table */
export function timeLeft({ clock, received }) {
  if (!clock?.running.length) return Infinity;
  const left = Math.min(...clock.running.map((seat) => clock.left_ms[seat]));
  return Math.max(0, left - (performance.now() - received));
}

/**
 * The most urgent first: games that wait for the user, those with less time first; then games that wait for
 * others; then tables without all their players.
 * @param {ListedTable[]} tables
 */
export function byUrgency(tables) {
  const rank = (/** @type {ListedTable} */ table) => (table.your_turn ? 0 : table.status === "playing" ? 1 : 2);
  return tables
    .map((table) => ({ table, rank: rank(table), left: timeLeft(table) }))
    .sort((a, b) => a.rank - b.rank || (a.left === b.left ? 0 : a.left - b.left) || b.table.created - a.table.created)
    .map(({ table }) => table);
}

/** @param {ListedTable} table @param {About} about */
export function liveTable(table, about) {
  return h(
    "a",
    { class: ["live board", table.your_turn && "turn"], href: `/table/${table.id}`, key: table.id },
    h(
      "span",
      { class: "live-head" },
      h("b", { class: "live-who" }, others(table, about.levels) || t("home.waits")),
      h("span", { class: "dim s" }, subtitle(table, about)),
      h("span", { class: "s live-last" }, lastMove(table, about)),
      table.scores && h("span", { class: "s live-scores", "aria-hidden": "true" }, ownFirst(table.scores, table).join(" : ")),
    ),
    table.walls ? walls(table, about) : seats(table, about),
    h("span", { class: "live-foot" }, whose(table, about), time(table)),
  );
}

/** "Azul, 3 players · round 4". @param {ListedTable} table @param {About} about */
function subtitle(table, about) {
  const words = table.seats.length > 2 ? tableWords(table, about) : [t(`game.${table.game}`), about.games[table.game].card.variant(table.options)].filter(Boolean).join(" · ");
  return table.round ? `${words} · ${t("home.round", { n: table.round })}` : words;
}

/** The seat from which a table is seen: the user's or, without one, the first. @param {ListedTable} table */
function ownSeat(table) {
  return Math.max(0, table.seats.findIndex((seat) => seat.you));
}

/** @template T @param {T[]} each by seat @param {ListedTable} table @returns {T[]} one's own first, the others in the order of play */
function ownFirst(each, table) {
  const own = ownSeat(table);
  return [...each.slice(own), ...each.slice(0, own)];
}

/** @param {ListedTable} table @param {number} seat @param {About} about */
function called(table, seat, { levels }) {
  return table.seats[seat].you ? t("home.you") : (nameOf(table.seats[seat], levels) ?? "…");
}

/** The user's wall is large; that of a single opponent as large, those of several small. @param {ListedTable} table @param {About} about */
function walls(table, about) {
  const order = ownFirst(table.seats.map((_, seat) => seat), table);
  const [own] = order;
  const several = order.length > 2;
  const figure = (/** @type {number} */ seat) =>
    h(
      "span",
      { class: ["live-wall", table.waiting.includes(seat) && "moves"], key: seat },
      h("span", { class: "live-name" }, h("span", null, several && seat !== own ? firstWord(called(table, seat, about)) : called(table, seat, about)), " ", h("b", null, String(table.scores?.[seat] ?? 0))),
      smallWall(table.walls?.[seat] ?? ""),
    );
  const [mine, ...rest] = order.map(figure);
  return h("span", { class: ["live-walls", `of-${order.length}`] }, mine, several ? h("span", { class: "live-rest" }, rest) : rest);
}

/** Beside a small wall there is no room for more; the whole name is above. @param {string} name */
function firstWord(name) {
  return name.split(" ")[0];
}

/** Before the start: the players so far. @param {ListedTable} table @param {About} about */
function seats(table, about) {
  const there = table.seats.map((seat, i) => (seat.kind === "open" ? t("wait.open") : called(table, i, about)));
  return h("span", { class: "live-seats" }, there.map((name, i) => h("span", { class: ["live-seat", table.seats[i].kind], key: i }, name)));
}

/** "Bruno took 2 [black] to line 4, an hour ago". @param {ListedTable} table @param {About} about */
function lastMove(table, about) {
  const { last } = table;
  if (!last) return null;
  const { seat, kind, colour, count = 1, line } = last;
  const deed = kind === "take" && typeof line !== "number" ? "drop" : kind;
  const who = table.seats[seat].you ? "you" : "they";
  const fields = { name: called(table, seat, about), n: count, line: (line ?? 0) + 1, tile: colour ? inline(colour, count) : "" };
  const since = last.ago_ms + performance.now() - table.received;
  return [rich(`home.move.${who}_${deed}`, fields), since > HOUR && `, ${ago(since)}`];
}

/** @param {ListedTable} table @param {About} about */
function whose(table, about) {
  if (table.your_turn) return h("span", { class: "pill mine" }, t("ui.your_turn"));
  if (table.status === "open") return h("span", { class: "pill" }, t("home.status_open"));
  const names = table.waiting.map((seat) => called(table, seat, about));
  return names.length > 0 && h("span", { class: "pill" }, t("home.turn_of", { names: listed(names), n: names.length }));
}

/** @param {ListedTable} table */
function time(table) {
  if (table.status !== "playing") return null;
  const left = timeLeft(table);
  const text = left === Infinity ? t("home.no_hurry") : t("table.clock", { time: timeText(left) });
  return h(
    "span",
    { class: ["live-time s", left < URGENT && "urgent"] },
    icon("clock"),
    h("span", { class: "live-left" }, text),
    h("span", { class: "live-left-short", "aria-hidden": "true" }, left === Infinity ? text : timeText(left)),
  );
}
