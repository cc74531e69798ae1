/** Answers that are streamed as lines of JSON. */

import { language } from "../core/text.js";
import { ServerError } from "./api.js";

/**
 * @param {string} path below /api/v1
 * @param {object} body
 * @param {AbortSignal} signal ends it
 * @returns {AsyncGenerator<any>}
 */
export async function* lines(path, body, signal) {
  const answer = await fetch(`/api/v1${path}`, {
    method: "POST",
    headers: { "Accept-Language": language(), "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!answer.ok || !answer.body) {
    const { error } = await answer.json();
    throw new ServerError(error.code, error.sentence, answer.status, error);
  }
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const whole = rest.split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) if (line) yield JSON.parse(line);
    if (done) return;
  }
}
