/* The arrow keys turn the pages of a replay; its links do the same. */
(() => {
  "use strict";

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea")) return;
    const link = [...document.querySelectorAll("[data-step]")].find(
      (item) => item.dataset.step === event.key,
    );
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
