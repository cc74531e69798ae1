/** What another page hands to the analysis board: a record, or a position with what may follow on it. */

import { go } from "../core/router.js";

/** @typedef {{record: string} | {tree: import("./link.js").ToldTree}} Source */

/** @type {{next: {source: Source, at: number} | null}} */
const handed = { next: null };

/** Open the analysis board. @param {Source} source @param {number} [at] the number of the node to look at; -1: where somebody first decides */
export function analyse(source, at = -1) {
  handed.next = { source, at };
  go("/analysis");
}

/** A position, without a past. @param {string} game @param {string} position @param {string[]} [names] */
export function analysePosition(game, position, names = []) {
  analyse({ tree: { game, position, names, nodes: [] } }, 0);
}

/** What was handed over, once. */
export function taken() {
  const { next } = handed;
  handed.next = null;
  return next;
}
