/** The JSON of a game of Azul Duel (docs/server.md). */

/** @typedef {import("../../types.js").Counts} Counts */
/** The number of a plate or, if it is hidden, its back: ?s, ?w. @typedef {number | string} KnownPlate */

/** @typedef {import("../../types.js").GameBoard & {tokens: number, taken: number, plates: ({plate: number, turn: string} | null)[], spaces: string[], tiles: string[], broken: string, chips: string[], used: string[], tablets: {tablet: string, points: number}[]}} Board */
/**
 * @typedef {import("../../types.js").GameState & {
 *   tablets: string[], start: number | null, opening: number, display: number[],
 *   stack: {size: number, fresh: number, top: string, cost: number},
 *   hand: KnownPlate[], under: KnownPlate[], plate: number | null,
 *   loose: {factory: number, tiles: string} | null, row: number | null, spent: string[],
 *   payments: {chips: string[], actions: string[]}[],
 *   suns: string[], moons: string[], chips: (string | null)[], tower: Counts, boards: Board[],
 * }} State
 */
/**
 * @typedef {import("../../types.js").Box & {
 *   of_each: number, factories: number[], rounds: number, tokens: number, chips_a_round: number, display: number, plates: {[number: number]: {spaces: string, back: string}}, chips: Counts,
 *   tablets: {points: {[name: string]: number | number[]}},
 *   points: {broken: number[], starting_tile: number, special_by_row: number[]},
 * }} Box
 */

export {};
