/** Sentences for screen readers, in the live region of the page. */

import { words } from "./h.js";

/** Sentences that will be read out together. */
const waiting = { sentences: /** @type {string[]} */ ([]), timer: 0 };

/**
 * Have a sentence read out. Sentences close together are combined, so that none is lost.
 * @param {import("./h.js").Child} sentence
 */
export function announce(sentence) {
  const text = words(sentence).trim();
  if (!text) return;
  waiting.sentences.push(/[.!?…]$/.test(text) ? text : `${text}.`);
  clearTimeout(waiting.timer);
  waiting.timer = window.setTimeout(() => {
    const region = document.getElementById("live");
    if (region) region.textContent = waiting.sentences.join(" ");
    waiting.sentences = [];
  }, 80);
}
