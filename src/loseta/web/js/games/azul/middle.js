/** The middle of the table: factories, centre, bag and lid. */

import { symbol, tile, tilesNamed } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { byTouch, fits } from "../../core/media.js";
import { t } from "../../core/text.js";
import { enlarge, enlarger, zoom } from "../../table/zoom.js";
import { heldTiles, taking } from "../shared/hand.js";
import { colourButtons, letGo, takable } from "../shared/source.js";
import { supply as supplyOf, supplyTable } from "../shared/supply.js";
import { count } from "../shared/tiles.js";
import { CENTRE, COLOURS, markerInCentre, read, tilesAt } from "./actions.js";
import { LINES } from "./lines.js";

/** @typedef {import("./actions.js").TableView} TableView */

/** Tiles are drawn slightly rotated, always by the same angles. */
const ASKEW = [-4, 3, 5, -3];

/**
 * The places of 5, 7 or 9 factories around the centre: evenly spaced points of an ellipse, the first
 * at the top. In shares of the width and height of the ring's box.
 * @param {number} n
 * @param {number} rx
 * @param {number} ry
 */
function around(n, rx, ry) {
  const STEPS = 720;
  const arc = [0];
  for (let k = 0; k < STEPS; k += 1) {
    const a = (2 * Math.PI * k) / STEPS;
    arc.push(arc[k] + Math.hypot(rx * Math.cos(a), ry * Math.sin(a)));
  }
  return Array.from({ length: n }, (_, i) => {
    const wanted = (i / n) * arc[STEPS];
    const a = (2 * Math.PI * arc.findIndex((length) => length >= wanted - 1e-9)) / STEPS;
    return [rx * Math.sin(a), -ry * Math.cos(a)];
  });
}

/** A tablet in portrait has more width than height. @type {[number, number][]} */
const BROAD = [[0, -112], [290, -32], [184, 108], [-184, 108], [-290, -32]];

/** @type {{[n: number]: {rx: number, ry: number, size: number}}} in the units of the layout */
const RINGS = {
  5: { rx: 208, ry: 208, size: 172 },
  7: { rx: 396, ry: 142, size: 140 },
  9: { rx: 396, ry: 143, size: 134 },
};

/** @param {TableView} view */
export function ring(view) {
  const n = view.state.factories.length;
  const broad = view.layout === "tablet";
  const { rx, ry, size } = broad ? { rx: 290, ry: 0, size: 156 } : RINGS[n];
  const places = broad ? BROAD : around(n, rx, ry);
  return h(
    "div",
    { class: ["ring", `ring-${n}`], role: "group", "aria-label": t("azul.middle"), key: "ring" },
    places.map(([x, y], i) =>
      factory(view, i + 1, { "--x": x.toFixed(1), "--y": y.toFixed(1), "--d": String(size) }, "", x > 0.7 * rx),
    ),
    centre(view, "", broad || byTouch()),
  );
}

/** Windows in which the tiles of 5, 7 or 9 factories in rows are large enough for a finger: 44 px each. @type {{[layout: string]: {[n: number]: string}}} */
const ROOM = {
  phone: { 5: "(min-height: 670px)", 7: "not all", 9: "not all" },
  lying: { 5: "(min-width: 800px) and (min-height: 375px)", 7: "not all", 9: "not all" },
  tablet: { 7: "all", 9: "(min-width: 740px)" },
};

/**
 * How a source is drawn: "" with tiles as buttons; `closed` if tiles are too small for a finger: then the
 * whole source is a button that enlarges it; `large` for the enlarged one.
 * @typedef {"" | "closed" | "large"} Look
 */

/** How factories in rows are drawn. @param {TableView} view @returns {Look} */
export function gridLook(view) {
  return taking(view) && !fits(ROOM[view.layout][view.state.factories.length]) ? "closed" : "";
}

/** In small windows the factories are drawn in rows, with the centre among or below them. @param {TableView} view @param {Look} [look] */
export function grid(view, look = "") {
  const n = view.state.factories.length;
  const phone = n === 5 && view.layout === "phone";
  const discs = Array.from({ length: n }, (_, i) => factory(view, i + 1, {}, look));
  const cells = phone ? [4, 0, 1, 3, -1, 2] : [...Array(n).keys(), -1];
  return h(
    "div",
    { class: ["grid", `grid-${n}`], role: "group", "aria-label": t("azul.middle"), key: "grid" },
    cells.map((i) => (i < 0 ? centre(view, phone ? look : "", true) : discs[i])),
    look === "closed" && enlarged(view),
  );
}

/** The enlarged source. @param {TableView} view */
function enlarged(view) {
  if (view.memory.enlarged === null) return null;
  const source = Number(view.memory.enlarged);
  if (!tilesAt(view.state, source)) return null;
  return zoom(view.memory, {
    title: sourceName(source),
    piece: source === CENTRE ? centre(view, "large", true) : factory(view, source, {}, "large"),
    choices: colourButtons(view, source, LINES, () => enlarge(view.memory, null)),
  });
}

/** @param {number} source */
function sourceName(source) {
  return source === CENTRE ? t("azul.centre") : t("azul.factory", { n: source });
}

/** The sources from which others took since the user's last turn. @param {TableView} view @returns {Set<number>} */
function touched(view) {
  const found = new Set();
  for (const frame of view.recent) {
    const action = read(frame.action ?? "");
    if (action?.kind === "take") found.add(action.source);
  }
  return found;
}

/** @param {TableView} view @param {number} number @param {{[name: string]: string}} style @param {Look} look @param {boolean} [atRight] at the right edge of the ring */
function factory(view, number, style, look, atRight = false) {
  const tiles = tilesAt(view.state, number);
  const name = sourceName(number);
  const label = tiles ? `${name}: ${tilesNamed(tiles)}` : t("azul.empty", { name });
  const was = touched(view).has(number);
  return h(
    "div",
    {
      class: ["disc", !tiles && "bare", was && "was", atRight && "at-right"],
      style,
      ...named(label, look),
      key: `f${number}`,
      "data-spot": look === "large" ? null : `factory-${number}`,
    },
    symbol("disc", { class: "dish" }),
    h(
      "div",
      { class: "four" },
      [...tiles].map((_, i) => pile(view, number, tiles, i, look, { turned: ASKEW[(i + number - 1) % 4] })),
    ),
    h("span", { class: "no", "aria-hidden": "true" }, String(number)),
    heldTiles(view)?.source === number && letGo(view),
    look === "closed" && tiles && enlarger(view.memory, String(number), label),
  );
}

/** The label of a source. The enlarged one is hidden from screen readers, because its choices are beside it. @param {string} label @param {Look} look */
function named(label, look) {
  return look === "large" ? { "aria-hidden": "true" } : { role: "group", "aria-label": label };
}

/** One tile of a source. @param {TableView} view @param {number} source @param {string} tiles @param {number} i @param {Look} look @param {{turned?: number, fresh?: boolean, onTop?: boolean}} [how] it lies; of tiles on each other the top one is the button */
function pile(view, source, tiles, i, look, { turned = 0, fresh = false, onTop = tiles.indexOf(tiles[i]) === i } = {}) {
  const letter = tiles[i];
  const hand = heldTiles(view);
  const off = hand?.source === source && hand.colour !== letter;
  return takable(
    view,
    { source, letter, first: !look && onTop, place: () => sourceName(source), inert: look === "closed" },
    { class: [fresh && "last", off && "off"], style: { "--turned": `${turned}deg` }, "data-spot": look === "large" ? null : `s${source}-${i}`, key: i },
    LINES,
  );
}

/** @param {TableView} view @param {Look} [look] @param {boolean} [byColour] tiles of a colour are stacked, with their number */
function centre(view, look = "", byColour = false) {
  const tiles = view.state.centre;
  const marker = markerInCentre(view.state);
  const name = sourceName(CENTRE);
  const content = (marker ? "1" : "") + tiles;
  const label = content ? `${name}: ${tilesNamed(content)}` : t("azul.empty", { name });
  const moved = freshInCentre(view);
  return h(
    "div",
    {
      class: ["centre", !byColour && tiles.length > 11 && "many", !byColour && tiles.length > 18 && "very-many"],
      ...named(label, look),
      key: "centre",
      "data-spot": look === "large" ? null : "centre",
    },
    h(
      "div",
      { class: ["pile", byColour && "by-colour"] },
      marker && tile("1", { class: [heldTiles(view)?.source === CENTRE && "up"], "data-spot": look === "large" ? null : "marker", "aria-hidden": "true", key: "marker" }),
      byColour
        ? [...COLOURS].filter((letter) => tiles.includes(letter)).map((letter) => group(view, tiles, letter, moved, look))
        : [...tiles].map((_, i) => pile(view, CENTRE, tiles, i, look, { fresh: moved.has(i) })),
      !content && view.state.phase !== "start" && h("span", { class: "dim note" }, roundNote(view)),
    ),
    heldTiles(view)?.source === CENTRE && letGo(view),
    look === "closed" && tiles && enlarger(view.memory, String(CENTRE), label),
  );
}

/** The tiles of a colour in the centre, stacked. @param {TableView} view @param {string} tiles @param {string} letter @param {Set<number>} moved @param {Look} look */
function group(view, tiles, letter, moved, look) {
  const n = count(tiles, letter);
  return h(
    "span",
    { class: "group", "data-stacked": true, key: letter },
    [...tiles].map((each, i) => each === letter && pile(view, CENTRE, tiles, i, look, { fresh: moved.has(i), onTop: tiles.lastIndexOf(letter) === i })),
    n > 1 && h("b", { class: "count", "aria-hidden": "true", key: "count" }, String(n)),
  );
}

/** @param {TableView} view */
function roundNote(view) {
  const { bag, phase, round } = view.state;
  const left = Object.values(bag).reduce((a, b) => a + b, 0);
  // Before a deal, the state already has the next round's number.
  return [t("azul.round_over", { n: phase === "deal" ? round - 1 : round }), h("span", { class: "note-dot" }, " · "), h("br"), t("azul.left_in_bag", { n: left })];
}

/** The tiles that the last take of another player has pushed into the centre. @param {TableView} view @returns {Set<number>} */
function freshInCentre(view) {
  const fresh = new Set();
  const last = view.recent.at(-1);
  const action = last ? read(last.action ?? "") : null;
  if (action?.kind !== "take" || action.source === CENTRE || !last) return fresh;
  const dealt = last.before ? tilesAt(last.before, action.source) : "";
  for (const letter of COLOURS) {
    if (letter === action.colour) continue;
    const end = view.state.centre.lastIndexOf(letter);
    for (let k = 0; k < count(dealt, letter); k += 1) if (end - k >= 0) fresh.add(end - k);
  }
  return fresh;
}

/** Bag and lid as a strip. @param {TableView} view */
export function supply({ state }) {
  return supplyOf(t("azul.supply"), COLOURS, stores(state));
}

/** The same as a small table. @param {TableView} view */
export function supplies({ state }) {
  return supplyTable(t("azul.supply"), COLOURS, stores(state));
}

/** @param {import("./actions.js").State} state */
function stores({ bag, lid }) {
  return [
    { name: t("play.bag"), counts: bag, spot: "bag" },
    { name: t("azul.lid"), counts: lid, spot: "lid" },
  ];
}
