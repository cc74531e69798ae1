/** The JSON of a game of Azul (docs/server.md). */

/** @typedef {import("../../types.js").Counts} Counts */

/** @typedef {import("../../types.js").GameBoard & {wall: string[], floor: string}} Board */
/** @typedef {import("../../types.js").GameState & {wall: "coloured" | "gray", marker: number | null, centre: string, factories: string[], lid: Counts, boards: Board[]}} State */
/** @typedef {import("../../types.js").Box & {of_each: number, factory_tiles: number, size: number, wall: string[], floor: number[]}} Box */

export {};
