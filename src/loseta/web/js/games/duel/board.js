/** A player's board: what the artist has, pattern lines, dome, broken tiles. */

import { hole, symbol, tile, tileName, tilesNamed } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { signed, t } from "../../core/text.js";
import { clock } from "../../table/clock.js";
import { BROKEN, count, read, SIZE, tilesAt } from "./actions.js";
import { dome } from "./dome.js";
import { bringsStart, heldTiles, targets } from "./hand.js";
import { effect } from "./lane.js";
import { chip, chipName, seen, typeName } from "./plates.js";
import { points } from "./points.js";

/** @typedef {import("../game-view.js").TableView} TableView */

const TOKENS = 2;

/** @param {TableView} view @param {number} seat @param {string} look classes of the layout: own, small */
export function board(view, seat, look) {
  const its = view.state.boards[seat];
  const aims = seat === view.me ? targets(view) : [];
  const turn = view.waiting.includes(seat) && !view.over;
  return h(
    "section",
    {
      class: ["board", look, turn && "turn"],
      "aria-label": t("duel.board_of", { name: view.names[seat], n: its.score }),
      key: `board-${seat}`,
    },
    who(view, seat, turn, look),
    h(
      "div",
      { class: "play" },
      h(
        "div",
        { class: "lanes" },
        its.lines.map((/** @type {string} */ line, /** @type {number} */ row) => lane(view, seat, row, line, aims[row])),
      ),
      dome(view, seat, aims),
      h(
        "div",
        { class: "row-points", "aria-hidden": "true", title: t("duel.row_points") },
        view.box.points.special_by_row.map((/** @type {number} */ n) => h("b", { key: n }, String(n))),
      ),
    ),
    broken(view, seat, aims[BROKEN], look),
  );
}

/** @param {TableView} view @param {number} seat @param {boolean} turn @param {string} look */
function who(view, seat, turn, look) {
  const its = view.state.boards[seat];
  const info = view.seats[seat];
  const away = info?.kind === "person" && !info.present;
  return h(
    "header",
    { class: "who" },
    h("span", { class: "dot", "aria-hidden": "true" }),
    h("h2", { class: "name" }, view.names[seat]),
    turn && h("span", { class: "unseen" }, t("table.to_move")),
    away && h("span", { class: "away" }, t("table.away")),
    info?.stands_in && h("span", { class: "away" }, t("table.stood_in")),
    view.clock && clock(view.clock, seat),
    kit(view, seat),
    look === "own" && projected(view, seat),
    h(
      "span",
      { class: "score", "data-spot": `score-${seat}` },
      String(its.score),
      " ",
      h("small", null, t("duel.points", { n: its.score })),
    ),
  );
}

/** Artist tokens, chips, the starting-player tile. @param {TableView} view @param {number} seat */
function kit(view, seat) {
  const its = view.state.boards[seat];
  const tokens = t("duel.tokens_left", { n: its.tokens });
  const used = its.used.length;
  return [
    h(
      "span",
      { class: "kit tokens", role: "img", "aria-label": tokens, title: tokens, key: "tokens" },
      Array.from({ length: TOKENS }, (_, i) => symbol("artist", { class: ["art", i >= its.tokens && "used"].filter(Boolean).join(" "), key: i })),
    ),
    h(
      "span",
      { class: ["kit chips", its.chips.length > 4 && "many"], "data-spot": `store${seat}`, key: "chips" },
      its.chips.map((/** @type {string} */ face, /** @type {number} */ i) =>
        chip(face, { role: "img", "aria-label": chipName(face), title: chipName(face), key: `c${i}`, "data-spot": `store${seat}-${i}` }),
      ),
      used > 0 &&
        h(
          "span",
          { class: "used-chips", role: "img", "aria-label": t("duel.used_chips", { n: used }), title: t("duel.used_chips", { n: used }), key: "used" },
          chip("?", { class: "used" }),
          used > 1 && h("small", null, `×${used}`),
        ),
    ),
    view.state.start === seat &&
      tile("1", { class: "in", role: "img", "aria-label": t("duel.has_start"), "data-spot": `start${seat}`, key: "start" }),
  ];
}

/** @param {TableView} view @param {number} seat */
function projected(view, seat) {
  const its = view.projection?.[seat];
  if (!its || view.over || !(its.placed.length || its.penalty)) return null;
  return h(
    "span",
    { class: "proj", title: t("duel.projection_title") },
    t("duel.at_tiling"),
    " ",
    its.points > 0 && points(its.points),
    its.penalty > 0 && [" ", points(-its.penalty)],
  );
}

/** How many of the last tiles in a line, or of the broken ones, another has laid there just now. @param {TableView} view @param {number} seat @param {number} row */
function justLaid(view, seat, row) {
  for (const frame of view.recent) {
    const action = read(frame.action ?? "");
    const { before } = frame;
    if (frame.seat !== seat || action?.kind !== "take" || !before) continue;
    const had = before.boards[seat];
    if (row === BROKEN) return view.state.boards[seat].broken.length - had.broken.length;
    if (action.line === row) return Math.min(count(tilesAt(before, action.source), action.colour), row + 1 - had.lines[row].length);
  }
  return 0;
}

/** @param {TableView} view @param {number} seat @param {number} row @param {string} line @param {any} aim */
function lane(view, seat, row, line, aim) {
  const held = line.length;
  const fresh = justLaid(view, seat, row);
  const cells = [];
  for (let k = row; k >= 0; k -= 1) {
    // k counts from the right, where the line begins to fill.
    const spot = `line${seat}-${row}-${k}`;
    const key = `c${k}`;
    if (k < held) cells.push(tile(line[0], { class: [k >= held - fresh && "last"], "data-spot": spot, key }));
    else if (aim && k < held + aim.fits) cells.push(tile(heldTiles(view)?.colour ?? "B", { class: ["ghost"], key }));
    else cells.push(hole({ "data-spot": spot, key }));
  }
  const content = held ? t("duel.line_holds", { held, size: row + 1, colour: tileName(line[0], held) }) : t("duel.line_empty", { size: row + 1 });
  const now = seat === view.state.turn && view.state.row === row;
  return h(
    "div",
    {
      class: ["lane", aim && (aim.legal ? "lit" : "shut"), now && "now", hintedLine(view, seat, row) && "hinted"],
      style: { "--n": String(row + 1) },
      key: row,
    },
    effect(view, row, aim),
    h("span", { class: "unseen" }, `${t("duel.line", { line: row + 1 })}: ${content}`),
    h("span", { class: "cells", "aria-hidden": "true" }, cells),
    h("span", { class: "arrow", "aria-hidden": "true" }),
  );
}

/** @param {TableView} view @param {number} seat @param {number} line */
function hintedLine(view, seat, line) {
  const action = view.hinted && seat === view.me ? read(view.hinted) : null;
  return action?.kind === "take" && action.line === line;
}

/** @param {TableView} view @param {number} seat @param {any} aim @param {string} look */
function broken(view, seat, aim, look) {
  const its = view.state.boards[seat];
  const fresh = justLaid(view, seat, BROKEN);
  const n = its.broken.length;
  const cells = view.box.points.broken.slice(1).map((/** @type {number} */ cost, /** @type {number} */ i) => {
    const spot = `broken${seat}-${i}`;
    if (i < n) return tile(its.broken[i], { class: ["cracked", i >= n - fresh && "last"], "data-spot": spot, key: i });
    return hole({ "data-spot": spot, key: i }, signed(-cost));
  });
  return h(
    "div",
    { class: ["floor", aim && (aim.legal ? "lit" : "shut"), hintedLine(view, seat, BROKEN) && "hinted"] },
    effect(view, BROKEN, aim),
    h("span", { class: "unseen" }, `${t("duel.broken")}: ${n ? tilesNamed(its.broken) : t("duel.none")}`),
    !aim && h("span", { class: "floor-name dim", "aria-hidden": "true" }, t("duel.broken")),
    h("span", { class: "cells", "aria-hidden": "true" }, cells),
    seat === view.me && bringsStart(view) ? also() : (drawn(view, seat) ?? (look === "small" && projected(view, seat))),
  );
}

/** What comes with the tiles in the hand. */
function also() {
  return h("span", { class: "also", key: "also" }, tile("1", { "aria-hidden": "true" }), h("span", null, t("duel.also_start"), " ", points(-2)));
}

/** The plates that somebody has drawn, as far as they are seen. @param {TableView} view @param {number} seat */
function drawn(view, seat) {
  const { hand, turn, plate } = view.state;
  // One's own are in the step that asks for them, or on the dome where they were tried.
  const own = seat === view.me && (view.legal.length > 0 || view.sent?.kind === "plate");
  if (turn !== seat || own) return null;
  const all = plate !== null && !hand.includes(plate) ? [plate, ...hand] : hand;
  if (!all.length) return null;
  return h(
    "span",
    { class: "drawn", key: "drawn" },
    all.map((/** @type {any} */ known, /** @type {number} */ i) =>
      h("span", { class: "shown", role: "img", "aria-label": typeName(view.box, known), key: i, "data-spot": `drawn${seat}-${i}` }, seen(view.box, known)),
    ),
  );
}

/** A board of another, small enough for a phone; it opens by tap. @param {any} its */
export function mini(its) {
  const lines = its.lines.map((/** @type {string} */ line, /** @type {number} */ row) =>
    h(
      "span",
      { class: "ml-row", key: row },
      Array.from({ length: row + 1 }, (_, i) => h("i", { class: ["q", row - i < line.length && `q-${line[0]}`] })),
    ),
  );
  const cells = its.tiles.flatMap((/** @type {string} */ row, /** @type {number} */ r) =>
    [...row].map((letter, c) => h("i", { class: ["q", letter !== "." ? `q-${letter}` : its.spaces[r][c] === "." && "void"] })),
  );
  return h(
    "span",
    { class: "mini", "aria-hidden": "true", style: { "--size": String(SIZE) } },
    h("span", { class: "ml" }, lines),
    h("span", { class: "mw" }, cells),
  );
}
