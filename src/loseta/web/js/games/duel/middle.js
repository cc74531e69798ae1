/** The factories with their suns, moons and chips. */

import { symbol, tile, tileName, tilesNamed } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { t } from "../../core/text.js";
import { enlarger } from "../../table/zoom.js";
import { choose, heldTiles } from "../shared/hand.js";
import { letGo, takable } from "../shared/source.js";
import { LARGE, MOONS, read, startIsOpen, uncovered, without } from "./actions.js";
import { asked, bringsStart, ordered } from "./hand.js";
import { LINES } from "./lines.js";
import { chip, chipName } from "./plates.js";
import { stackTile } from "./steps.js";

/** @typedef {import("./actions.js").TableView} TableView */

/** Tiles are drawn slightly rotated, always by the same angles. */
const ASKEW = [-3, 2, 3, -2, 2];

/**
 * How factories are drawn: "" with tiles as buttons; `closed` if tiles are too small for a finger: then each
 * half is a button that enlarges it; `large` for an enlarged one.
 * @typedef {"" | "closed" | "large"} Look
 */

/** @param {TableView} view @param {Look} [look] */
export function factories(view, look = "") {
  return h(
    "div",
    { class: "facs", role: "group", "aria-label": t("duel.middle"), key: "facs" },
    [1, 2, 3, 4].map((n) => small(view, n, look)),
    large(view, look),
  );
}

/** One factory, enlarged. @param {TableView} view @param {number} n */
export function enlargedFactory(view, n) {
  return n === LARGE ? large(view, "large") : small(view, n, "large");
}

/** @param {number} n */
export function factoryName(n) {
  return n === LARGE ? t("duel.large") : t("duel.factory", { n });
}

/** A half of a factory as one button. @param {TableView} view @param {"sun" | "moon"} half @param {number} n @param {string} label */
function halfTarget(view, half, n, label) {
  return h("span", { class: ["half", half], key: half }, enlarger(view.memory, `${half}-${n}`, label));
}

/** The label of a factory. An enlarged one is hidden from screen readers, because its choices are beside it. @param {string} label @param {Look} look */
function labelled(label, look) {
  return look === "large" ? { "aria-hidden": "true" } : { role: "group", "aria-label": label };
}

/** The spot's name; enlarged pictures have none. @param {string} name @param {Look} look */
function spot(name, look) {
  return look === "large" ? null : name;
}

/** The factories from which others took since the user's last turn. @param {TableView} view @returns {Set<number>} */
function touched(view) {
  const found = new Set();
  for (const frame of view.recent) {
    const action = read(frame.action ?? "");
    if (action?.kind === "take" && action.source !== MOONS) found.add(action.source);
    if (action?.kind === "take" && action.source === MOONS && frame.before) {
      frame.before.moons.forEach((moon, f) => uncovered(moon, f).includes(action.colour) && found.add(f));
    }
  }
  return found;
}

/** @param {TableView} view @param {number} n @param {Look} look */
function small(view, n, look) {
  const { state } = view;
  const loose = state.loose?.factory === n ? state.loose.tiles : "";
  const chosen = loose && ordered(view);
  const sun = loose ? without(loose, chosen) : state.suns[n];
  const moon = loose ? chosen : state.moons[n];
  const face = state.chips[n - 1];
  const bare = !sun && !moon && !face;
  const takable = !loose && look === "closed";
  const faceUp = face !== null && face !== "?";
  return h(
    "div",
    {
      class: ["fac small-fac", `fac-${n}`, bare && "bare", touched(view).has(n) && "was", loose && "stacking"],
      ...labelled(named(n, sun, moon, face), look),
      key: `f${n}`,
      "data-spot": spot(`factory-${n}`, look),
    },
    symbol("fac-small", { class: "dish" }),
    h(
      "div",
      { class: "sun" },
      loose
        ? [...sun].map((letter, i) => stackTile(view, letter, { "data-spot": `sun${n}-${i}`, "aria-hidden": "true", key: i }))
        : [...sun].map((_, i) => sunTile(view, n, sun, i, look)),
    ),
    h(
      "div",
      { class: ["moon", moon && "stacked"], "data-stacked": true, style: { "--n": String(moon.length) } },
      // The top tile is drawn in front; the keys keep each tile's place in the stack.
      [...moon].map((_, i) => moonTile(view, n, moon, moon.length - 1 - i, look)),
      face && factoryChip(view, n, face, Boolean(moon), look),
    ),
    h("span", { class: "no", "aria-hidden": "true" }, String(n)),
    heldTiles(view)?.source === n && letGo(view),
    takable && sun && halfTarget(view, "sun", n, `${factoryName(n)}: ${t("duel.sun_holds", { tiles: tilesNamed(sun) })}`),
    takable && (moon || faceUp) && halfTarget(view, "moon", n, named(n, "", moon, face)),
  );
}

/** @param {number} n @param {string} sun @param {string} moon from the bottom up @param {string | null} face */
function named(n, sun, moon, face) {
  const parts = [];
  if (sun) parts.push(t("duel.sun_holds", { tiles: tilesNamed(sun) }));
  if (moon) parts.push(t("duel.moon_holds", { tiles: [...moon].reverse().map((letter) => tileName(letter)).join(", ") }));
  if (face) parts.push(chipName(face));
  const name = t("duel.factory", { n });
  return parts.length ? `${name}: ${parts.join("; ")}` : t("duel.empty", { name });
}

/** @param {TableView} view @param {Look} look */
function large(view, look) {
  const { state } = view;
  const sun = state.suns[LARGE];
  const moon = state.moons[LARGE];
  const marker = startIsOpen(state) && !view.over;
  const parts = [];
  if (sun) parts.push(t("duel.sun_holds", { tiles: tilesNamed(sun) }));
  if (moon) parts.push(t("duel.large_moon_holds", { tiles: tilesNamed(moon) }));
  if (marker) parts.push(t("duel.start_tile"));
  const name = t("duel.large");
  return h(
    "div",
    {
      class: ["fac large-fac", touched(view).has(LARGE) && "was"],
      ...labelled(parts.length ? `${name}: ${parts.join("; ")}` : t("duel.empty", { name }), look),
      key: "f0",
      "data-spot": spot("factory-0", look),
    },
    symbol("fac-large", { class: "dish" }),
    h(
      "div",
      { class: "sun" },
      [...sun].map((_, i) => sunTile(view, LARGE, sun, i, look)),
      Array.from({ length: Math.max(0, view.box.factories[LARGE] - sun.length) }, (_, i) => h("span", { class: "slot", key: `e${i}` })),
    ),
    h(
      "div",
      { class: "moon" },
      h("div", { class: "spread" }, [...moon].map((_, i) => moonTile(view, LARGE, moon, i, look))),
      marker
        ? tile("1", { class: [bringsStart(view) && "up"], "data-spot": spot("marker", look), "aria-hidden": "true", key: "marker" })
        : h("span", { class: "slot", "data-spot": spot("marker", look), key: "marker" }),
    ),
    (heldTiles(view)?.source === LARGE || heldTiles(view)?.source === MOONS) && letGo(view),
    look === "closed" && sun && halfTarget(view, "sun", LARGE, `${name}: ${t("duel.sun_holds", { tiles: tilesNamed(sun) })}`),
    look === "closed" && moon && halfTarget(view, "moon", LARGE, `${name}: ${t("duel.large_moon_holds", { tiles: tilesNamed(moon) })}`),
  );
}

/** @param {TableView} view @param {number} n @param {string} tiles @param {number} i @param {Look} look */
function sunTile(view, n, tiles, i, look) {
  const first = tiles.indexOf(tiles[i]) === i;
  return source(view, n, tiles[i], first, look, { style: { "--turned": `${ASKEW[(i + n) % 5]}deg` }, "data-spot": spot(`sun${n}-${i}`, look), key: i });
}

/** A tile on a moon; below the top of a stack it cannot be taken. @param {TableView} view @param {number} n @param {string} moon @param {number} i counted from the bottom @param {Look} look */
function moonTile(view, n, moon, i, look) {
  const place = { "data-spot": spot(`moon${n}-${i}`, look), key: i };
  const top = i >= moon.length - uncovered(moon, n).length;
  const depth = n === LARGE ? 0 : moon.length - 1 - i;
  const style = { "--depth": String(depth), "z-index": String(5 - depth) };
  if (!top) return tile(moon[i], { ...place, style, class: "below", "aria-hidden": "true" });
  const where = view.state.moons.findIndex((each, f) => uncovered(each, f).includes(moon[i]));
  const first = where === n && (n !== LARGE || moon.indexOf(moon[i]) === i);
  return source(view, MOONS, moon[i], first, look, { ...place, style, class: freshOn(view, n) ? "last" : "" });
}

/** Whether another player has made this stack just now. @param {TableView} view @param {number} n */
function freshOn(view, n) {
  return view.recent.some((frame) => {
    const action = read(frame.action ?? "");
    return action?.kind === "take" && action.source === n && n !== LARGE;
  });
}

/** A tile that can be taken; it is dimmed while others of its place are held. @param {TableView} view @param {number} source @param {string} letter @param {boolean} first @param {Look} look @param {import("../../core/h.js").Props} props */
function source(view, source, letter, first, look, { class: extra, ...props }) {
  const hand = heldTiles(view);
  const off = hand?.source === source && hand.colour !== letter;
  const place = () => (source === MOONS ? t("duel.moons") : source === LARGE ? t("duel.large_sun") : t("duel.sun_of", { n: source }));
  return takable(view, { source, letter, first: first && !look, place, inert: look !== "" }, { ...props, class: [extra, off && "off"] }, LINES);
}

/** @param {TableView} view @param {number} n @param {string} face @param {boolean} covered @param {Look} look */
function factoryChip(view, n, face, covered, look) {
  const place = { "data-spot": spot(`chip-${n}`, look), key: "chip" };
  if (face === "?" || asked(view) !== "acquire" || look) {
    return chip(face, { ...place, class: [covered && "covered", legalChip(view, face) && "free"], "aria-hidden": "true", title: chipName(face) });
  }
  const action = `+${face}`;
  const legal = legalChip(view, face);
  return chip(face, {
    ...place,
    tag: "button",
    type: "button",
    class: [legal && "free", view.hinted === action && "hinted"],
    "aria-disabled": legal ? null : "true",
    "aria-label": t("duel.chip_take", { chip: chipName(face), n }),
    on: { click: () => choose(view, action) },
  });
}

/** @param {TableView} view @param {string} face */
export function legalChip(view, face) {
  return view.legal.some((each) => each.action === `+${face}`);
}
