/** Whether the user last used the keyboard or the pointer: focus follows only who needs it. */

let keys = false;
addEventListener("keydown", () => (keys = true), true);
addEventListener("pointerdown", () => (keys = false), true);

export function usesKeys() {
  return keys;
}

/** Move the focus to the first element that matches and can be seen, once it is drawn. @param {string} selector */
export function focusSoon(selector) {
  const move = () => {
    const seen = [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length);
    /** @type {HTMLElement | undefined} */ (seen)?.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(move));
}
