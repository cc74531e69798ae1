/** The status line: one sentence about the current situation, and the buttons of the table. */

import { icon } from "../art/icons.js";
import { h, words } from "../core/h.js";
import { rich, listed, t } from "../core/text.js";
import { prefer, prefs } from "../core/prefs.js";
import { button, iconButton, ruleLink, wordmark } from "../ui/controls.js";
import { byPlace } from "./end-ranking.js";
import { rematchOffered } from "./rematch.js";
import { roundText } from "./round.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */
/** @typedef {import("../games/game-view.js").TableView} TableView */
/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("./keys.js").PanelName} PanelName */

/**
 * @param {TableSession} session
 * @param {TableView} view
 * @param {{open: string, toggle: (which: PanelName) => void, guide: import("../guide/guide.js").Guide | null, openSheet: (() => void) | null}} panels `openSheet` opens the end again
 */
export function statusLine(session, view, { open, toggle, guide, openSheet }) {
  const pressed = (/** @type {string} */ which) => ({ "aria-expanded": String(open === which), key: which });
  const playing = !session.over && session.me !== null;
  const looksBack = session.at !== null;
  return h(
    "header",
    { class: "status" },
    wordmark(),
    h("h1", { class: "unseen" }, t(`game.${session.table.game}`)),
    looksBack && stepper(session),
    h("div", { class: ["say", tone(session)] }, sentence(session, view, openSheet !== null)),
    h("div", { class: "meta" }, h("span", { class: "nw" }, roundText(view.state, view.box)), watchers(session)),
    h(
      "nav",
      { class: "tools", "aria-label": t("table.tools") },
      playing && !looksBack && iconButton("undo", t("table.undo"), () => session.undo(), { disabled: !mayUndo(session), key: "undo" }),
      playing && !looksBack && session.table.hints &&
        iconButton("hint", t("table.hint"), () => session.queries.hint(), { disabled: !view.legal.length, key: "hint" }),
      playing && guide?.kept.aside && iconButton("book", t("guide.resume"), () => guide.resume(), { key: "guide" }),
      openSheet && iconButton("cup", t("end.sheet"), openSheet, { class: "btn flat to-result", key: "result" }),
      view.layout !== "lying" && soundSwitch(),
      ...(view.layout !== "wide"
        ? [iconButton("more", t("more.title"), () => toggle("more"), pressed("more"))]
        : [
            playing && iconButton("chat", t("menu.title"), () => toggle("menu"), pressed("menu")),
            iconButton("log", t("log.title"), () => toggle("log"), pressed("log")),
            iconButton("help", t("help.title"), () => toggle("help"), pressed("help")),
            iconButton("gear", t("settings.title"), () => toggle("settings"), pressed("settings")),
          ]),
    ),
  );
}

export function soundSwitch() {
  return iconButton(prefs.sound ? "sound" : "mute", t("table.sound"), () => prefer({ sound: !prefs.sound }), { class: "btn flat sound-switch", "aria-pressed": String(prefs.sound), key: "sound" });
}

/** The number of spectators, or a note that the user is one. @param {TableSession} session */
function watchers(session) {
  const { spectators } = session.table;
  if (session.over || (session.me !== null && !spectators)) return null;
  const text = session.me === null ? t("table.you_watch") : t("table.watched", { n: spectators });
  return h(
    "span",
    { class: "watch nw", title: text },
    icon("eye"),
    session.me !== null && h("span", { class: "watch-count", "aria-hidden": "true" }, String(spectators)),
    h("span", { class: session.me === null ? "" : "watch-words" }, text),
  );
}

/** The style of the sentence. @param {TableSession} session */
function tone(session) {
  if (session.connection === "lost" || session.at !== null || session.pending || session.table.ask || session.speech) return "";
  if (!session.remark) return "";
  return session.remark.news ? "news" : "remark";
}

/** @param {TableSession} session */
function mayUndo(session) {
  if (session.table.status !== "playing") return false;
  if (session.pending || session.hand || session.premove.action !== null || session.position.undo) return true;
  return !session.table.ask && session.frames.some((frame) => frame.seat === session.me);
}

/** @param {TableSession} session @param {TableView} view @param {boolean} aside whether the result has been put aside @returns {Child} */
function sentence(session, view, aside) {
  if (session.connection === "lost") return h("span", { class: "lost", role: "status" }, t("table.lost"));
  if (session.at !== null) return lookedAt(session);
  if (session.pending) return pending(session);
  if (session.table.ask) return asked(session);
  if (session.speech) return speech(session);
  if (session.remark) return remark(session);
  if (!session.settled) return underway(session);
  if (session.over) return (aside && rematchOffered(session)) || ended(session);
  // While columns are chosen the round is over, and the choice matters most.
  const just = session.position.choosing || hasCards(view) ? "" : justNow(session);
  if (view.legal.length) {
    const task = session.gameView.task(view);
    // If there is room for two lines only, the task comes first.
    if (just && view.layout === "phone") return [rich("table.your_turn", { task }), words(task).endsWith("?") ? " " : ". ", just];
    return just
      ? [ending(just, "; "), rich("table.your_turn_after", { task })]
      : rich("table.your_turn", { task });
  }
  const waiting = session.position.waiting.map((seat) => session.names[seat]);
  const whose = waiting.length ? t("table.waiting_for", { names: listed(waiting), n: waiting.length }) : "";
  if (view.ahead) return chosenAhead(session, view, just, capital(whose));
  return just ? [ending(just, "; "), whose] : capital(whose);
}

/** Words and what ends them: that stays on the line of a picture that comes last. @param {Child} said @param {string} mark @returns {Child} */
function ending(said, mark) {
  const parts = [said].flat(Infinity).filter(Boolean);
  const last = parts.at(-1);
  return typeof last === "object" ? [...parts.slice(0, -1), h("span", { class: "nw" }, last, mark.trimEnd()), " "] : [said, mark];
}

/** Whether the others' last moves are on their cards, which leaves little room for the sentence. @param {TableView} view */
function hasCards(view) {
  return view.layout === "lying";
}

/** The action chosen for the next turn, or a note that one may be chosen. @param {TableSession} session @param {TableView} view @param {Child} just what has just happened @param {string} whose turn it is @returns {Child} */
function chosenAhead(session, view, just, whose) {
  const before = just && ending(just, ". ");
  if (view.hand) return [before, rich("ahead.picking", { task: session.gameView.task(view) })];
  if (!view.ahead?.action) return [before, view.layout !== "wide" ? whose : t("ahead.may", { whose })];
  return [
    // The chosen action is also shown on its line, which is enough in small layouts.
    h("span", null, before, hasCards(view) ? whose : rich("ahead.status", { whose, what: session.premove.told() })),
    " ",
    button([icon("close"), t("ahead.cancel")], () => session.premove.drop(), { class: "small", key: "ahead" }),
  ];
}

/** The last action of another player, in one sentence. @param {TableSession} session @returns {Child} */
function justNow(session) {
  const steps = session.recent;
  const last = steps.findLast((frame) => !session.gameView.aside?.(frame)) ?? steps.at(-1);
  if (!last) return "";
  return session.told(last);
}

/** The step that is being animated; its points are read out at its end. @param {TableSession} session */
function underway(session) {
  const frame = session.current;
  return frame ? session.told(frame) || (frame.events?.length ? t("table.tiling") : "") : "";
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {TableSession} session */
function remark(session) {
  const rule = session.remark?.rule;
  return [
    session.remark?.sentence,
    rule && [" ", ruleLink(rule)],
  ];
}

/** @param {TableSession} session */
function pending(session) {
  if (session.pending?.looking) return h("span", { role: "status" }, t("coach.looking"));
  if (session.pending?.opinion) return t("coach.asks");
  const counting = prefs.moves === "undo";
  return [
    h("span", null, t(counting ? "table.move_soon" : "table.move_held")),
    " ",
    h(
      "span",
      { class: "acts" },
      button([icon("check"), t("table.confirm")], () => session.confirm(), { class: "main small" }),
      button([icon("undo"), t("table.undo")], () => session.undo(), { class: "small" }),
    ),
  ];
}

/** A player's phrase. @param {TableSession} session */
function speech(session) {
  const { seat, text } = /** @type {{seat: number, text: string}} */ (session.speech);
  return h("span", { class: ["bubble", seat === session.me && "mine"] }, h("b", null, session.names[seat]), " ", text);
}

/** A player's request to take back. @param {TableSession} session */
function asked(session) {
  const ask = /** @type {import("../types.js").Ask} */ (session.table.ask);
  const name = session.names[ask.seat];
  if (session.me === null || ask.seat === session.me || ask.agreed.includes(session.me)) {
    return t("table.take_back_waits", { name });
  }
  return [
    h("span", null, t("table.take_back_asked", { name })),
    " ",
    button(t("table.agree"), () => session.command("answer", { agree: true }), { class: "main small" }),
    button(t("table.refuse"), () => session.command("answer", { agree: false }), { class: "small" }),
  ];
}

/** The step that is shown, in one sentence. @param {TableSession} session */
function lookedAt(session) {
  const at = /** @type {number} */ (session.at);
  const frame = session.frames[at];
  if (!frame.action) return t("log.start");
  return session.told(frame) || (session.followed(frame)[0] ?? "");
}

/** The buttons to step back and forth: beside the sentence; on a phone near the thumb. @param {TableSession} session */
function stepper(session) {
  const at = /** @type {number} */ (session.at);
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": t("log.stepping"), key: "stepper" },
    iconButton("back", t("log.earlier"), () => session.stepTo(at - 1), { disabled: at === 0 }),
    h("span", { class: "nw stepper-at" }, `${at} / ${session.newest}`),
    iconButton("forward", t("log.later"), () => session.stepTo(at + 1)),
    button(t("log.now"), () => session.stepTo(null), { class: "small main" }),
  );
}

/** @param {TableSession} session */
export function ended(session) {
  const { winners, scores, places, reason } = session.ending;
  const names = winners.map((seat) => session.names[seat]);
  // If somebody left before the end, the score does not tell who won.
  const why = ["resign", "flag"].includes(reason) ? whoLeft(session) : "";
  const result = byPlace(places)
    .map((seat) => scores[seat])
    .join(" : ");
  if (winners.length > 1) return rich(why ? "table.shared_early" : "table.shared_result", { names: listed(names), result, why });
  if (winners[0] === session.me) return rich("table.you_won", { result: why || result });
  return rich(why ? "table.won_early" : "table.won_result", { names: names[0], result, why });
}

/** "Ana gave up." @param {TableSession} session */
function whoLeft(session) {
  const sentences = ["resign", "flag"].map((how) => {
    const seats = session.table.seats.filter((seat) => seat.out === how);
    const names = seats.filter((each) => each.seat !== session.me).map((each) => session.names[each.seat]);
    return [
      seats.length > names.length && t(`end.you_${how}`),
      names.length > 0 && t(`end.by_${how}`, { names: listed(names), n: names.length }),
    ];
  });
  return sentences.flat().filter(Boolean).join(" ");
}
