/** Setting up positions of Azul by hand. */

import { hole, space, tile, tileName } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { counts, decisionList, drawn, followSupply, inWords, lineRows, pictures, seats, shift, sorted, supplyRows } from "../shared/set-up.js";
import { COLOURS } from "./actions.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {Omit<State, "boards"> & {boards: Board[], box: Box, decision: string, idle: number, turn: number}} Draft */
/** @typedef {import("../game-set-up.js").Kit} Kit */

/** The decisions that can be set up; the dealer is to act if the factories are empty. The coloured wall has no tiling decision: the server says so (A7.1). */
const DECISIONS = ["offer", "tiling", "over"];

/** @param {State} state @param {string} position @param {Box} box @returns {Draft} */
function draft(state, position, box) {
  const idle = /\bidle=(\d+)/.exec(position)?.[1] ?? "0";
  const decision = DECISIONS.includes(state.phase) ? state.phase : "offer";
  return { ...structuredClone(state), box, decision, idle: Number(idle), turn: state.turn ?? state.first ?? 0 };
}

/** @param {Draft} now */
function text(now) {
  const offered = now.centre + now.factories.join("");
  const untouched = now.first === null && now.round === 1 && [...COLOURS].every((letter) => now.bag[letter] === now.box.of_each);
  const phase = now.decision !== "offer" || offered ? now.decision : untouched ? "start" : "deal";
  const fields = [
    `azul ${now.players} ${now.wall} ${phase}`,
    `round=${now.round}`,
    `idle=${now.idle}`,
    `first=${phase === "start" ? "-" : (now.first ?? 0) + 1}`,
    `turn=${phase === "offer" || phase === "tiling" ? now.turn + 1 : "-"}`,
    `marker=${now.marker === null ? "centre" : now.marker + 1}`,
    `factories=${now.factories.map((each) => sorted(each, COLOURS)).join(",")}`,
    `centre=${sorted(now.centre, COLOURS)}`,
    `bag=${counts(now.bag, COLOURS)}`,
    `lid=${counts(now.lid, COLOURS)}`,
    ...now.boards.map((each, i) => `seat${i + 1}=${each.score}:${each.lines.map((line) => line || "-").join(",")}:${each.wall.join(",")}:${each.floor || "-"}`),
  ];
  return fields.join(" ");
}

function palette() {
  return [...COLOURS, "1"].map((letter) => ({ piece: letter, view: tile(letter, { "aria-hidden": "true" }), name: tileName(letter) }));
}

/** @param {Draft} now @param {string} place @param {string} piece */
function put(now, place, piece) {
  if (shift(now, now.lid, place)) return;
  const [kind, ...where] = place.split("-");
  const [a, b, c] = where.map(Number);
  if (kind === "factory") now.factories[a] = laid(now.factories[a], piece);
  else if (kind === "centre" && piece === "1") markerTo(now, null);
  else if (kind === "centre") now.centre = laid(now.centre, piece);
  else if (kind === "floor" && piece === "1") markerTo(now, a);
  else if (kind === "floor") {
    if (!piece && now.boards[a].floor.endsWith("1")) markerTo(now, null);
    else now.boards[a].floor = laid(now.boards[a].floor, piece);
  } else if (kind === "line" && piece !== "1") now.boards[a].lines[b] = inLine(now.boards[a].lines[b], piece);
  else if (kind === "wall" && piece !== "1") {
    const row = [...now.boards[a].wall[b]];
    row[c] = row[c] === piece || !piece ? "." : piece;
    now.boards[a].wall[b] = row.join("");
  }
  followSupply(now, now.lid, COLOURS, now.box.of_each, onTable);
}

/** A pile with one tile more or fewer. @param {string} pile @param {string} piece */
function laid(pile, piece) {
  return piece === "1" ? pile : piece ? pile + piece : pile.slice(0, -1);
}

/** A line has one colour: a tile of another colour replaces its tiles. @param {string} line @param {string} piece */
function inLine(line, piece) {
  return piece && line && line[0] !== piece ? piece : laid(line, piece);
}

/** There is only one marker. @param {Draft} now @param {number | null} seat */
function markerTo(now, seat) {
  for (const board of now.boards) board.floor = board.floor.replace("1", "");
  now.marker = seat;
  if (seat !== null) now.boards[seat].floor += "1";
}

/** @param {Draft} now @param {string} letter */
function onTable(now, letter) {
  const all = [now.centre, ...now.factories, ...now.boards.flatMap(({ lines, wall, floor }) => [...lines, ...wall, floor])];
  return all.join("").split(letter).length - 1;
}

/** After the offer, no tiles are left on the factories (A2.11). @param {Draft} now @param {string} decision */
function decide(now, decision) {
  now.decision = decision;
  if (decision !== "offer") Object.assign(now, { factories: now.factories.map(() => ""), centre: "" });
  followSupply(now, now.lid, COLOURS, now.box.of_each, onTable);
}

/** @param {Draft} now */
function deal(now) {
  Object.assign(now, { decision: "offer", factories: now.factories.map(() => ""), centre: "" });
  markerTo(now, null);
  followSupply(now, now.lid, COLOURS, now.box.of_each, onTable);
  now.factories = now.factories.map(() => drawn(now.bag, now.box.factory_tiles));
}

/** @param {Draft} now @param {Kit} kit */
function draw(now, kit) {
  const marker = now.marker === null;
  return {
    middle: [
      now.factories.map((tiles, i) =>
        kit.place(`factory-${i}`, t("set_up.at", { place: t("azul.factory", { n: i + 1 }), what: inWords(tiles) }), [h("b", { class: "no" }, String(i + 1)), h("span", { class: "set-pile" }, pictures(tiles))], { field: "factories", class: "set-factory" }),
      ),
      kit.place("centre", t("set_up.at", { place: t("azul.centre"), what: inWords((marker ? "1" : "") + now.centre) }), [h("b", { class: "no" }, t("azul.centre")), h("span", { class: "set-pile" }, pictures((marker ? "1" : "") + now.centre))], { field: "centre", class: "set-centre" }),
    ],
    boards: now.boards.map((_, seat) => board(now, seat, kit)),
    supply: supplyRows(now, kit, { bag: "play.bag", other: "azul.lid", held: now.lid, letters: COLOURS, ofEach: now.box.of_each, onTable }),
    more: [
      decisionList(now, kit, DECISIONS, (phase) => decide(now, phase)),
      kit.choice(t("set_up.turn"), "set-turn", seats(kit), String(now.turn), (value) => (now.turn = Number(value))),
      kit.choice(t("set_up.first"), "set-first", seats(kit), String(now.first), (value) => (now.first = Number(value))),
      kit.number(t("set_up.round"), now.round, (value) => (now.round = value), { field: "round", most: 99 }),
    ],
  };
}

/** @param {Draft} now @param {number} seat @param {Kit} kit */
function board(now, seat, kit) {
  const its = now.boards[seat];
  const field = `seat${seat + 1}`;
  const name = kit.names[seat];
  return h(
    "section",
    { class: ["board set-board azul", kit.wrong === field && "wrong-field"], key: seat, "aria-label": name },
    h("div", { class: "set-who" }, h("h2", null, name), kit.number(t("set_up.points"), its.score, (value) => (its.score = value), { most: 999 })),
    lineRows(kit, seat, its.lines),
    h(
      "div",
      { class: "set-wall" },
      its.wall.flatMap((letters, row) =>
        [...letters].map((letter, column) =>
          kit.place(`wall-${seat}-${row}-${column}`, t("set_up.at_of", { name, place: t("set_up.space", { row: row + 1, column: column + 1 }), what: letter === "." ? t("set_up.empty") : tileName(letter) }), letter !== "." ? tile(letter, { "aria-hidden": "true" }) : now.wall === "gray" ? hole() : space(/** @type {Box} */ (kit.box).wall[row][column]), { class: "set-cell" }),
        ),
      ),
    ),
    kit.place(`floor-${seat}`, t("set_up.at_of", { name, place: t("azul.floor"), what: inWords(its.floor) }), [h("b", { class: "no" }, t("azul.floor_short")), h("span", { class: "set-pile" }, pictures(its.floor))], { class: "set-floor" }),
  );
}

/** @type {import("../game-set-up.js").GameSetUp<State, Draft, Box>} */
export const setUp = { draft, text, palette, put, decide, draw, deal };
