/** The people at a table: what they say and ask, who watches, and notes for the status line. */

import { announce } from "../core/announce.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { TableStore } from "./table-store.js";

/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../types.js").TableEvent} TableEvent */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").Ask} Ask */
/**
 * A note in the status line: a refusal, or news.
 * @typedef {{sentence: Child, rule?: string, news?: boolean}} Remark
 */

/** Milliseconds that a phrase stays in the status line. */
const SPEECH = 6000;

export class Company extends TableStore {
  /** @param {string} id of the table */
  constructor(id) {
    super(id);
    /** The events besides the steps of the game: phrases, take-backs, departures. @type {TableEvent[]} */ this.extras = [];
    /** @type {Remark | null} */ this.remark = null;
    /** The last ready phrase that another player said. @type {{seat: number, text: string} | null} */
    this.speech = null;
    this.speechTimer = 0;
  }

  /** Tell players that somebody watches, and spectators that they are watching. @param {TableInfo | null} before */
  noteWatchers(before) {
    const { spectators, status } = this.table;
    if (status !== "playing") return;
    if (this.me === null && before?.status !== "playing") announce(t("table.you_watch"));
    if (this.me !== null && spectators > (before?.spectators ?? 0)) announce(t("table.watched", { n: spectators }));
  }

  /** @param {TableEvent[]} events @param {TableInfo | null} before the table before them; null when joining: then they are history */
  keepExtras(events, before) {
    for (const event of events) {
      if (["act", "deal", "choose", "unchoose", "start"].includes(event.kind)) continue;
      if (this.extras.some((each) => each.number === event.number)) continue;
      this.extras.push(event);
      if (before) this.heard(event, before.ask);
    }
  }

  /** Handle an event: a phrase, a request to take back, a departure, … @param {TableEvent} event @param {Ask | null | undefined} ask */
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

  /** The text of a ready phrase. @param {TableEvent} event */
  phrase({ text = "" }) {
    return this.about.phrases[text] ?? text;
  }

  /** An event besides the game, in one sentence. @param {TableEvent} event */
  extra(event) {
    const text = event.kind === "say" ? this.phrase(event) : "";
    const name = event.seat === null ? "" : this.alone ? this.nameOf(this.table.seats[event.seat]) : this.names[event.seat];
    return t(`log.extra.${event.kind}`, { name, text });
  }

  /** Show why something was refused. @param {Child} sentence @param {string} [rule] */
  say(sentence, rule) {
    this.remark = { sentence, rule };
    announce(sentence);
    redraw();
  }

  /** Show news. @param {Child} sentence */
  tell(sentence) {
    this.say(sentence);
    this.remark = { sentence, news: true };
  }
}
