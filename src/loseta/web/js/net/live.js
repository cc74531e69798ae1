/**
 * A live connection to a table: it reconnects by itself, says which events it has seen, and resends
 * unanswered commands (their ids make that harmless).
 */

import { language } from "../core/text.js";

/** @typedef {{[name: string]: any}} Message */

const WAITS = [250, 500, 1000, 2000, 4000, 8000];
const QUIET = 10_000; // milliseconds without a message, after which the connection is tested
const PATIENCE = 5_000; // milliseconds without an answer to the test, after which it is given up

export class Refused extends Error {
  /** @param {Message} message */
  constructor(message) {
    super(message.sentence);
    this.code = message.code;
    this.rule = message.rule;
  }
}

export class Live {
  /**
   * @param {string} table
   * @param {(message: Message) => void} onMessage called with each snapshot, update and table
   * @param {(state: "open" | "lost" | "refused", error?: Refused) => void} onState
   */
  constructor(table, onMessage, onState) {
    this.table = table;
    this.onMessage = onMessage;
    this.onState = onState;
    this.seen = 0;
    this.tries = 0;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, {message: Message, resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.unanswered = new Map();
    this.timer = 0;
    this.watch = window.setInterval(() => this.check(), 5_000);
    this.heard = performance.now();
    this.pinged = 0;
    this.wake = () => this.retry();
    this.sleep = () => this.drop();
    addEventListener("online", this.wake);
    addEventListener("offline", this.sleep);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = `seen=${this.seen}&lang=${language()}`;
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/v1/tables/${encodeURIComponent(this.table)}/live?${query}`,
    );
    this.socket = socket;
    /** @type {Refused | null} */
    let refusal = null;
    let greeted = false;
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.heard = performance.now();
      const message = JSON.parse(event.data);
      if (message.type === "snapshot" && !greeted) {
        greeted = true;
        this.tries = 0;
        this.onState("open");
        for (const { message: again } of this.unanswered.values()) this.transmit(again);
      }
      if (message.type === "error" && message.id === null && !greeted) refusal = new Refused(message);
      this.receive(message);
    };
    socket.onclose = () => {
      if (socket !== this.socket || this.closed) return;
      this.socket = null;
      if (refusal && !["storage", "busy", "slow_down", "failure"].includes(refusal.code)) {
        this.close();
        this.onState("refused", refusal);
        return;
      }
      this.onState("lost");
      const wait = WAITS[Math.min(this.tries, WAITS.length - 1)];
      this.tries += 1;
      this.timer = window.setTimeout(() => this.connect(), wait * (0.8 + 0.4 * Math.random()));
    };
  }

  /** @param {Message} message */
  receive(message) {
    const asked = this.unanswered.get(message.id);
    switch (message.type) {
      case "done":
        this.unanswered.delete(message.id);
        asked?.resolve(message.number);
        return;
      case "answer":
        this.unanswered.delete(message.id);
        asked?.resolve(message.answer);
        return;
      case "error":
        this.unanswered.delete(message.id);
        asked?.reject(new Refused(message));
        return;
      case "bye":
        this.socket?.close();
        return;
      case "snapshot":
      case "update":
        this.seen = message.number;
        this.onMessage(message);
        return;
      default:
        this.onMessage(message);
    }
  }

  /**
   * Send a command or a query.
   * @param {string} type
   * @param {Message} [fields]
   * @returns {Promise<any>}
   */
  send(type, fields = {}) {
    const message = { type, id: freshId(), ...fields };
    return new Promise((resolve, reject) => {
      this.unanswered.set(message.id, { message, resolve, reject });
      this.transmit(message);
    });
  }

  /** @param {Message} message */
  transmit(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** A connection can die unnoticed, so it is tested now and then. */
  check() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const silence = performance.now() - this.heard;
    if (this.pinged > this.heard && silence > PATIENCE && performance.now() - this.pinged > PATIENCE) {
      this.drop();
    } else if (silence > QUIET && this.pinged <= this.heard) {
      this.pinged = performance.now();
      this.send("ping").catch(() => {});
    }
  }

  /** Drop the socket without waiting for the other end. */
  drop() {
    const socket = this.socket;
    socket?.close();
    socket?.onclose?.(new CloseEvent("close"));
  }

  /** Reconnect now instead of later. */
  retry() {
    if (this.closed || document.hidden || this.socket) return;
    this.connect();
  }

  /** Reconnect in the current language. */
  again() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.connect();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.sleep);
    document.removeEventListener("visibilitychange", this.wake);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}

/** The id of a command. */
export function freshId() {
  // randomUUID is missing on pages from another host without https.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
