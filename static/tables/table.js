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
  const CHIPS = "[data-chip], [data-golden], [data-spot]";

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
  let lastChip = null;
  let placed = [];

  const chosen = () => one('[name="chosen"]:checked').value;
  const choose = (place) => (one(`[name="chosen"][value="${place}"]`).checked = true);
  const field = (place) => document.getElementById(`box-${place}`);
  const centsOn = (place) => readCents(field(place).value);
  const placeOf = (element) => element.closest("[data-place]").dataset.place;
  const places = () => all(".felt [data-place]").map(placeOf);
  /* Golden chips on a place, as their values in cents; a page without them has no such field */
  const goldenField = (place) => document.getElementById(`gc-${place}`);
  const goldenOn = (place) => (goldenField(place)?.value || "").split(" ").filter(Boolean).map(Number);
  const total = (chips) => chips.reduce((cents, chip) => cents + chip, 0);
  const sum = () => total(places().map((place) => centsOn(place) + total(goldenOn(place))));
  const goldenButton = (cents) => one(`[data-golden="${cents}"]`);
  const goldenLeft = (button) => {
    const cents = Number(button.dataset.golden);
    const laid = places().flatMap(goldenOn).filter((chip) => chip === cents).length;
    return Number(button.dataset.left) - laid;
  };

  const drawPile = (place) => {
    const pile = one(`[data-place="${place}"] [data-pile]`);
    let rest = centsOn(place);
    const chips = all("[data-chip]").sort((a, b) => b.dataset.chip - a.dataset.chip);
    const drawn = [];
    for (const button of chips) {
      const value = Number(button.dataset.chip);
      for (; rest >= value; rest -= value) drawn.push(one("svg", button).cloneNode(true));
    }
    const golden = goldenOn(place).slice(0, PILE_HEIGHT);
    const top = golden.map((cents) => one("svg", goldenButton(cents))?.cloneNode(true));
    pile.replaceChildren(
      ...drawn.slice(0, PILE_HEIGHT - golden.length),
      ...top.filter(Boolean),
    );
  };
  const drawGolden = () => {
    for (const place of places()) {
      const line = one(`[data-place="${place}"] [data-golden-line]`);
      if (!line) continue;
      const cents = total(goldenOn(place));
      one("[data-golden-sum]", line).textContent = cents ? euro.format(cents / 100) : "";
      one("[data-golden-back]", line).hidden = !cents;
    }
    for (const button of all("[data-golden]")) {
      const left = goldenLeft(button);
      one("[data-golden-left]", button).textContent = left;
      button.setAttribute("aria-disabled", String(left <= 0));
    }
  };
  const drawBets = () => {
    if (!one("[data-bets]")) return;
    const laid = sum();
    places().forEach(drawPile);
    drawGolden();
    one("[data-sum]").textContent = laid ? euro.format(laid / 100) : "";
    one("[data-undo]").disabled = placed.length === 0;
    one("[data-clear]").disabled = laid === 0;
    document.getElementById("felt").classList.toggle("felt--cleared", laid > 0);
  };
  const setBet = (place, cents) => {
    field(place).value = writeCents(cents);
    field(place).removeAttribute("aria-invalid");
  };
  const setGolden = (place, chips) => {
    if (goldenField(place)) goldenField(place).value = chips.join(" ");
  };
  const add = (place, cents, golden = false) => {
    if (golden) {
      if (goldenLeft(goldenButton(cents)) <= 0) return;
      setGolden(place, [...goldenOn(place), cents]);
    } else {
      setBet(place, centsOn(place) + cents);
    }
    placed.push([place, cents, golden]);
    lastChip = { cents, golden };
    drawBets();
  };
  const takeBack = (matches) => {
    const index = placed.findLastIndex(matches);
    if (index < 0) return;
    const [place, cents, golden] = placed.splice(index, 1)[0];
    if (golden) {
      const chips = goldenOn(place);
      chips.splice(chips.lastIndexOf(cents), 1);
      setGolden(place, chips);
    } else {
      setBet(place, Math.max(0, centsOn(place) - cents));
    }
    drawBets();
  };
  const takeGolden = (place) => {
    setGolden(place, []);
    placed = placed.filter(([other, , golden]) => other !== place || !golden);
    drawBets();
  };
  const clear = () => {
    for (const place of places()) {
      setBet(place, 0);
      setGolden(place, []);
    }
    placed = [];
    drawBets();
  };

  /* Pointer: a click adds, a right click or a long press takes away */
  const remove = (target) => {
    const chip = target.closest("[data-chip], [data-golden]");
    const spot = target.closest("[data-spot]");
    if (chip) {
      const isGolden = "golden" in chip.dataset;
      const value = Number(chip.dataset.golden || chip.dataset.chip);
      takeBack(
        ([place, cents, golden]) => place === chosen() && cents === value && golden === isGolden,
      );
    }
    if (spot) takeBack(([place]) => place === placeOf(spot));
    return Boolean(chip || spot);
  };
  let pressTimer = 0;
  let pressedLong = false;
  const endPress = () => clearTimeout(pressTimer);
  document.addEventListener("pointerdown", (event) => {
    pressedLong = false;
    if (event.pointerType === "mouse" || !event.target.closest(CHIPS)) return;
    pressTimer = setTimeout(() => (pressedLong = remove(event.target)), LONG_PRESS_MS);
  });
  for (const name of ["pointerup", "pointercancel", "scroll"]) {
    document.addEventListener(name, endPress, { passive: true });
  }
  document.addEventListener("contextmenu", (event) => {
    if (!event.target.closest(CHIPS)) return;
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
    const golden = event.target.closest("[data-golden]");
    if (golden) {
      event.preventDefault();
      add(chosen(), Number(golden.dataset.golden), true);
    }
    const back = event.target.closest("[data-golden-back]");
    if (back) {
      event.preventDefault();
      takeGolden(placeOf(back));
    }
    if (spot && !event.target.matches("input")) again(placeOf(spot));
    if (event.target.closest("[data-undo]")) takeBack(() => true);
    if (event.target.closest("[data-clear]")) clear();
  });
  const again = (place) => {
    if (place === chosen() && lastChip) add(place, lastChip.cents, lastChip.golden);
  };
  document.addEventListener("focusin", (event) => {
    if (!event.target.matches(".spot__amount")) return;
    choose(placeOf(event.target));
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches(".spot__amount")) return;
    const typed = placeOf(event.target);
    placed = placed.filter(([place, , golden]) => place !== typed || golden);
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
