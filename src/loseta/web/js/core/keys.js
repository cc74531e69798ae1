/** Whether the user last used the keyboard or the pointer: focus is moved only for those who use the keyboard. */

const last = { keys: false };
addEventListener("keydown", () => (last.keys = true), true);
addEventListener("pointerdown", () => (last.keys = false), true);

export function usesKeys() {
  return last.keys;
}

/** Move the focus to the first element that matches and can be seen, once it is drawn. @param {string} selector */
export function focusSoon(selector) {
  const move = () => {
    const seen = [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length);
    /** @type {HTMLElement | undefined} */ (seen)?.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(move));
}
