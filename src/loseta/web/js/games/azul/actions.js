/** The texts of Azul's actions (docs/notation.md): parsing and formatting. */

/** @typedef {import("./types.js").State} State */
/** @typedef {import("../game-view.js").TableView<State, import("./types.js").Box, import("../shared/hand.js").Tiles>} TableView */
/** @typedef {import("../game-view.js").Frame<State>} Frame */

export const COLOURS = "BYRKW";
export const SIZE = 5;
/** The line number of the floor line. */
export const FLOOR = 5;
export const CENTRE = 0;

/**
 * @typedef {{kind: "take", source: number, colour: string, line: number}} Take
 * @typedef {{kind: "place", row: number, column: number}} Place
 * @typedef {{kind: "first", seat: number}} First
 * @typedef {{kind: "deal", factories: string[]}} Deal
 */

/** @param {string} text @returns {Take | Place | First | Deal | null} */
export function read(text) {
  const take = /^([C1-9])([BYRKW])([F1-5])$/.exec(text);
  if (take) {
    const [, source, colour, line] = take;
    return {
      kind: "take",
      source: source === "C" ? CENTRE : Number(source),
      colour,
      line: line === "F" ? FLOOR : Number(line) - 1,
    };
  }
  const place = /^([1-5]):([1-5])$/.exec(text);
  if (place) return { kind: "place", row: Number(place[1]) - 1, column: Number(place[2]) - 1 };
  if (text.startsWith("first:")) return { kind: "first", seat: Number(text.slice(6)) - 1 };
  if (text.startsWith("deal:")) return { kind: "deal", factories: text.slice(5).split(",") };
  return null;
}

/** @param {number} source @param {string} colour @param {number} line */
export function takeText(source, colour, line) {
  return `${source === CENTRE ? "C" : source}${colour}${line === FLOOR ? "F" : line + 1}`;
}

/** @param {number} row @param {number} column */
export function placeText(row, column) {
  return `${row + 1}:${column + 1}`;
}

/** The tiles on a factory, or in the centre (0). @param {State} state @param {number} source @returns {string} */
export function tilesAt(state, source) {
  return source === CENTRE ? state.centre : (state.factories[source - 1] ?? "");
}

/** Whether the starting-player marker is still in the centre. @param {State} state */
export function markerInCentre(state) {
  return state.phase === "offer" && state.marker === null;
}

/** The row of the gray wall whose column is to be chosen; null if none is. @param {TableView} view @returns {number | null} */
export function choosingRow(view) {
  return view.legal.find((each) => each.kind === "place")?.row ?? null;
}
