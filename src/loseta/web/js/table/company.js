/** Those at a table, besides the game: what they say and ask, who watches, what the status line tells of it. */

import { announce } from "../core/announce.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { TableStore } from "./table-store.js";

/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../types.js").TableEvent} TableEvent */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").Ask} Ask */
/**
 * What the status line says out of turn: why something is refused, or news.
 * @typedef {{sentence: Child, rule?: string, news?: boolean}} Remark
 */

/** How long a phrase stays in the status line, in milliseconds. */
const SPEECH = 6000;

export class Company extends TableStore {
  /** @param {string} id of the table */
  constructor(id) {
    super(id);
    /** What happened besides the game: phrases, taking back, leaving. @type {TableEvent[]} */ this.extras = [];
    /** @type {Remark | null} */ this.remark = null;
    /** What somebody has just said, by one of the ready phrases. @type {{seat: number, text: string} | null} */
    this.speech = null;
    this.speechTimer = 0;
  }

  /** Those who play hear that somebody watches, those who watch that they do. @param {TableInfo | null} before */
  noteWatchers(before) {
    const { spectators, status } = this.table;
    if (status !== "playing") return;
    if (this.me === null && before?.status !== "playing") announce(t("table.you_watch"));
    if (this.me !== null && spectators > (before?.spectators ?? 0)) announce(t("table.watched", { n: spectators }));
  }

  /** @param {TableEvent[]} events @param {TableInfo | null} before the table before them; null when one comes to it: then they are history */
  keepExtras(events, before) {
    for (const event of events) {
      if (["act", "deal", "choose", "unchoose", "start"].includes(event.kind)) continue;
      if (this.extras.some((each) => each.number === event.number)) continue;
      this.extras.push(event);
      if (before) this.heard(event, before.ask);
    }
  }

  /** Somebody said one of the ready phrases, would like to take back, has left, … @param {TableEvent} event @param {Ask | null | undefined} ask */
  heard(event, ask) {
    const own = event.seat === this.me;
    if (event.kind === "say") this.showSpeech(event);
    if (!own && event.kind === "refuse" && ask?.seat === this.me) this.tell(t("table.take_back_refused", { name: this.names[event.seat ?? 0] }));
    else if (!own) announce(this.extra(event));
  }

  /** @param {TableEvent} event */
  showSpeech(event) {
    clearTimeout(this.speechTimer);
    this.speech = { seat: event.seat ?? 0, text: this.phrase(event) };
    this.speechTimer = window.setTimeout(() => {
      this.speech = null;
      redraw();
    }, SPEECH);
  }

  /** A ready phrase in words. @param {TableEvent} event */
  phrase({ text = "" }) {
    return this.about.phrases[text] ?? text;
  }

  /** What happened besides the game, in one sentence. @param {TableEvent} event */
  extra(event) {
    const text = event.kind === "say" ? this.phrase(event) : "";
    const name = event.seat === null ? "" : this.alone ? this.nameOf(this.table.seats[event.seat]) : this.names[event.seat];
    return t(`log.extra.${event.kind}`, { name, text });
  }

  /** Why something is refused. @param {Child} sentence @param {string} [rule] */
  say(sentence, rule) {
    this.remark = { sentence, rule };
    announce(sentence);
    redraw();
  }

  /** News, which are no fault of anybody's. @param {Child} sentence */
  tell(sentence) {
    this.say(sentence);
    this.remark = { sentence, news: true };
  }
}
