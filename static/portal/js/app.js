/* What all pages share. Every control works without this file. */
(() => {
  "use strict";

  /* One press, one request: the button rests until the answer is there. */
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.hasAttribute("hx-post")) return;
    const buttons = form.querySelectorAll("button");
    /* After the browser has read the pressed button's name and value. */
    setTimeout(() => buttons.forEach((button) => (button.disabled = true)));
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    document.querySelectorAll("form button:disabled").forEach((button) => (button.disabled = false));
  });

  /* Menus close when the attention goes elsewhere. */
  const closeMenus = (except) => {
    document.querySelectorAll("[data-menu][open]").forEach((menu) => {
      if (menu !== except) menu.open = false;
    });
  };
  document.addEventListener("click", (event) => closeMenus(event.target.closest("[data-menu]")));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector("[data-menu][open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  /* Elapsed time: seconds counted on from what the server said. */
  const pad = (number) => String(number).padStart(2, "0");
  const clocks = new WeakMap();
  const tick = () => {
    document.querySelectorAll("[data-elapsed]").forEach((clock) => {
      if (!clocks.has(clock)) clocks.set(clock, Date.now() - Number(clock.dataset.elapsed) * 1000);
      const seconds = Math.floor((Date.now() - clocks.get(clock)) / 1000);
      const hours = Math.floor(seconds / 3600);
      clock.textContent = `${hours}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
    });
  };
  setInterval(tick, 1000);

  /* A request that got no proper answer says so; nothing else changes. */
  const trouble = document.getElementById("trouble");
  const sayTrouble = () => {
    trouble.textContent = document.body.dataset.trouble;
    trouble.hidden = false;
  };
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(name, sayTrouble);
  }
  document.addEventListener("htmx:afterSwap", () => (trouble.hidden = true));
})();
