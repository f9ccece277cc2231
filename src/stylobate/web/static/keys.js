// Why: nobody remembers keys that are written nowhere, and nobody wants them in the way.  So `?` shows them all, and Esc
// takes them away again.

import { hit } from "./house.js";

/** @param {HTMLDialogElement} dialog the list @param {HTMLElement} button the same for a mouse */
export function keys(dialog, button) {
  button.addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || hit(event, "input, textarea, select, dialog")) return;
    event.preventDefault();
    dialog.showModal();
  });
}
