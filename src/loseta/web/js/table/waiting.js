/** A table that waits for its players: the links for friends, and who has joined. */

import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { get, post, rename } from "../net/api.js";
import { linkField } from "../ui/clipboard.js";
import { button, wordmark } from "../ui/controls.js";
import { clockWords, tableWords } from "../ui/tables.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */

/** @typedef {import("../types.js").SeatInfo} SeatInfo */

/**
 * The data of the waiting room: the links of the open seats for the host, null until they are fetched; the
 * link that was copied; the name that an invited visitor has typed.
 * @typedef {{secrets: {[seat: string]: string} | null, copied: string, typed: string | null}} Room
 */

/** @returns {Room} */
export function newRoom() {
  return { secrets: null, copied: "", typed: null };
}

/** Addresses under which a computer reaches only itself. */
const ONLY_HERE = ["localhost", "127.0.0.1", "[::1]"];

/** @param {TableSession} session */
async function learnInvitations(session) {
  const { room } = session;
  if (room.secrets || !session.table.host) return;
  room.secrets = {};
  try {
    room.secrets = (await get(`/tables/${session.id}`)).invitations ?? {};
  } finally {
    redraw();
  }
}

/** @param {TableSession} session @param {string} secret */
function link(session, secret) {
  return `${location.origin}/table/${session.id}#${secret}`;
}

/** @param {TableSession} session @param {import("../core/h.js").Child} notice */
export function waitingRoom(session, notice) {
  learnInvitations(session);
  const secrets = session.room.secrets ?? {};
  const invited = session.me === null && (session.table.listed || Boolean(location.hash.slice(1)));
  return h(
    "div",
    { class: "friendly waiting", key: "waiting" },
    h("header", null, wordmark()),
    h(
      "main",
      { class: "board" },
      h("h1", null, t(session.table.listed ? "wait.open_table" : invited ? "wait.invited" : "wait.title")),
      h("p", null, whatNow(session, invited)),
      h("dl", { class: "facts" }, fact("home.game", tableWords(session.table, session.about)), fact("home.clock", clockOf(session))),
      invited && nameForm(session),
      h(
        "ul",
        { class: "seats" },
        session.table.seats.map((seat) => seatLine(session, seat, secrets[seat.seat])),
      ),
      session.table.host && ONLY_HERE.includes(location.hostname) && h("p", { class: "dim s" }, t("wait.only_here")),
      session.remark && h("p", { class: "bad", role: "alert" }, session.remark.sentence),
    ),
    notice,
  );
}

/** @param {string} key of what it is @param {string} text */
function fact(key, text) {
  return h("div", { class: "fact", key }, h("dt", { class: "dim" }, t(key)), h("dd", null, text));
}

/** @param {TableSession} session */
function clockOf({ table: { clock } }) {
  return clockWords(clock && { seconds: clock.left_ms[0] / 1000, increment: clock.increment_ms / 1000 });
}

/** The field for the visitor's name. @param {TableSession} session */
function nameForm(session) {
  return h(
    "form",
    {
      class: "row join",
      on: {
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          join(session);
        },
      },
    },
    h(
      "label",
      { class: "setting" },
      h("span", { class: "setting-name" }, t("home.name")),
      h("input", {
        type: "text",
        name: "name",
        maxlength: "24",
        autocomplete: "nickname",
        placeholder: t("table.guest"),
        value: session.room.typed ?? session.myName ?? "",
        on: { input: (/** @type {{target: HTMLInputElement}} */ event) => (session.room.typed = event.target.value) },
      }),
    ),
    h("button", { type: "submit", class: "btn main" }, t("wait.sit")),
  );
}

/** @param {TableSession} session @param {boolean} invited */
function whatNow(session, invited) {
  if (invited) return t(session.table.listed ? "wait.open_table_text" : "wait.invited_text");
  if (!session.table.host) return t("wait.others");
  if (session.table.listed) return t("wait.listed");
  const open = session.table.seats.filter((seat) => seat.kind === "open");
  return t("wait.text", { n: open.length });
}

/** @param {TableSession} session @param {SeatInfo} seat @param {string | undefined} secret */
function seatLine(session, seat, secret) {
  const url = secret ? link(session, secret) : "";
  const there = seat.kind === "open" ? t("wait.open") : seat.kind === "computer" ? t("wait.computer") : t(seat.present ? "wait.here" : "wait.away");
  return h(
    "li",
    { class: ["seat", seat.kind], key: seat.seat },
    h("b", null, seat.kind === "open" ? t("wait.seat", { n: seat.seat + 1 }) : session.nameOf(seat)),
    h("span", { class: "dim" }, seat.seat === session.me ? t("wait.you") : there),
    url &&
      h(
        "div",
        { class: "invite" },
        qrCode(session, seat.seat),
        linkField(url, t("wait.link"), session.room, button(t("wait.fill"), () => fill(session, seat.seat))),
      ),
  );
}

/** The link as a QR code. @param {TableSession} session @param {number} seat */
function qrCode(session, seat) {
  const src = `/api/v1/tables/${session.id}/invitations/${seat}.svg?origin=${encodeURIComponent(location.origin)}`;
  return h("img", { class: "qr", src, alt: t("wait.qr"), width: "148", height: "148" });
}

/** @param {TableSession} session @param {number} seat */
async function fill(session, seat) {
  try {
    await post(`/tables/${session.id}/fill`, { seat, level: "greedy" });
  } catch (error) {
    session.say(/** @type {Error} */ (error).message);
  }
}

/** Take the seat under the typed name. @param {TableSession} session */
export async function join(session) {
  const secret = location.hash.slice(1);
  const name = session.room.typed?.trim();
  // First, because a table that has started tells a visitor with an invitation that it is too late.
  history.replaceState(null, "", location.pathname);
  try {
    if (name && name !== session.myName) session.myName = (await rename(name)).name;
    session.room.typed = null;
    await post(`/tables/${session.id}/join`, secret ? { secret } : {});
    session.live?.again();
  } catch (error) {
    if (secret) history.replaceState(null, "", `#${secret}`);
    session.say(/** @type {Error} */ (error).message);
  }
  redraw();
}
