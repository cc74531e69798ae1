/** Whether the user last used the keyboard or the pointer: the focus is moved only for keyboard users. */

const last = { keys: false };
addEventListener("keydown", () => (last.keys = true), true);
addEventListener("pointerdown", () => (last.keys = false), true);

export function usesKeys() {
  return last.keys;
}

/** Move the focus to the first visible element that matches, once it is drawn. @param {string} selector */
export function focusSoon(selector) {
  const move = () => {
    const seen = [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length);
    /** @type {HTMLElement | undefined} */ (seen)?.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(move));
}
