/** Setting up positions of Azul Duel by hand. Plates that nobody has seen are drawn when they are needed. */

import { hole, space, tile, tileName, tilesNamed } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { counts, decisionList, drawn as fromBag, followSupply, inWords, lineRows, pictures, seats, shift, sorted, supplyRows } from "../shared/set-up.js";
import { cellOf, COLOURS, SIZE, turned } from "./actions.js";
import { factoryName } from "./middle.js";
import { chip, chipName, plate, plateName, spaceLetter } from "./plates.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Board} Board */
/** A state with the stack, the hand and the loose tiles in the notation of positions. @typedef {Omit<State, "hand" | "under" | "loose" | "boards"> & {box: Box, boards: Board[], decision: string, turn: number, row: number, random: string, top: string, returned: string, hand: string[], under: string[], loose: {factory: number, tiles: string}}} Draft */
/** @typedef {import("../game-set-up.js").Kit} Kit */
/** @typedef {import("./types.js").Box} Box */

const SMALL = [1, 2, 3, 4];
const TURNS = "nesw";
/** The decisions and reveals that can be set up. Before a turn, the dealer acts if something is missing. */
const DECISIONS = ["acquire", "stack", "draw", "top", "look", "keep", "place", "under", "chip", "pay", "tile", "over"];
/** Plates have been drawn, and not yet placed or put back. */
const WITH_HAND = ["draw", "top", "look", "keep", "place", "under"];
/** Nobody has looked at them yet: only their backs are written. */
const FACE_DOWN = ["draw", "top", "look"];
const TILING = ["pay", "tile"];
/** Where the tiles of a factory lie. @type {{sun: "suns", moon: "moons"}} */
const PILES = { sun: "suns", moon: "moons" };
/** Nobody's turn: the dealer draws. */
const DEALERS = ["tablets", "display", "deal", "first"];

/** @param {State} state @param {string} position @param {Box} box @returns {Draft} */
function draft(state, position, box) {
  const stack = /\bstack=(\S+)/.exec(position)?.[1] ?? "";
  const [, top = "?", returned = "-"] = stack.split("/");
  const [hand, under = ""] = (/\bhand=(\S+)/.exec(position)?.[1] ?? "-").split("/");
  return {
    ...structuredClone(state),
    box,
    decision: DECISIONS.includes(state.phase) ? state.phase : "acquire",
    turn: state.turn ?? state.first ?? 0,
    random: /^duel (\?\d)/.exec(position)?.[1] ?? "?3",
    row: state.row ?? 0,
    top,
    returned,
    hand: parts(hand),
    under: parts(under),
    loose: { factory: state.loose?.factory ?? 1, tiles: state.loose?.tiles ?? "" },
  };
}

/** @param {string} list as it is written @returns {string[]} */
function parts(list) {
  return list === "-" ? [] : list.split(".").filter(Boolean);
}

/** The phase of the position: before a turn the dealer may have to act, or plates are placed for the first round. @param {Draft} now @param {number} opening */
function phaseOf(now, opening) {
  if (!now.tablets.length) return "tablets";
  if (now.decision !== "acquire") return now.decision;
  // After the last take, chips may be face up or gone; before a deal all are face down (D1.8, D2.C3).
  const begun = [...now.suns, ...now.moons].join("") || now.chips.some((face) => face !== "?");
  if (begun && opening === 2 && now.first === null) return "first";
  if (begun) return opening ? "opening" : "acquire";
  return Math.min(now.box.display - now.display.length, stackSize(now)) > 0 ? "display" : "deal";
}

/** @param {Draft} now @param {Box} box */
function text(now, box) {
  const bare = now.boards.filter(({ plates }) => plates.every((each) => each === null)).length;
  const opening = now.round === 1 ? bare : 0;
  const phase = phaseOf(now, opening);
  const fresh = freshPlates(now);
  const top = phase === "top" && fresh ? "?" : stackSize(now) ? now.top : "-";
  const loose = phase === "stack" && now.loose.tiles ? `${now.loose.factory}~${sorted(now.loose.tiles, COLOURS)}` : "-";
  const fields = [
    `duel ${now.tablets.join("+") || now.random} ${phase}`,
    `round=${now.round}`,
    `first=${now.first === null && opening === 2 && DEALERS.includes(phase) ? "-" : (now.first ?? 0) + 1}`,
    `turn=${DEALERS.includes(phase) || phase === "over" ? "-" : now.turn + 1}`,
    `start=${now.start === null ? "large" : now.start + 1}`,
    `opening=${opening}`,
    `display=${list([...now.display].sort((a, b) => a - b))}`,
    `stack=${fresh}/${top}/${now.returned}`,
    `hand=${handText(now, box)}`,
    `plate=${phase === "place" && now.plate ? now.plate : "-"}`,
    `loose=${loose}`,
    `row=${TILING.includes(phase) ? now.row + 1 : "-"}`,
    `spent=${phase === "pay" ? list(now.spent) : "-"}`,
    `suns=${now.suns.map((each) => sorted(each, COLOURS)).join(",")}`,
    `moons=${now.moons.map((moon, i) => (i ? moon || "-" : sorted(moon, COLOURS))).join(",")}`,
    `chips=${now.chips.map((face) => face ?? "-").join(",")}`,
    `bag=${counts(now.bag, COLOURS)}`,
    `tower=${counts(now.tower, COLOURS)}`,
    ...now.boards.map((each, i) => `seat${i + 1}=${boardText(each)}`),
  ];
  return fields.join(" ");
}

/** The drawn plates; if nobody has looked at them, their backs. @param {Draft} now @param {Box} box */
function handText(now, box) {
  if (!WITH_HAND.includes(now.decision)) return "-";
  const back = (/** @type {string} */ each) => (box.plates[Number(each)] ? `?${box.plates[Number(each)].back}` : each);
  const hand = FACE_DOWN.includes(now.decision) ? now.hand.map(back) : now.hand;
  return list(hand) + (now.decision === "under" && now.under.length ? `/${list(now.under)}` : "");
}

/** @param {Board} board */
function boardText({ score, tokens, taken, lines, plates, tiles, broken, chips, used }) {
  const placed = plates.map((each) => (each ? `${each.plate}${each.turn}` : "-"));
  return [score, tokens, taken, lines.map((line) => line || "-").join(","), placed.join(","), tiles.join(","), broken || "-", list(chips), list(used)].join(":");
}

/** @param {(string | number)[]} parts */
function list(parts) {
  return parts.join(".") || "-";
}

/** The number of plates that nobody has seen. @param {Draft} now */
function freshPlates(now) {
  const placed = now.boards.flatMap(({ plates }) => plates.filter(Boolean)).length;
  const held = WITH_HAND.includes(now.decision) ? now.hand.length : 0;
  const others = (now.decision === "place" && now.plate ? 1 : 0) + (now.decision === "under" ? now.under.length : 0);
  return Math.max(0, Object.keys(now.box.plates).length - placed - now.display.length - returned(now) - held - others);
}

/** The number of plates that were put back under the stack. @param {Draft} now */
function returned(now) {
  return now.returned === "-" ? 0 : now.returned.split(/[.,]/).length;
}

/** @param {Draft} now */
function stackSize(now) {
  return freshPlates(now) + returned(now);
}

/** @param {Draft} _ @param {Box} box @returns {import("../game-set-up.js").Piece[]} */
function palette(_, box) {
  return [
    ...[...COLOURS, "S", "1"].map((letter) => ({ piece: letter, view: tile(letter, { "aria-hidden": "true" }), name: letter === "1" ? t("duel.start_tile") : tileName(letter) })),
    ...Object.keys(box.chips).map((face) => ({ piece: `c${face}`, view: chip(face, { "aria-hidden": "true" }), name: chipName(face) })),
    ...Object.keys(box.plates).map((number) => ({ piece: `p${number}`, view: plate(box, Number(number)), name: plateName(box, Number(number)) })),
  ];
}

/** @param {Draft} now @param {string} place @param {string} piece */
function put(now, place, piece) {
  if (shift(now, now.tower, place)) return;
  const [kind, ...where] = place.split("-");
  const [a, b, c] = where.map(Number);
  const its = now.boards[a];
  const letter = piece.length === 1 ? piece : "";
  const number = piece.startsWith("p") ? Number(piece.slice(1)) : 0;
  const face = piece.startsWith("c") ? piece.slice(1) : "";
  if (piece === "1") now.start = kind === "broken" ? a : kind === "sun" ? null : now.start;
  else if (kind === "sun" || kind === "moon") now[PILES[kind]][a] = pile(now[PILES[kind]][a], letter, piece);
  else if (kind === "chip") now.chips[a] = face || (piece ? now.chips[a] : now.chips[a] === null ? "?" : null);
  else if (kind === "display") now.display = plates(now.display, number, piece);
  else if (kind === "hand" || kind === "under") now[kind] = plates(now[kind], number && String(number), piece);
  else if (kind === "plate") now.plate = number || (piece ? now.plate : null);
  else if (kind === "loose") now.loose.tiles = pile(now.loose.tiles, letter, piece);
  else if (kind === "spent") now.spent = faces(now, now.spent, face, piece);
  else if (kind === "line") its.lines[b] = letter && its.lines[b] && its.lines[b][0] !== letter ? letter : pile(its.lines[b], letter, piece);
  else if (kind === "broken") its.broken = pile(its.broken, letter, piece);
  else if (kind === "chips" || kind === "used") its[kind] = faces(now, its[kind], face, piece);
  else if (kind === "dome" && (number || (!piece && its.tiles[b][c] === "."))) turnPlate(its, Math.floor(b / 2) * 3 + Math.floor(c / 2), number);
  else if (kind === "dome" && (letter || !piece)) {
    const row = [...its.tiles[b]];
    row[c] = row[c] === letter ? "." : letter || ".";
    its.tiles[b] = row.join("");
  }
  followSupply(now, now.tower, COLOURS, now.box.of_each, onTable);
}

/** Add a tile or, without a piece, remove one; other pieces change nothing. @param {string} tiles @param {string} letter @param {string} piece */
function pile(tiles, letter, piece) {
  if (letter && COLOURS.includes(letter)) return tiles + letter;
  return piece ? tiles : tiles.slice(0, -1);
}

/** @template T @param {T[]} shown @param {T | 0 | ""} number of the plate, 0 for another piece @param {string} piece @returns {T[]} */
function plates(shown, number, piece) {
  if (!piece) return shown.slice(0, -1);
  if (!number) return shown;
  return shown.includes(number) ? shown.filter((each) => each !== number) : [...shown, number];
}

/** Add a chip in the order of faces, or remove one. @param {Draft} now @param {string[]} held @param {string} face @param {string} piece @returns {string[]} */
function faces(now, held, face, piece) {
  if (!piece) return held.slice(0, -1);
  const order = Object.keys(now.box.chips);
  return face ? [...held, face].sort((x, y) => order.indexOf(x) - order.indexOf(y)) : held;
}

/** Place a plate; if it is there already, turn it; without a piece, remove it. @param {Board} board @param {number} at @param {number} number */
function turnPlate(board, at, number) {
  const there = board.plates[at];
  if (!number) board.plates[at] = null;
  else if (there?.plate === number) there.turn = TURNS[(TURNS.indexOf(there.turn) + 1) % 4];
  else board.plates[at] = { plate: number, turn: "n" };
}

/** @param {Draft} now @param {string} letter */
function onTable(now, letter) {
  const loose = now.decision === "stack" ? now.loose.tiles : "";
  const all = [loose, ...now.suns, ...now.moons, ...now.boards.flatMap(({ lines, tiles, broken }) => [...lines, ...tiles, broken])];
  return all.join("").split(letter).length - 1;
}

/**
 * What a decision implies: before the tiling the factories are empty, and all players have used their tokens
 * and taken their chips (D2.E1).
 * @param {Draft} now @param {string} decision
 */
function decide(now, decision) {
  now.decision = decision;
  if (TILING.includes(decision) || decision === "over") {
    Object.assign(now, { suns: now.box.factories.map(() => ""), moons: now.box.factories.map(() => ""), chips: [null, null, null, null] });
    for (const each of now.boards) Object.assign(each, { tokens: 0, taken: now.box.chips_a_round });
  }
  followSupply(now, now.tower, COLOURS, now.box.of_each, onTable);
}

/** @param {Draft} now */
function deal(now) {
  Object.assign(now, { decision: "acquire", suns: now.box.factories.map(() => ""), moons: now.box.factories.map(() => ""), chips: ["?", "?", "?", "?"], start: null });
  followSupply(now, now.tower, COLOURS, now.box.of_each, onTable);
  now.suns = now.box.factories.map((n) => fromBag(now.bag, n));
}

/** A place with its name above its pieces. @param {Kit} kit @param {string} id @param {string} name @param {string} what @param {import("../../core/h.js").Child} content @param {{field?: string, class?: string, of?: string}} [how] */
function named(kit, id, name, what, content, { field, class: extra, of } = {}) {
  const label = of ? t("set_up.at_of", { name: of, place: name, what }) : t("set_up.at", { place: name, what });
  return kit.place(id, label, [h("b", { class: "no" }, name), h("span", { class: "set-pile" }, content)], { field, class: extra });
}

/** @param {Draft} now @param {Kit} kit */
function draw(now, kit) {
  const box = /** @type {Box} */ (/** @type {unknown} */ (kit.box));
  return {
    middle: [
      now.suns.map((tiles, n) => named(kit, `sun-${n}`, t("set_up.sun", { place: factoryName(n) }), inWords(tiles), pictures(!n && now.start === null ? `1${tiles}` : tiles), { field: "suns", class: "set-sun" })),
      now.moons.map((tiles, n) => named(kit, `moon-${n}`, t("set_up.moon", { place: factoryName(n) }), inWords(tiles), pictures(tiles), { field: "moons", class: "set-moon" })),
      now.chips.map((face, n) => named(kit, `chip-${n}`, t("set_up.chip", { place: factoryName(n + 1) }), face ? chipName(face) : t("set_up.empty"), face && chip(face, { "aria-hidden": "true" }), { field: "chips" })),
      named(kit, "display", t("set_up.display"), now.display.join(", ") || t("set_up.empty"), now.display.map((number) => plate(box, number, "n", { key: number })), { field: "display", class: "set-centre" }),
      inHand(now, kit, box),
    ],
    boards: now.boards.map((_, seat) => board(now, seat, kit, box)),
    supply: supplyRows(now, kit, { bag: "play.bag", other: "duel.tower", held: now.tower, letters: COLOURS, ofEach: now.box.of_each, onTable }),
    more: [
      decisionList(now, kit, DECISIONS, (phase) => decide(now, phase)),
      now.decision === "stack" && kit.choice(t("set_up.loose_on"), "set-loose-on", SMALL.map((n) => [String(n), String(n)]), String(now.loose.factory), (value) => (now.loose.factory = Number(value))),
      TILING.includes(now.decision) && kit.choice(t("set_up.row"), "set-row", Array.from({ length: SIZE }, (_, i) => [String(i), String(i + 1)]), String(now.row), (value) => (now.row = Number(value))),
      kit.choice(t("set_up.turn"), "set-turn", seats(kit), String(now.turn), (value) => (now.turn = Number(value))),
      kit.choice(t("set_up.first"), "set-first", seats(kit), String(now.first), (value) => (now.first = Number(value))),
      kit.choice(t("set_up.top", { n: freshPlates(now) }), "set-top", [["s", t("duel.plate_special")], ["w", t("duel.plate_wild")]], now.top, (value) => (now.top = value)),
      kit.number(t("set_up.round"), now.round, (value) => (now.round = value), { field: "round", most: now.box.rounds }),
      h("p", { class: "dim s", key: "hidden" }, t("set_up.hidden")),
    ],
  };
}

/** The pieces held during a turn or the tiling. @param {Draft} now @param {Kit} kit @param {Box} box */
function inHand(now, kit, box) {
  const { decision } = now;
  const shown = (/** @type {string | number} */ each, /** @type {number} */ i) => (box.plates[Number(each)] ? plate(box, Number(each), "n", { key: i }) : h("span", { key: i }, String(each)));
  const place = (/** @type {string} */ id, /** @type {string} */ field, /** @type {string} */ what, /** @type {import("../../core/h.js").Child} */ content) =>
    named(kit, id, t(`set_up.${id}`), what || t("set_up.empty"), content, { field, class: "set-centre" });
  return [
    decision === "place" && place("plate", "plate", String(now.plate ?? ""), now.plate && shown(now.plate, 0)),
    WITH_HAND.includes(decision) && place("hand", "hand", now.hand.join(", "), now.hand.map(shown)),
    decision === "under" && place("under", "hand", now.under.join(", "), now.under.map(shown)),
    decision === "stack" && place("loose", "loose", tilesNamed(now.loose.tiles), pictures(now.loose.tiles)),
    decision === "pay" && place("spent", "spent", now.spent.map(chipName).join(", "), now.spent.map((face, i) => chip(face, { key: i, "aria-hidden": "true" }))),
  ];
}

/** @param {Draft} now @param {number} seat @param {Kit} kit @param {Box} box */
function board(now, seat, kit, box) {
  const its = now.boards[seat];
  const field = `seat${seat + 1}`;
  const of = kit.names[seat];
  const spaces = spacesOf(its, box);
  const start = now.start === seat ? "1" : "";
  return h(
    "section",
    { class: ["board set-board duel", kit.wrong === field && "wrong-field"], key: seat, "aria-label": of },
    h(
      "div",
      { class: "set-who" },
      h("h2", null, of),
      kit.number(t("set_up.points"), its.score, (value) => (its.score = value), { most: 999 }),
      kit.number(t("set_up.tokens"), its.tokens, (value) => (its.tokens = value), { most: box.tokens }),
      kit.number(t("set_up.taken"), its.taken, (value) => (its.taken = value), { most: box.chips_a_round }),
    ),
    lineRows(kit, seat, its.lines),
    h(
      "div",
      { class: "set-wall set-dome" },
      Array.from({ length: SIZE * SIZE }, (_, i) => cell(kit, seat, its, spaces, Math.floor(i / SIZE), i % SIZE)),
    ),
    named(kit, `broken-${seat}`, t("duel.broken"), inWords(its.broken), pictures(start + its.broken), { class: "set-floor", of }),
    named(kit, `chips-${seat}`, t("set_up.chips"), its.chips.map(chipName).join(", ") || t("set_up.empty"), its.chips.map((face, i) => chip(face, { key: i, "aria-hidden": "true" })), { class: "set-half", of }),
    named(kit, `used-${seat}`, t("set_up.used"), its.used.map(chipName).join(", ") || t("set_up.empty"), its.used.map((face, i) => chip(face, { key: i, "aria-hidden": "true" })), { class: "set-half", of }),
  );
}

/** What is printed on the spaces of a dome; "." where there is no plate. @param {Board} board @param {Box} box */
function spacesOf(board, box) {
  const found = Array.from({ length: SIZE }, () => Array(SIZE).fill("."));
  board.plates.forEach((placed, at) => {
    if (!placed) return;
    [...turned(box.plates[placed.plate].spaces, placed.turn)].forEach((letter, k) => {
      const { row, column } = cellOf(at, k);
      found[row][column] = letter;
    });
  });
  return found;
}

/** @param {Kit} kit @param {number} seat @param {Board} its @param {string[][]} spaces @param {number} row @param {number} column */
function cell(kit, seat, its, spaces, row, column) {
  const letter = its.tiles[row][column];
  const printed = spaces[row][column];
  const what = letter !== "." ? tileName(letter) : printed === "." ? t("set_up.no_plate") : t("set_up.empty");
  const content = letter !== "." ? tile(letter, { "aria-hidden": "true" }) : printed === "." ? hole() : space(spaceLetter(printed));
  return kit.place(`dome-${seat}-${row}-${column}`, t("set_up.at_of", { name: kit.names[seat], place: t("set_up.space", { row: row + 1, column: column + 1 }), what }), content, { class: "set-cell" });
}

/** @type {import("../game-set-up.js").GameSetUp<State, Draft, Box>} */
export const setUp = { draft, text, palette, put, decide, draw, deal };
