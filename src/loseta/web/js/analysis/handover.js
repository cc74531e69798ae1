/** Data that another page passes to the analysis board: a record, or a position with further moves. */

import { go } from "../core/router.js";

/** @typedef {{record: string} | {tree: import("./link.js").ToldTree}} Source */

/** @type {{next: {source: Source, at: number} | null}} */
const handed = { next: null };

/** Open the analysis board. @param {Source} source @param {number} [at] the number of the node to look at; -1: where somebody first decides */
export function analyse(source, at = -1) {
  handed.next = { source, at };
  go("/analysis");
}

/** Analyse a position that has no history. @param {string} game @param {string} position @param {string[]} [names] */
export function analysePosition(game, position, names = []) {
  analyse({ tree: { game, position, names, nodes: [] } }, 0);
}

/** The data passed on; it can be taken once. */
export function taken() {
  const { next } = handed;
  handed.next = null;
  return next;
}
