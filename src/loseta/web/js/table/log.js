/** The log: all steps, and those since the user's last turn. */

import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { badge } from "../ui/identity.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */
/** @typedef {import("../games/game-view.js").Frame} Frame */

/** @param {TableSession} session @param {Frame} frame */
function sentences(session, frame) {
  return [session.told(frame), ...session.followed(frame)].filter(Boolean);
}

/** The player of a step, for the eye only. @param {TableSession} session @param {Frame} frame */
function mark(session, { seat }) {
  return typeof seat === "number" && [badge(session, seat), " "];
}

/** The whole game; a click on a step shows it. @param {TableSession} session */
export function logPanel(session) {
  const here = session.at ?? session.reached;
  /** The newest round first, and in it the newest step. @type {Map<number, import("../core/h.js").VElement[]>} */
  const rounds = new Map();
  for (const frame of session.past) {
    if (!frame?.action) continue;
    const told = sentences(session, frame);
    if (!told.length) continue;
    // A deal belongs to the round that it begins.
    const round = (frame.seat === null ? frame.state.round : frame.round) ?? 1;
    if (!rounds.has(round)) rounds.set(round, []);
    rounds.get(round)?.unshift(
      h(
        "button",
        {
          type: "button",
          class: ["log-item", frame.ply === here && "here"],
          "aria-current": frame.ply === here ? "step" : null,
          key: frame.ply,
          on: { click: () => session.stepTo(frame.ply) },
        },
        told.map((each, i) => h("span", { class: "log-line" }, i === 0 && mark(session, frame), each)),
      ),
    );
  }
  const items = [...rounds].reverse().map(([round, steps]) => [
    h("h3", { key: `r${round}` }, t("table.round", { n: round })),
    steps,
  ]);
  return h("div", { class: "log-list" }, items, origin(session), extras(session));
}

/** The position from which a game began, if it was not a new one. @param {TableSession} session */
function origin({ table: { start } }) {
  if (!start) return null;
  const text = start.table ? h("a", { href: `/replay/${start.table}#${start.ply}` }, t("from.origin", { n: start.ply ?? 0 })) : t("from.position");
  return h("p", { class: "log-extra", key: "origin" }, text);
}

/** The events besides the game. @param {TableSession} session */
function extras(session) {
  if (!session.extras.length) return null;
  const lines = session.extras.map((event) => {
    return h("p", { class: "log-extra", key: `x${event.number}` }, session.extra(event));
  });
  return [h("h3", { key: "extras" }, t("log.besides")), ...lines.reverse()];
}

/** @param {TableSession} session */
export function since(session) {
  const frames = session.recent;
  // Spectators have no turns; the dealer's steps have no seat either.
  const own = session.me === null ? undefined : session.past.findLast(
    (frame) => frame?.seat === session.me && !session.gameView.aside?.(frame),
  );
  return h(
    "div",
    { class: "log", key: "since", tabindex: "0" },
    h("h3", null, session.me === null || session.at !== null ? t("log.latest") : t("log.since")),
    frames.flatMap((frame) => sentences(session, frame).map((each, i) => h("p", { key: `${frame.ply}-${i}` }, i === 0 && mark(session, frame), each))),
    !frames.length && lastRound(session),
    own && session.at === null && (frames.length > 0 || !tiled(session)) &&
      h(
        "p",
        { class: "dim log-own", key: "own" },
        t("log.before"),
        " ",
        session.told(own),
      ),
  );
}

/** The steps up to the one that is shown. @param {TableSession} session */
function looked(session) {
  return session.at === null ? session.past : session.frames.slice(0, session.at + 1);
}

/** The last of them that scored points. @param {TableSession} session */
function tiled(session) {
  return looked(session).findLast((frame) => frame?.events?.length);
}

/** If nothing was played since, the result of the last tiling. @param {TableSession} session */
function lastRound(session) {
  const found = tiled(session);
  if (found) return session.followed(found).map((each, i) => h("p", { key: `t${i}` }, each));
  const begun = looked(session).some((frame) => typeof frame?.seat === "number");
  return begun ? null : h("p", { class: "dim" }, t("log.nothing"));
}
