/** A player's board: pattern lines, wall, floor line. */

import { hole, space, tile, tileName, tilesNamed } from "../../art/pieces.js";
import { icon } from "../../art/icons.js";
import { h } from "../../core/h.js";
import { signed, t } from "../../core/text.js";
import { clock } from "../../table/clock.js";
import { COLOURS, count, FLOOR, placeText, read, SIZE, tilesAt } from "./actions.js";
import { choosingRow, targets } from "./hand.js";
import { choose } from "./keys.js";
import { effect } from "./lane.js";
import { points, run } from "./words.js";

/** @typedef {import("../game-view.js").TableView} TableView */

/**
 * @param {TableView} view
 * @param {number} seat
 * @param {string} look classes of the layout: own, small, …
 */
export function board(view, seat, look) {
  const its = view.state.boards[seat];
  const own = seat === view.me;
  const aims = own ? targets(view) : [];
  const turn = view.waiting.includes(seat) && !view.over;
  const label = t("azul.board_of", { name: view.names[seat], n: its.score });
  return h(
    "section",
    { class: ["board", look, turn && "turn"], "aria-label": label, key: `board-${seat}` },
    who(view, seat, turn),
    h(
      "div",
      { class: "play" },
      h(
        "div",
        { class: "lanes" },
        its.lines.map((/** @type {string} */ line, /** @type {number} */ row) =>
          lane(view, seat, row, line, aims[row]),
        ),
      ),
      wall(view, seat, aims),
    ),
    floor(view, seat, aims[FLOOR]),
  );
}

/** @param {TableView} view @param {number} seat @param {boolean} turn */
function who(view, seat, turn) {
  const its = view.state.boards[seat];
  const info = view.seats[seat];
  const projected = view.projection?.[seat];
  const away = info?.kind === "person" && !info.present;
  return h(
    "header",
    { class: "who" },
    h("span", { class: "dot", "aria-hidden": "true" }),
    h("h2", { class: "name" }, view.names[seat]),
    view.state.marker === seat &&
      !its.floor.includes("1") &&
      tile("1", { class: "in", role: "img", "aria-label": t("azul.starts_next") }),
    turn && h("span", { class: "unseen" }, t("table.to_move")),
    away && h("span", { class: "away" }, t("table.away")),
    info?.stands_in && h("span", { class: "away" }, t("table.stood_in")),
    view.clock && clock(view.clock, seat),
    projected && (projected.placed.length > 0 || projected.penalty > 0) && !view.over &&
      h(
        "span",
        { class: "proj", title: t("azul.projection_title") },
        t("azul.at_tiling"),
        " ",
        projected.points > 0 && points(projected.points),
        projected.penalty > 0 && [" ", points(-projected.penalty)],
      ),
    h(
      "span",
      { class: "score", "data-spot": `score-${seat}` },
      String(its.score),
      " ",
      h("small", null, t("azul.points", { n: its.score })),
    ),
  );
}

/** How many of the last tiles in a line, or on the floor, another has laid there just now. @param {TableView} view @param {number} seat @param {number} row */
function justLaid(view, seat, row) {
  for (const frame of view.recent) {
    const action = read(frame.action ?? "");
    const before = /** @type {any} */ (frame).before;
    if (frame.seat !== seat || action?.kind !== "take" || !before) continue;
    if (action.line === row && row !== FLOOR) {
      const n = count(tilesAt(before, action.source), action.colour);
      return Math.min(n, row + 1 - before.boards[seat].lines[row].length);
    }
    if (row === FLOOR) return view.state.boards[seat].floor.length - before.boards[seat].floor.length;
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
    if (k < held) {
      cells.push(tile(line[0], { class: [k >= held - fresh && "last"], "data-spot": spot, key }));
    } else if (aim && k < held + aim.fits) {
      cells.push(tile(view.hand.colour, { class: ["ghost"], key }));
    } else {
      cells.push(hole({ "data-spot": spot, key }));
    }
  }
  const name = t("azul.line", { line: row + 1 });
  const content = held
    ? t("azul.line_holds", { held, size: row + 1, colour: tileName(line[0], held) })
    : t("azul.line_empty", { size: row + 1 });
  return h(
    "div",
    { class: ["lane", aim && (aim.legal ? "lit" : "shut"), hintedLine(view, seat, row) && "hinted"], style: { "--n": String(row + 1) }, key: row },
    effect(view, seat, row, aim),
    h("span", { class: "unseen" }, `${name}: ${content}`),
    h("span", { class: "cells", "aria-hidden": "true" }, cells),
    h("span", { class: "arrow", "aria-hidden": "true" }),
  );
}

/** @param {TableView} view @param {number} seat @param {number} line */
function hintedLine(view, seat, line) {
  const action = view.hinted && seat === view.me ? read(view.hinted) : null;
  return action?.kind === "take" && action.line === line;
}

/** @param {TableView} view @param {number} seat @param {any[]} aims */
function wall(view, seat, aims) {
  const its = view.state.boards[seat];
  const choosing = seat === view.me ? choosingRow(view) : null;
  /** @type {any[]} */
  const cells = [];
  its.wall.forEach((/** @type {string} */ row, /** @type {number} */ r) => {
    for (let c = 0; c < SIZE; c += 1) cells.push(cell(view, seat, r, c, row[c], aims[r], choosing === r));
  });
  return h(
    "div",
    { class: "wall" },
    h("span", { class: "unseen" }, wallInWords(its.wall)),
    cells,
  );
}

/** @param {string[]} rows */
function wallInWords(rows) {
  const laid = rows.map((row, r) => {
    const tiles = [...row].map((letter, c) => (letter === "." ? "" : t("azul.at_column", { colour: tileName(letter), column: c + 1 })));
    const there = tiles.filter(Boolean);
    return there.length ? t("azul.wall_row", { row: r + 1, tiles: there.join(", ") }) : "";
  });
  const text = laid.filter(Boolean).join("; ");
  return text ? `${t("azul.wall")}: ${text}` : t("azul.wall_empty");
}

/**
 * @param {TableView} view @param {number} seat @param {number} r @param {number} c @param {string} laid
 * @param {any} aim @param {boolean} choosing
 */
function cell(view, seat, r, c, laid, aim, choosing) {
  const spot = `wall${seat}-${r}-${c}`;
  const key = `${r}${c}`;
  const hidden = { "aria-hidden": "true", "data-spot": spot, key };
  if (laid !== ".") return tile(laid, { ...hidden, class: [freshOnWall(view, seat, r, c) && "last"] });
  if (choosing) return column(view, r, c, spot);
  const mark = aim?.legal && aim.completes && aim.placed?.column === c
    ? h("span", { class: "pts" }, h("b", null, signed(aim.placed.points)))
    : null;
  if (view.state.wall === "gray") return h("span", { class: ["sp", "gray", mark && "aim"], ...hidden }, mark);
  const colour = view.box.wall[r][c];
  return space(colour, { class: [mark && "aim"], title: tileName(colour), ...hidden }, mark);
}

/** A space of the gray wall that is chosen, or closed. @param {TableView} view @param {number} r @param {number} c @param {string} spot */
function column(view, r, c, spot) {
  const action = placeText(r, c);
  const legal = view.legal.some((each) => each.action === action);
  const after = view.effects?.[action];
  const placed = after?.events.find((/** @type {any} */ e) => e.type === "tile_placed" && e.row === r && e.seat === view.me);
  const colour = view.me === null ? "B" : view.state.boards[view.me].lines[r][0];
  const what = legal ? (placed ? `${signed(placed.points)}, ${run(placed)}` : "") : t("azul.not_possible");
  return h(
    "button",
    {
      type: "button",
      class: ["sp", "gray", legal ? "aim" : "closed", view.hinted === action && "hinted"],
      key: `${r}${c}`,
      "data-spot": spot,
      "aria-label": t("azul.column_label", { colour: tileName(colour), column: c + 1, what }),
      "aria-disabled": legal ? null : "true",
      on: { click: () => choose(view, action) },
    },
    legal ? h("span", { class: "pts" }, h("b", null, placed ? signed(placed.points) : String(c + 1))) : icon("lock"),
  );
}

/** @param {TableView} view @param {number} seat @param {number} r @param {number} c */
function freshOnWall(view, seat, r, c) {
  return view.recent.some((frame) => {
    const action = read(frame.action ?? "");
    return frame.seat === seat && action?.kind === "place" && action.row === r && action.column === c;
  });
}

/** @param {TableView} view @param {number} seat @param {any} aim */
function floor(view, seat, aim) {
  const its = view.state.boards[seat];
  const fresh = justLaid(view, seat, FLOOR);
  const n = its.floor.length;
  const cells = view.box.floor.map((/** @type {number} */ cost, /** @type {number} */ i) => {
    const spot = `floor${seat}-${i}`;
    const letter = its.floor[i];
    if (letter) return tile(letter, { class: [i >= n - fresh && "last"], "data-spot": spot, key: i });
    return hole({ "data-spot": spot, key: i }, signed(cost));
  });
  const content = n ? tilesNamed(its.floor) : t("azul.floor_empty");
  return h(
    "div",
    { class: ["floor", aim && (aim.legal ? "lit" : "shut"), hintedLine(view, seat, FLOOR) && "hinted"] },
    effect(view, seat, FLOOR, aim),
    h("span", { class: "unseen" }, `${t("azul.floor")}: ${content}`),
    h("span", { class: "cells", "aria-hidden": "true" }, cells),
  );
}

/** The board of another, small enough for a phone; it opens by tap. @param {any} its @param {any} box */
export function mini(its, box) {
  const size = box.size;
  const lines = its.lines.map((/** @type {string} */ line, /** @type {number} */ row) =>
    h(
      "span",
      { class: "ml-row" },
      Array.from({ length: row + 1 }, (_, i) => h("i", { class: ["q", row - i < line.length && `q-${line[0]}`] })),
    ),
  );
  const wall = its.wall.flatMap((/** @type {string} */ row) =>
    [...row].map((letter) => h("i", { class: ["q", COLOURS.includes(letter) && `q-${letter}`] })),
  );
  return h(
    "span",
    { class: "mini", "aria-hidden": "true", style: { "--size": String(size) } },
    h("span", { class: "ml" }, lines),
    h("span", { class: "mw" }, wall),
  );
}
