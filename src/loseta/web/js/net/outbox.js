/**
 * Moves that the server has not answered yet. They are stored in the browser, so neither a reload nor a
 * closed tab loses one. A move has the id of its command, and the server carries out each id once,
 * so that sending it again is harmless.
 */

import { load, store } from "../core/storage.js";
import { post, ServerError } from "./api.js";

/** @typedef {{table: string, id: string, ply: number, actions: string[]}} Move */
/** A move that waits to be confirmed. @typedef {{table: string, ply: number, actions: string[]}} Held */

const OUTBOX = "loseta.outbox";
const HELD = "loseta.held";
/** The most moves that are stored, so that tables that are never opened again do not fill the storage. */
const MOST = 20;

const outbox = { moves: /** @type {Move[]} */ (load(OUTBOX) ?? []) };

/** @param {Move} move */
export function keep(move) {
  outbox.moves = [...outbox.moves, move].slice(-MOST);
  store(OUTBOX, outbox.moves);
}

/** Remove a move that the server has answered. @param {string} id */
export function forget(id) {
  outbox.moves = outbox.moves.filter((move) => move.id !== id);
  store(OUTBOX, outbox.moves.length ? outbox.moves : null);
}

/** @param {Move} move @param {boolean} [leaving] the page is being closed */
function send({ table, ...move }, leaving = false) {
  return post(`/tables/${table}/act`, { type: "act", ...move }, { keepalive: leaving });
}

/**
 * Send the remaining moves of earlier visits, for one table or all.
 * @param {string} [table]
 * @returns {Promise<string>} why the last of them was refused, or ""
 */
export async function deliver(table) {
  let sentence = "";
  for (const move of outbox.moves.filter((each) => !table || each.table === table)) {
    try {
      await send(move);
    } catch (error) {
      const { status, message } = /** @type {ServerError} */ (error);
      // Without an answer it is sent again at the next visit.
      if (!status || status >= 500) continue;
      sentence = message;
    }
    forget(move.id);
  }
  return sentence;
}

/** The page is being closed: send unanswered moves by requests that outlive it. @param {string} table */
export function sendAway(table) {
  for (const move of outbox.moves) if (move.table === table) send(move, true).catch(() => {});
}

/** Store the move that waits to be confirmed, for this tab only. @param {Held | null} held */
export function hold(held) {
  store(HELD, held, "sessionStorage");
}

/** The move that was waiting before the page was reloaded. @param {string} table @returns {Held | null} */
export function takeHeld(table) {
  const held = load(HELD, "sessionStorage");
  if (held?.table !== table) return null;
  hold(null);
  return held;
}
