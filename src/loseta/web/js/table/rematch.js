/** A rematch: offered, accepted or declined at the end of a game. It starts when all people have accepted. */

import { icon } from "../art/icons.js";
import { announce } from "../core/announce.js";
import { h } from "../core/h.js";
import { go } from "../core/router.js";
import { listed, t } from "../core/text.js";
import { post, remove } from "../net/api.js";
import { button } from "../ui/controls.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */
/** @typedef {import("../types.js").TableInfo} TableInfo */

/** @type {import("../types.js").Rematch} */
const NONE = { accepted: [], declined: null, table: null };

/** The buttons for a rematch, and what is awaited. @param {TableSession} session */
export function rematchBox(session) {
  const { sentence, acts } = standing(session);
  if (!sentence && !acts.length) return null;
  return h(
    "div",
    { class: ["rematch", sentence && "said"], key: "rematch", role: "group", "aria-label": t("end.rematch") },
    sentence && h("span", { class: "rematch-words" }, sentence),
    acts,
  );
}

/** While the result is closed: the offer of another player; nothing else is shown there. @param {TableSession} session */
export function rematchOffered(session) {
  const { offered, sentence, acts } = standing(session, "small");
  return offered ? [h("span", null, sentence), " ", acts] : null;
}

/** @param {TableSession} session @param {string} [size] of the buttons @returns {{sentence: string, acts: import("../core/h.js").Child[], offered?: boolean}} */
function standing(session, size = "") {
  const { accepted, declined, table } = session.table.rematch ?? NONE;
  if (table) {
    const text = t(session.me === null ? "end.rematch_watch" : "end.rematch_go");
    return { sentence: "", acts: [h("a", { class: "btn main", href: `/table/${table}`, key: "go" }, icon("turn"), text)] };
  }
  if (session.me === null) return { sentence: "", acts: [] };
  const names = (/** @type {number[]} */ seats) => listed(seats.map((seat) => session.names[seat]));
  const yes = (/** @type {string} */ text, name = "turn") =>
    button([icon(name), t(text)], (click) => answer(session, post, /** @type {MouseEvent} */ (click)), { class: `main ${size}`, key: "yes" });
  const no = (/** @type {string} */ text) => button(t(text), (click) => answer(session, remove, /** @type {MouseEvent} */ (click)), { class: size, key: "no" });
  if (accepted.includes(session.me)) {
    const missing = persons(session).filter((seat) => !accepted.includes(seat));
    if (missing.length) return { sentence: t("end.rematch_waiting", { names: names(missing) }), acts: [no("end.rematch_withdraw")] };
    // All have accepted, but one was away: the game starts when that player accepts again.
    return { sentence: "", acts: [yes("end.rematch_start"), no("end.rematch_withdraw")] };
  }
  if (accepted.length) {
    const sentence = t("end.rematch_offered", { names: names(accepted), n: accepted.length });
    return { offered: true, sentence, acts: [yes("end.rematch_accept", "check"), no("end.rematch_decline")] };
  }
  if (declined !== null && declined !== session.me) {
    return { sentence: t("end.rematch_declined", { name: session.names[declined] }), acts: [] };
  }
  return { sentence: "", acts: [yes("end.rematch")] };
}

/** @param {TableSession} session @returns {number[]} */
function persons(session) {
  return session.table.seats.filter((each) => each.kind === "person").map((each) => each.seat);
}

/** @param {TableSession} session @param {(path: string) => Promise<{table: TableInfo}>} send @param {MouseEvent} click */
async function answer(session, send, click) {
  if (click.detail > 1) return; // so that a double click does not withdraw the first
  try {
    const { table } = await send(`/tables/${session.id}/rematch`);
    follow(session, table);
    if (!session.closed) announce(standing(session).sentence);
  } catch (error) {
    session.say(/** @type {Error} */ (error).message);
  }
}

/** Called after news of a table: all players go to the rematch once there is one. @param {TableSession} session @param {TableInfo | null} before the table as it was */
export function noteRematch(session, before) {
  // A visitor of a table that has had its rematch is not sent there.
  if (before && !before.rematch?.table) follow(session, session.table);
  keepFocus();
}

/** @param {TableSession} session @param {TableInfo} table */
function follow(session, table) {
  if (!session.closed && session.me !== null && table.rematch?.table) go(`/table/${table.rematch.table}`);
}

/** If the focused button disappears, focus its neighbour. */
function keepFocus() {
  if (!document.activeElement?.closest(".rematch")) return;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const next = document.querySelector(".rematch button") ?? document.querySelector(".end-sheet");
    /** @type {HTMLElement | null} */ (next)?.focus();
  }));
}
