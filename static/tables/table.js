/*
 * The table page: chips, keys, dealing. The amounts in the fields of the places (a box's main bet,
 * its side bets) are the bets; chips are a quicker way to fill them, and without this file the fields
 * do it alone.
 */
(() => {
  "use strict";

  const LONG_PRESS_MS = 450;
  const STAGGER_MS = 12;
  const PILE_HEIGHT = 6;

  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  /* Amounts */
  const language = document.documentElement.lang;
  const euro = new Intl.NumberFormat(language, {
    style: "currency",
    currency: "EUR",
    useGrouping: "always",
  });
  const decimal = language.startsWith("it") ? "," : ".";
  const readCents = (text) => {
    const match = /^\s*(\d{1,10})(?:[.,](\d{1,2}))?\s*$/.exec(text);
    return match ? Number(match[1]) * 100 + Number((match[2] || "").padEnd(2, "0")) : 0;
  };
  const writeCents = (cents) =>
    cents ? `${Math.floor(cents / 100)}${decimal}${String(cents % 100).padStart(2, "0")}` : "";

  /* Bets: what lies on each place, and the order in which the chips came */
  let lastChip = 0;
  let placed = [];

  const chosen = () => one('[name="chosen"]:checked').value;
  const choose = (place) => (one(`[name="chosen"][value="${place}"]`).checked = true);
  const field = (place) => document.getElementById(`box-${place}`);
  const centsOn = (place) => readCents(field(place).value);
  const placeOf = (element) => element.closest("[data-place]").dataset.place;
  const places = () => all(".felt [data-place]").map(placeOf);
  const sum = () => places().reduce((total, place) => total + centsOn(place), 0);

  const drawPile = (place) => {
    const pile = one(`[data-place="${place}"] [data-pile]`);
    let rest = centsOn(place);
    const chips = all("[data-chip]").sort((a, b) => b.dataset.chip - a.dataset.chip);
    const drawn = [];
    for (const button of chips) {
      const value = Number(button.dataset.chip);
      for (; rest >= value; rest -= value) drawn.push(one("svg", button).cloneNode(true));
    }
    pile.replaceChildren(...drawn.slice(0, PILE_HEIGHT));
  };
  const drawBets = () => {
    if (!one("[data-bets]")) return;
    const total = sum();
    places().forEach(drawPile);
    one("[data-sum]").textContent = total ? euro.format(total / 100) : "";
    one("[data-undo]").disabled = placed.length === 0;
    one("[data-clear]").disabled = total === 0;
    document.getElementById("felt").classList.toggle("felt--cleared", total > 0);
  };
  const setBet = (place, cents) => {
    field(place).value = writeCents(cents);
    field(place).removeAttribute("aria-invalid");
  };
  const add = (place, cents) => {
    setBet(place, centsOn(place) + cents);
    placed.push([place, cents]);
    lastChip = cents;
    drawBets();
  };
  const takeBack = (matches) => {
    const index = placed.findLastIndex(matches);
    if (index < 0) return;
    const [place, cents] = placed.splice(index, 1)[0];
    setBet(place, Math.max(0, centsOn(place) - cents));
    drawBets();
  };
  const clear = () => {
    places().forEach((place) => setBet(place, 0));
    placed = [];
    drawBets();
  };

  /* Pointer: a click adds, a right click or a long press takes away */
  const remove = (target) => {
    const chip = target.closest("[data-chip]");
    const spot = target.closest("[data-spot]");
    if (chip) {
      takeBack(([place, cents]) => place === chosen() && cents === Number(chip.dataset.chip));
    }
    if (spot) takeBack(([place]) => place === placeOf(spot));
    return Boolean(chip || spot);
  };
  let pressTimer = 0;
  let pressedLong = false;
  const endPress = () => clearTimeout(pressTimer);
  document.addEventListener("pointerdown", (event) => {
    pressedLong = false;
    if (event.pointerType === "mouse" || !event.target.closest("[data-chip], [data-spot]")) return;
    pressTimer = setTimeout(() => (pressedLong = remove(event.target)), LONG_PRESS_MS);
  });
  for (const name of ["pointerup", "pointercancel", "scroll"]) {
    document.addEventListener(name, endPress, { passive: true });
  }
  document.addEventListener("contextmenu", (event) => {
    if (!event.target.closest("[data-chip], [data-spot]")) return;
    event.preventDefault();
    endPress();
    if (!pressedLong) pressedLong = remove(event.target) && event.pointerType === "touch";
  });
  document.addEventListener("click", (event) => {
    if (pressedLong) {
      pressedLong = false;
      event.preventDefault();
      return;
    }
    const chip = event.target.closest("[data-chip]");
    const spot = event.target.closest("[data-spot]");
    if (chip) {
      event.preventDefault();
      add(chosen(), Number(chip.dataset.chip));
    }
    if (spot && !event.target.matches("input")) again(placeOf(spot));
    if (event.target.closest("[data-undo]")) takeBack(() => true);
    if (event.target.closest("[data-clear]")) clear();
  });
  const again = (place) => {
    if (place === chosen() && lastChip) add(place, lastChip);
  };
  document.addEventListener("focusin", (event) => {
    if (!event.target.matches(".spot__amount")) return;
    choose(placeOf(event.target));
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches(".spot__amount")) return;
    const typed = placeOf(event.target);
    placed = placed.filter(([place]) => place !== typed);
    drawBets();
  });

  /* Keys: each control names its own; a digit chooses the places of its box one after the other;
   * space deals what lies there or rebets */
  const busy = () => Boolean(one("#game.htmx-request"));
  const chooseIn = (box) => {
    const own = all(`[data-box="${box}"] [data-place]`).map(placeOf);
    choose(own[(own.indexOf(chosen()) + 1) % own.length]);
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || busy()) return;
    if (event.target.closest("input:not([type=radio]), textarea, select, a, [data-menu]")) return;
    const onButton = event.target.closest("button");
    if (onButton && (event.key === " " || event.key === "Enter")) return;
    if (one("[data-bets]") && /^[1-9]$/.test(event.key) && one(`[data-box="${event.key}"]`)) {
      chooseIn(event.key);
      return;
    }
    let key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === " " && one("[data-bets]") && sum() > 0) key = "Enter";
    const control = all("#game [data-key]").find((item) => item.dataset.key === key);
    if (!control || control.disabled) return;
    event.preventDefault();
    control.click();
  });

  /* Answers of the server: only what is new moves, and the focus stays in reach */
  let before = new Map();
  let focused = "";
  const cardsNow = () =>
    new Map(all("[data-card]").map((card) => [card.dataset.card, card.dataset.face]));
  const moveCards = () => {
    let order = 0;
    for (const card of all("#game [data-card]")) {
      const face = before.get(card.dataset.card);
      if (face === card.dataset.face) continue;
      card.classList.add(face ? "card--turned" : "card--new");
      card.style.animationDelay = `${Math.min(order++ * STAGGER_MS, 96)}ms`;
    }
  };
  document.addEventListener("htmx:beforeRequest", () => {
    focused = document.activeElement ? document.activeElement.id : "";
    before = one("[data-bets]") ? new Map() : cardsNow();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr } = event.detail;
    if (target.id !== "game" || xhr.responseText.includes('id="game"')) return;
    /* Not a table (an error page): leave the felt as it is and say so. */
    event.detail.shouldSwap = false;
    document.dispatchEvent(new Event("htmx:responseError"));
  });
  document.addEventListener("htmx:afterSwap", () => {
    const game = document.getElementById("game");
    placed = [];
    moveCards();
    drawBets();
    document.getElementById("announcer").textContent = game.dataset.announce;
    const same = focused && document.getElementById(focused);
    (same && !same.disabled ? same : document.getElementById("say"))?.focus();
  });

  drawBets();
})();
