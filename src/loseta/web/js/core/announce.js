/** Sentences for screen readers, in the live region of the page. */

import { words } from "./h.js";

/** @type {string[]} */
let waiting = [];
let timer = 0;

/**
 * Have a sentence read out. Several that come close together are read as one, so that none is lost.
 * @param {import("./h.js").Child} sentence
 */
export function announce(sentence) {
  const text = words(sentence).trim();
  if (!text) return;
  waiting.push(/[.!?…]$/.test(text) ? text : `${text}.`);
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const region = document.getElementById("live");
    if (region) region.textContent = waiting.join(" ");
    waiting = [];
  }, 80);
}
