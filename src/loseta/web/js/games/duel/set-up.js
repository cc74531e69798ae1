/** Positions of Azul Duel set up by hand: what lies on the table. What nobody has seen is drawn when it is needed. */

import { hole, space, tile, tileName, tilesNamed } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { drawn as fromBag, followSupply, shift, supplyRows } from "../shared/set-up.js";
import { cellOf, SIZE, turned } from "./actions.js";
import { factoryName } from "./middle.js";
import { chip, chipName, plate, plateName, spaceLetter } from "./plates.js";

/** @typedef {import("../game-set-up.js").Draft} Draft */
/** @typedef {import("../game-set-up.js").Kit} Kit */
/** @typedef {import("./types.js").Box} Box */

const COLOURS = "BYRKT";
/** How many tiles of each colour there are, to be told where they lie: the server counts them. */
const OF_EACH = 13;
/** On the suns, the large factory first. */
const SUN_TILES = [5, 4, 4, 4, 4];
const TURNS = "nesw";

/** @param {import("./types.js").State} state @param {string} position @returns {Draft} */
function draft(state, position) {
  const stack = /\bstack=(\S+)/.exec(position)?.[1] ?? "18/?/-";
  const [, top = "?", returned = "-"] = stack.split("/");
  const found = { ...structuredClone(state), first: state.first ?? 0, turn: state.turn ?? state.first ?? 0, top, returned };
  followSupply(found, "tower", COLOURS, OF_EACH, onTable); // what was in somebody's hand is not set up
  return found;
}

/** @param {Draft} now */
function text(now) {
  const offered = [...now.suns, ...now.moons].join("").length > 0;
  const opening = now.boards.filter((/** @type {any} */ { plates }) => plates.every((/** @type {unknown} */ each) => each === null)).length;
  const phase = !offered ? (now.display.length < 3 && opening ? "display" : "deal") : opening ? "opening" : "acquire";
  const fresh = freshPlates(now);
  const fields = [
    `duel ${now.tablets.join("+") || "?3"} ${phase}`,
    `round=${now.round}`,
    `first=${now.first + 1}`,
    `turn=${offered ? now.turn + 1 : "-"}`,
    `start=${now.start === null ? "large" : now.start + 1}`,
    `opening=${now.round === 1 ? opening : 0}`,
    `display=${list([...now.display].sort((a, b) => a - b))}`,
    `stack=${fresh}/${fresh || now.returned !== "-" ? now.top : "-"}/${now.returned}`,
    "hand=- plate=- loose=- row=- spent=-",
    `suns=${now.suns.map(sorted).join(",")}`,
    `moons=${now.moons.map((/** @type {string} */ moon, /** @type {number} */ i) => (i ? moon || "-" : sorted(moon))).join(",")}`,
    `chips=${now.chips.map((/** @type {string | null} */ face) => face ?? "-").join(",")}`,
    `bag=${counts(now.bag)}`,
    `tower=${counts(now.tower)}`,
    ...now.boards.map((/** @type {any} */ each, /** @type {number} */ i) => `seat${i + 1}=${boardText(each)}`),
  ];
  return fields.join(" ");
}

/** @param {any} board */
function boardText({ score, tokens, taken, lines, plates, tiles, broken, chips, used }) {
  const placed = plates.map((/** @type {{plate: number, turn: string} | null} */ each) => (each ? `${each.plate}${each.turn}` : "-"));
  return [score, tokens, taken, lines.map((/** @type {string} */ line) => line || "-").join(","), placed.join(","), tiles.join(","), broken || "-", list(chips), list(used)].join(":");
}

/** @param {(string | number)[]} parts */
function list(parts) {
  return parts.join(".") || "-";
}

/** @param {string} tiles */
function sorted(tiles) {
  return [...tiles].sort((a, b) => COLOURS.indexOf(a) - COLOURS.indexOf(b)).join("") || "-";
}

/** @param {{[letter: string]: number}} counted */
function counts(counted) {
  return [...COLOURS].map((letter) => `${letter}${counted[letter]}`).join("");
}

/** Plates that nobody has seen. @param {Draft} now */
function freshPlates(now) {
  const placed = now.boards.flatMap((/** @type {any} */ { plates }) => plates.filter(Boolean)).length;
  const back = now.returned === "-" ? 0 : now.returned.split(/[.,]/).length;
  return Math.max(0, 18 - placed - now.display.length - back);
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
  if (shift(now, "tower", place)) return;
  const [kind, ...where] = place.split("-");
  const [a, b, c] = where.map(Number);
  const its = now.boards[a];
  const letter = piece.length === 1 ? piece : "";
  const number = piece.startsWith("p") ? Number(piece.slice(1)) : 0;
  const face = piece.startsWith("c") ? piece.slice(1) : "";
  if (piece === "1") now.start = kind === "broken" ? a : kind === "sun" ? null : now.start;
  else if (kind === "sun" || kind === "moon") now[`${kind}s`][a] = pile(now[`${kind}s`][a], letter, piece);
  else if (kind === "chip") now.chips[a] = face || (piece ? now.chips[a] : now.chips[a] === null ? "?" : null);
  else if (kind === "display") now.display = plates(now.display, number, piece);
  else if (kind === "line") its.lines[b] = letter && its.lines[b] && its.lines[b][0] !== letter ? letter : pile(its.lines[b], letter, piece);
  else if (kind === "broken") its.broken = pile(its.broken, letter, piece);
  else if (kind === "chips" || kind === "used") its[kind] = faces(its[kind], face, piece);
  else if (kind === "dome" && (number || (!piece && its.tiles[b][c] === "."))) turnPlate(its, Math.floor(b / 2) * 3 + Math.floor(c / 2), number);
  else if (kind === "dome" && (letter || !piece)) {
    const row = [...its.tiles[b]];
    row[c] = row[c] === letter ? "." : letter || ".";
    its.tiles[b] = row.join("");
  }
  followSupply(now, "tower", COLOURS, OF_EACH, onTable);
}

/** One more tile, or with nothing in the hand one less; other pieces change nothing. @param {string} tiles @param {string} letter @param {string} piece */
function pile(tiles, letter, piece) {
  if (letter && COLOURS.includes(letter)) return tiles + letter;
  return piece ? tiles : tiles.slice(0, -1);
}

/** @param {number[]} shown @param {number} number @param {string} piece @returns {number[]} */
function plates(shown, number, piece) {
  if (!piece) return shown.slice(0, -1);
  if (!number) return shown;
  return shown.includes(number) ? shown.filter((each) => each !== number) : [...shown, number];
}

/** In the order of faces, as they are written. @param {string[]} held @param {string} face @param {string} piece @returns {string[]} */
function faces(held, face, piece) {
  if (!piece) return held.slice(0, -1);
  const order = ["B", "Y", "R", "K", "T", "TY", "YK", "KB", "BR", "RT"];
  return face ? [...held, face].sort((x, y) => order.indexOf(x) - order.indexOf(y)) : held;
}

/** Lay a plate; one that lies there turns, and with nothing in the hand it is taken away. @param {any} board @param {number} at @param {number} number */
function turnPlate(board, at, number) {
  const there = board.plates[at];
  if (!number) board.plates[at] = null;
  else if (there?.plate === number) there.turn = TURNS[(TURNS.indexOf(there.turn) + 1) % 4];
  else board.plates[at] = { plate: number, turn: "n" };
}

/** @param {Draft} now @param {string} letter */
function onTable(now, letter) {
  const all = [...now.suns, ...now.moons, ...now.boards.flatMap((/** @type {any} */ { lines, tiles, broken }) => [...lines, ...tiles, broken])];
  return all.join("").split(letter).length - 1;
}

/** @param {Draft} now */
function deal(now) {
  Object.assign(now, { suns: SUN_TILES.map(() => ""), moons: SUN_TILES.map(() => ""), chips: ["?", "?", "?", "?"], start: null });
  followSupply(now, "tower", COLOURS, OF_EACH, onTable);
  now.suns = SUN_TILES.map((n) => fromBag(now.bag, n));
}

/** @param {string} tiles */
function drawn(tiles) {
  return [...tiles].map((letter, i) => tile(letter, { key: i, "aria-hidden": "true" }));
}

/** @param {string} tiles */
function said(tiles) {
  return tiles ? tilesNamed(tiles) : t("set_up.empty");
}

/** A place with a name above what lies there. @param {Kit} kit @param {string} id @param {string} name @param {string} what @param {import("../../core/h.js").Child} content @param {{field?: string, class?: string, of?: string}} [how] */
function named(kit, id, name, what, content, { field, class: extra, of } = {}) {
  const label = of ? t("set_up.at_of", { name: of, place: name, what }) : t("set_up.at", { place: name, what });
  return kit.place(id, label, [h("b", { class: "no" }, name), h("span", { class: "set-pile" }, content)], { field, class: extra });
}

/** @param {Draft} now @param {Kit} kit */
function draw(now, kit) {
  const box = /** @type {Box} */ (/** @type {unknown} */ (kit.box));
  return {
    middle: [
      now.suns.map((/** @type {string} */ tiles, /** @type {number} */ n) => named(kit, `sun-${n}`, t("set_up.sun", { place: factoryName(n) }), said(tiles), drawn(!n && now.start === null ? `1${tiles}` : tiles), { field: "suns", class: "set-sun" })),
      now.moons.map((/** @type {string} */ tiles, /** @type {number} */ n) => named(kit, `moon-${n}`, t("set_up.moon", { place: factoryName(n) }), said(tiles), drawn(tiles), { field: "moons", class: "set-moon" })),
      now.chips.map((/** @type {string | null} */ face, /** @type {number} */ n) => named(kit, `chip-${n}`, t("set_up.chip", { place: factoryName(n + 1) }), face ? chipName(face) : t("set_up.empty"), face && chip(face, { "aria-hidden": "true" }), { field: "chips" })),
      named(kit, "display", t("set_up.display"), now.display.join(", ") || t("set_up.empty"), now.display.map((/** @type {number} */ number) => plate(box, number, "n", { key: number })), { field: "display", class: "set-centre" }),
    ],
    boards: now.boards.map((/** @type {unknown} */ _, /** @type {number} */ seat) => board(now, seat, kit, box)),
    supply: supplyRows(now, kit, { bag: "play.bag", other: "duel.tower", name: "tower", letters: COLOURS, ofEach: OF_EACH, onTable }),
    more: [
      kit.choice(t("set_up.turn"), "set-turn", seats(kit), String(now.turn), (value) => (now.turn = Number(value))),
      kit.choice(t("set_up.first"), "set-first", seats(kit), String(now.first), (value) => (now.first = Number(value))),
      kit.choice(t("set_up.top", { n: freshPlates(now) }), "set-top", [["s", t("duel.plate_special")], ["w", t("duel.plate_wild")]], now.top, (value) => (now.top = value)),
      kit.number(t("set_up.round"), now.round, (value) => (now.round = value), { field: "round", most: 5 }),
      h("p", { class: "dim s", key: "hidden" }, t("set_up.hidden")),
    ],
  };
}

/** @param {Kit} kit @returns {import("../../ui/controls.js").Choice[]} */
function seats(kit) {
  return kit.names.map((name, seat) => [String(seat), name]);
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
      kit.number(t("set_up.tokens"), its.tokens, (value) => (its.tokens = value), { most: 2 }),
      kit.number(t("set_up.taken"), its.taken, (value) => (its.taken = value), { most: 2 }),
    ),
    h(
      "div",
      { class: "set-rows" },
      its.lines.map((/** @type {string} */ line, /** @type {number} */ row) =>
        kit.place(`line-${seat}-${row}`, t("set_up.at_of", { name: of, place: t("set_up.line", { n: row + 1 }), what: said(line) }), [Array.from({ length: Math.max(0, row + 1 - line.length) }, (_, i) => hole({ key: `h${i}` })), drawn(line)], { class: "set-line" }),
      ),
    ),
    h(
      "div",
      { class: "set-wall set-dome" },
      Array.from({ length: SIZE * SIZE }, (_, i) => cell(kit, seat, its, spaces, Math.floor(i / SIZE), i % SIZE)),
    ),
    named(kit, `broken-${seat}`, t("duel.broken"), said(its.broken), drawn(start + its.broken), { class: "set-floor", of }),
    named(kit, `chips-${seat}`, t("set_up.chips"), its.chips.map(chipName).join(", ") || t("set_up.empty"), its.chips.map((/** @type {string} */ face, /** @type {number} */ i) => chip(face, { key: i, "aria-hidden": "true" })), { class: "set-half", of }),
    named(kit, `used-${seat}`, t("set_up.used"), its.used.map(chipName).join(", ") || t("set_up.empty"), its.used.map((/** @type {string} */ face, /** @type {number} */ i) => chip(face, { key: i, "aria-hidden": "true" })), { class: "set-half", of }),
  );
}

/** What is printed on the spaces of a dome, "." where no plate lies. @param {any} board @param {Box} box */
function spacesOf(board, box) {
  const found = Array.from({ length: SIZE }, () => Array(SIZE).fill("."));
  board.plates.forEach((/** @type {{plate: number, turn: string} | null} */ placed, /** @type {number} */ at) => {
    if (!placed) return;
    [...turned(box.plates[placed.plate].spaces, placed.turn)].forEach((letter, k) => {
      const { row, column } = cellOf(at, k);
      found[row][column] = letter;
    });
  });
  return found;
}

/** @param {Kit} kit @param {number} seat @param {any} its @param {string[][]} spaces @param {number} row @param {number} column */
function cell(kit, seat, its, spaces, row, column) {
  const letter = its.tiles[row][column];
  const printed = spaces[row][column];
  const what = letter !== "." ? tileName(letter) : printed === "." ? t("set_up.no_plate") : t("set_up.empty");
  const content = letter !== "." ? tile(letter, { "aria-hidden": "true" }) : printed === "." ? hole() : space(spaceLetter(printed));
  return kit.place(`dome-${seat}-${row}-${column}`, t("set_up.at_of", { name: kit.names[seat], place: t("set_up.space", { row: row + 1, column: column + 1 }), what }), content, { class: "set-cell" });
}

/** @type {import("../game-set-up.js").GameSetUp} */
export const setUp = { draft, text, palette, put, draw, deal };
