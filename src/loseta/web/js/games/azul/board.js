/** A player's board: pattern lines, wall, floor line. */

import { hole, space, tile, tileName, tilesNamed } from "../../art/pieces.js";
import { icon } from "../../art/icons.js";
import { h } from "../../core/h.js";
import { signed, t } from "../../core/text.js";
import { ghostsAhead, letGoAhead } from "../shared/ahead.js";
import { choose, targets } from "../shared/hand.js";
import { effect, hintedLine, justLaid, lane } from "../shared/lane.js";
import { run } from "../shared/tiles.js";
import { boardLabel, hasTurn, projection, who } from "../shared/who.js";
import { choosingRow, FLOOR, placeText, read, SIZE } from "./actions.js";
import { LINES } from "./lines.js";

/** @typedef {import("./actions.js").TableView} TableView */
/** @typedef {import("../shared/hand.js").Target} Target */
/** @typedef {import("../../core/h.js").Child} Child */

/** @param {TableView} view @param {number} seat @param {string} look classes of the layout: own, small @param {{beside?: Child, below?: Child}} [more] what a layout adds beside the floor line, and below it */
export function board(view, seat, look, { beside, below } = {}) {
  const its = view.state.boards[seat];
  const own = seat === view.me;
  const aims = own ? targets(view, LINES) : [];
  const choosing = own ? choosingRow(view) : null;
  const marker =
    view.state.marker === seat &&
    !its.floor.includes("1") &&
    tile("1", { class: "in", role: "img", "aria-label": t("azul.starts_next") });
  return h(
    "section",
    { class: ["board", look, hasTurn(view, seat) && "turn"], "aria-label": boardLabel(view, seat), key: `board-${seat}`, "data-spot": `board${seat}` },
    who(view, seat, { marker, projected: projection(view, seat) }),
    h(
      "div",
      { class: "play" },
      h(
        "div",
        { class: "lanes", "data-spot": `lines${seat}` },
        its.lines.map((_, row) => lane(view, seat, row, aims[row], LINES, { idle: choosing === row && chooseColumn() })),
      ),
      wall(view, seat, aims, choosing),
    ),
    floor(view, seat, aims[FLOOR], beside),
    below,
  );
}

/** On the gray wall: shown in the line whose tile is being laid. */
function chooseColumn() {
  return h("span", { class: "what static", key: "what" }, h("b", null, t("azul.choose_column")));
}

/** @param {TableView} view @param {number} seat @param {Target[]} aims @param {number | null} choosing */
function wall(view, seat, aims, choosing) {
  const its = view.state.boards[seat];
  const cells = its.wall.flatMap((row, r) =>
    Array.from({ length: SIZE }, (_, c) => cell(view, seat, r, c, row[c], aims[r], choosing === r)),
  );
  return h("div", { class: "wall", "data-spot": `wall${seat}` }, h("span", { class: "unseen" }, wallInWords(its.wall)), cells);
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
 * @param {Target | undefined} aim @param {boolean} choosing
 */
function cell(view, seat, r, c, laid, aim, choosing) {
  const spot = `wall${seat}-${r}-${c}`;
  const hidden = { "aria-hidden": "true", "data-spot": spot, key: `${r}${c}` };
  if (laid !== ".") return tile(laid, { ...hidden, class: [freshOnWall(view, seat, r, c) && "last"] });
  if (choosing) return column(view, r, c, spot);
  const mark = aim?.legal && aim.completes && aim.placed?.column === c
    ? h("span", { class: "pts" }, h("b", null, signed(aim.placed.points)))
    : null;
  if (view.state.wall === "gray") return h("span", { class: ["sp", "gray", mark && "aim"], ...hidden }, mark);
  const colour = view.box.wall[r][c];
  return space(colour, { class: [mark && "aim"], title: tileName(colour), ...hidden }, mark);
}

/** Whether a tile can be laid in a column of a row, and its points. @param {TableView} view @param {number} row @param {number} column */
function placing(view, row, column) {
  const action = placeText(row, column);
  const legal = view.legal.some((each) => each.action === action);
  const placed = view.effects?.[action]?.events.find((e) => e.type === "tile_placed" && e.row === row && e.seat === view.me);
  return { action, legal, placed };
}

/** The columns of a row of the gray wall as large buttons near the thumb. @param {TableView} view @param {number} row */
export function columnDock(view, row) {
  return h(
    "nav",
    { class: "dock columns", "aria-label": t("azul.choose_column"), key: "dock" },
    Array.from({ length: SIZE }, (_, c) => {
      const { action, legal, placed } = placing(view, row, c);
      return h(
        "button",
        { type: "button", class: ["dk", legal ? "lit" : "shut"], "data-drop": action, "aria-disabled": legal ? null : "true", key: c, on: { click: () => choose(view, action) } },
        h("small", null, t("azul.column_short", { column: c + 1 })),
        legal ? h("b", { class: "good" }, placed ? signed(placed.points) : "✓") : icon("lock"),
      );
    }),
  );
}

/** A space of the row that is being tiled, as a button: possible or not. @param {TableView} view @param {number} r @param {number} c @param {string} spot */
function column(view, r, c, spot) {
  const { action, legal, placed } = placing(view, r, c);
  const colour = view.me === null ? "B" : view.state.boards[view.me].lines[r][0];
  const what = legal ? (placed ? `${signed(placed.points)}, ${run(placed)}` : "") : t("play.not_possible");
  return h(
    "button",
    {
      type: "button",
      class: ["sp", "gray", legal ? "aim" : "closed", view.hinted === action && "hinted"],
      key: `${r}${c}`,
      "data-spot": spot,
      "data-drop": action,
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

/** @param {TableView} view @param {number} seat @param {Target | undefined} aim @param {Child} beside */
function floor(view, seat, aim, beside) {
  const its = view.state.boards[seat];
  const fresh = justLaid(view, seat, FLOOR, LINES);
  const n = its.floor.length;
  const ahead = ghostsAhead(view, seat, FLOOR, LINES);
  const cells = view.box.floor.map((cost, i) => {
    const spot = `floor${seat}-${i}`;
    const letter = its.floor[i];
    if (letter) return tile(letter, { class: [i >= n - fresh && "last"], "data-spot": spot, key: i });
    if (i < n + ahead.length) return tile(ahead[0], { class: "ghost", "data-spot": spot, key: i });
    return hole({ "data-spot": spot, key: i }, signed(cost));
  });
  const content = n ? tilesNamed(its.floor) : t("azul.floor_empty");
  return h(
    "div",
    { class: ["floor", aim && (aim.legal ? "lit" : "shut"), hintedLine(view, seat, FLOOR, LINES) && "hinted"], "data-spot": `floor${seat}` },
    aim ? effect(view, aim, LINES) : ahead && letGoAhead(view),
    h("span", { class: "unseen" }, `${t("azul.floor")}: ${content}`),
    h("span", { class: "cells", "aria-hidden": "true" }, cells),
    beside,
  );
}

/** @param {import("./actions.js").State} state @param {number} seat @param {import("./types.js").Box} box @returns {import("../game-view.js").FinalBoard} */
export function finalBoard(state, seat, box) {
  return { laid: state.boards[seat].wall, empty: (row, column) => (state.wall === "gray" ? "." : box.wall[row][column]) };
}
