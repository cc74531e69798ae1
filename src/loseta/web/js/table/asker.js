/** Questions to the server about the position, each asked once and kept while the position stands. */

import { redraw } from "../core/redraw.js";

/** @typedef {import("./session.js").Session} Session */

/** @param {Session} session */
export function asker(session) {
  /** @type {Map<string, Promise<any>>} */
  let asked = new Map();
  let timer = 0;
  /** @type {{projection: any[] | null, effects: any, hint: any[] | null, hinting: boolean}} */
  const known = { projection: null, effects: null, hint: null, hinting: false };

  /** @param {string} type @param {any} [fields] */
  function once(type, fields) {
    const key = type + JSON.stringify(fields ?? "");
    let answer = asked.get(key);
    if (!answer) {
      answer = session.live ? session.live.send(type, fields) : Promise.reject(new Error("offline"));
      answer.catch(() => asked.delete(key));
      asked.set(key, answer);
    }
    return answer;
  }

  /** @param {"projection" | "effects"} what */
  async function learn(what) {
    const ply = session.position?.number;
    try {
      const answer = await once(what);
      if (session.position?.number !== ply) return;
      known[what] = answer;
      redraw();
    } catch {
      // The table can be played without it.
    }
  }

  return {
    known,

    /** The position has changed. */
    forget() {
      asked = new Map();
      Object.assign(known, { projection: null, effects: null, hint: null, hinting: false });
    },

    /** Ask what the table shows beside the boards, once things have settled. */
    soon() {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (!session.position || session.table?.status !== "playing" || session.performing) return;
        learn("projection");
        if (session.position.legal.length) learn("effects");
      }, 40);
    },

    /** @param {string[]} actions @returns {Promise<any[]>} */
    why: (actions) => once("why", { actions }),

    /** @param {string[]} actions */
    preview: (actions) => once("preview", { ply: session.position.ply, actions }),

    /** What the computer would do. */
    async hint() {
      known.hinting = true;
      redraw();
      try {
        // On the gray wall several decisions have the same ply.
        const number = session.position.number;
        const answer = await once("hint", { seconds: 1 });
        if (session.position.number === number) known.hint = answer;
      } catch (error) {
        session.refused(error);
      }
      known.hinting = false;
      redraw();
    },
  };
}
