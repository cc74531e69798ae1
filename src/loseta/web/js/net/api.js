/** Requests to the server (docs/server.md). An error carries the server's sentence. */

import { language } from "../core/text.js";

export class ServerError extends Error {
  /**
   * @param {string} code
   * @param {string} sentence
   * @param {number} status
   * @param {{line?: number, column?: number, rule?: string, wait?: number} | null} [place] where a text is wrong; the rule that forbids it; how many seconds to wait
   */
  constructor(code, sentence, status, place = null) {
    super(sentence);
    this.code = code;
    this.status = status;
    this.place = place;
  }
}

/**
 * @param {string} method
 * @param {string} path below /api/v1
 * @param {object} [body]
 * @param {{keepalive?: boolean}} [how] keepalive: the request outlives the page
 * @returns {Promise<any>}
 */
async function ask(method, path, body, how) {
  return read(await send(method, path, body, how));
}

/** @param {string} method @param {string} path @param {object} [body] @param {{keepalive?: boolean, tag?: string}} [how] */
async function send(method, path, body, { keepalive = false, tag } = {}) {
  try {
    return await fetch(`/api/v1${path}`, {
      method,
      keepalive,
      headers: {
        "Accept-Language": language(),
        ...(tag ? { "If-None-Match": tag } : {}),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ServerError("offline", "", 0);
  }
}

/** @param {Response} answer */
async function read(answer) {
  const isJson = answer.headers.get("content-type")?.includes("json");
  const told = isJson ? await answer.json() : await answer.text();
  if (!answer.ok) {
    const error = isJson ? told.error : null;
    throw new ServerError(error?.code ?? "failure", error?.sentence ?? "", answer.status, error);
  }
  return told;
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {object} [body] @param {{keepalive?: boolean}} [how] */
export const post = (path, body, how) => ask("POST", path, body, how);
/** @param {string} path */
export const remove = (path) => ask("DELETE", path);
/** @param {string} path @param {object} body */
export const put = (path, body) => ask("PUT", path, body);

/** Repeated requests for something, answered only if it has changed. */
export class Watched {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
    this.tag = "";
  }

  /** The answer; null if it has not changed. @returns {Promise<any>} */
  async news() {
    const answer = await send("GET", this.path, undefined, { tag: this.tag });
    if (answer.status === 304) return null;
    const told = await read(answer);
    this.tag = answer.headers.get("etag") ?? "";
    return told;
  }
}

/** @type {{me: Promise<{name: string}> | null}} */
const guest = { me: null };

/** Identify the guest; the first answer sets the cookie that all other requests need. */
export function known() {
  guest.me ??= get("/me").catch((error) => {
    guest.me = null;
    throw error;
  });
  return guest.me;
}

/** @param {string} name */
export async function rename(name) {
  await known();
  guest.me = Promise.resolve(await put("/me", { name }));
  return guest.me;
}
