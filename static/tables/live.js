/*
 * What a player does at a live table: chips, votes, answers. Each form works alone, too; here they
 * are sent without leaving the page, and the answer's own part is shown at once.
 */
(() => {
  "use strict";

  const LONG_PRESS_MS = 450;
  const live = window.live;
  const game = document.querySelector("[data-live]");
  const one = (selector, root = game) => root.querySelector(selector);
  const all = (selector, root = game) => [...root.querySelectorAll(selector)];
  const say = document.getElementById("say");

  /* Refusals stay until the next move or the next phase */
  let refusedIn = "";
  const refuse = (sentence) => {
    live.casts = {};
    live.bind();
    refusedIn = live.slots.phase;
    say.textContent = sentence;
    say.classList.add("rail__say--refusal");
    say.setAttribute("role", "alert");
  };
  const forgive = () => {
    refusedIn = "";
    say.classList.remove("rail__say--refusal");
    say.removeAttribute("role");
    say.textContent = live.slots.say || "";
  };

  const send = async (action, data) => {
    try {
      const answer = await fetch(action, {
        method: "POST",
        body: data,
        headers: { Accept: "application/json" },
      });
      if (answer.redirected) return location.reload();
      if (answer.status === 204) return forgive();
      const told = await answer.json();
      if (!answer.ok) return refuse(told.sentence);
      forgive();
      live.takeOwn(told.own);
    } catch {
      refuse(document.body.dataset.trouble);
    }
  };

  /* Chips: what lies on each position, and the order in which it came */
  const layout = one("[data-layout]");
  let chosen = { cents: 0, golden: false };
  let stack = [];
  let sending = false;
  let again = false;
  const places = () => all("[data-place]").map((spot) => spot.dataset.place);
  const centsOn = (place) => Number(live.slots[`lay_${place}`] || 0);
  const takesBets = () => live.slots.panel === "bets";

  /* Golden chips: their values by position; the tray tells how many the player holds in all */
  const goldenOn = (place) => (live.slots[`gc_${place}`] || "").split(" ").filter(Boolean).map(Number);
  const goldenLeft = (value) => {
    const laid = places().flatMap(goldenOn).filter((chip) => chip === value).length;
    return Number(live.slots[`left_${value}`] || 0) - laid;
  };
  const golden = () => Object.fromEntries(places().map((place) => [place, goldenOn(place)]));

  const choose = (button) => {
    const isGolden = "golden" in button.dataset;
    chosen = { cents: Number(button.dataset.golden || button.dataset.chip), golden: isGolden };
    for (const chip of all("[data-chip], [data-golden]")) {
      chip.setAttribute("aria-pressed", String(chip === button));
    }
  };
  const draw = (bets, chips) => {
    const amounts = [...Object.values(bets), ...Object.values(chips).flat()];
    const sum = amounts.reduce((total, cents) => total + cents, 0);
    live.draft = { sum: sum ? live.money(sum) : "" };
    for (const place of places()) {
      live.draft[`lay_${place}`] = bets[place] ? String(bets[place]) : "";
      live.draft[`gc_${place}`] = (chips[place] || []).join(" ");
    }
    live.bind();
  };
  const bets = () => Object.fromEntries(places().map((place) => [place, centsOn(place)]));
  const lay = async (wanted, chips = golden()) => {
    draw(wanted, chips);
    again = true;
    if (sending) return;
    sending = true;
    while (again) {
      again = false;
      const data = new FormData();
      data.set("csrfmiddlewaretoken", one("[name=csrfmiddlewaretoken]", layout).value);
      data.set("round", live.slots.round);
      for (const place of places()) {
        const cents = centsOn(place);
        if (cents) data.set(place, (cents / 100).toFixed(2));
        if (goldenOn(place).length) data.set(`gc_${place}`, goldenOn(place).join(" "));
      }
      await send(layout.getAttribute("action"), data);
    }
    sending = false;
    live.draft = {};
    live.bind();
    if (refusedIn) stack = [];
  };
  const put = (place) => {
    const { cents, golden: isGolden } = chosen;
    if (isGolden && goldenLeft(cents) <= 0) return;
    stack.push([place, cents, isGolden]);
    if (isGolden) lay(bets(), { ...golden(), [place]: [...goldenOn(place), cents] });
    else lay({ ...bets(), [place]: centsOn(place) + cents });
  };
  const takeBack = (matches) => {
    const index = stack.findLastIndex(matches);
    if (index < 0) return false;
    const [[place, cents, isGolden]] = stack.splice(index, 1);
    const wanted = bets();
    const chips = golden();
    if (isGolden) chips[place].splice(chips[place].lastIndexOf(cents), 1);
    else wanted[place] = Math.max(0, wanted[place] - cents);
    /* A side bet does not stay without its main bet. */
    if (place.endsWith(":main") && !wanted[place] && !chips[place].length) {
      for (const other of places()) {
        if (other[0] === place[0]) [wanted[other], chips[other]] = [0, []];
      }
    }
    lay(wanted, chips);
    return true;
  };
  const cancel = () => {
    stack = [];
    lay({}, {});
  };
  const repeat = async () => {
    const data = new FormData();
    data.set("csrfmiddlewaretoken", one("[name=csrfmiddlewaretoken]", layout).value);
    data.set("round", live.slots.round);
    data.set("again", "on");
    stack = [];
    await send(layout.getAttribute("action"), data);
  };

  /* Pointer: a right click or a long press takes a chip back */
  let pressTimer = 0;
  let pressedLong = false;
  const onSpot = (place) => takeBack(([laidOn]) => laidOn === place);
  document.addEventListener("pointerdown", (event) => {
    pressedLong = false;
    const spot = event.target.closest("[data-place]");
    if (!spot || event.pointerType === "mouse") return;
    pressTimer = setTimeout(() => (pressedLong = onSpot(spot.dataset.place)), LONG_PRESS_MS);
  });
  for (const name of ["pointerup", "pointercancel", "scroll"]) {
    document.addEventListener(name, () => clearTimeout(pressTimer), { passive: true });
  }
  document.addEventListener("contextmenu", (event) => {
    const spot = event.target.closest("[data-place]");
    if (!spot) return;
    event.preventDefault();
    clearTimeout(pressTimer);
    if (!pressedLong) onSpot(spot.dataset.place);
  });

  game.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || button.disabled) return;
    if (pressedLong) {
      pressedLong = false;
      event.preventDefault();
      return;
    }
    const handlers = [
      ["[data-chip], [data-golden]", () => choose(button)],
      ["[data-place]", () => takesBets() && put(button.dataset.place)],
      ["[data-undo]", () => takeBack(() => true)],
      ["[data-cancel]", cancel],
      ["[data-again]", repeat],
      ["[data-toggle-sides]", toggleSides],
    ];
    const found = handlers.find(([selector]) => button.matches(selector));
    if (!found) return;
    event.preventDefault();
    found[1]();
  });

  /* Votes, and other short answers. A vote shows at once, until the server tells of it. */
  const cast = (seat, action) => {
    const question = live.slots[`ask_${seat}`];
    live.casts[seat] = { question, action };
    live.bind();
  };
  game.addEventListener("submit", (event) => {
    const form = event.target;
    const seat = form.dataset.vote;
    if (!seat && !form.hasAttribute("data-send")) return;
    event.preventDefault();
    const data = new FormData(form, event.submitter);
    if (seat) cast(seat, event.submitter.value);
    send(form.getAttribute("action"), data);
  });

  /* Side-bet spots can be hidden; the browser remembers it */
  const SIDES = "live-sides";
  const sides = one("[data-toggle-sides]");
  const showSides = (isShown) => {
    game.classList.toggle("live--no-sides", !isShown);
    sides.setAttribute("aria-pressed", String(isShown));
  };
  const toggleSides = () => {
    const isShown = game.classList.contains("live--no-sides");
    localStorage.setItem(SIDES, isShown ? "shown" : "hidden");
    showSides(isShown);
  };
  const kept = localStorage.getItem(SIDES);
  showSides(kept ? kept === "shown" : game.dataset.sides === "shown");

  /* What follows from a change */
  document.addEventListener("live:change", () => {
    const { slots } = live;
    if (!refusedIn) say.textContent = slots.say || "";
    else if (slots.phase !== refusedIn) forgive();
    if (!takesBets()) stack = [];
    for (const spot of all("[data-place]")) {
      const [seat, bet] = spot.dataset.place.split(":");
      const hasMain = slots[`lay_${seat}:main`] || slots[`gc_${seat}:main`];
      spot.disabled = !takesBets() || (bet !== "main" && !hasMain);
    }
    for (const form of all("[data-vote]")) {
      const seat = form.dataset.vote;
      const legal = (slots[`legal_${seat}`] || "").split(" ");
      for (const button of all("[data-action]", form)) {
        const { action } = button.dataset;
        button.disabled = !slots[`may_${seat}`] || !legal.includes(action);
        button.setAttribute("aria-pressed", String(slots[`vote_${seat}`] === action));
      }
    }
    if (!layout) return;
    for (const button of all("[data-golden]")) {
      const left = goldenLeft(Number(button.dataset.golden));
      one("[data-golden-left]", button).textContent = left;
      button.setAttribute("aria-disabled", String(left <= 0));
    }
    one("[data-undo]").disabled = stack.length === 0;
    one("[data-cancel]").disabled = !slots.sum;
    if (slots.again) one("[data-again]").disabled = false;
  });

  /* Keys: each control names its own; a vote goes to the first seat without one */
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, textarea, select, a, [data-menu]")) return;
    if (event.target.closest("button") && (event.key === " " || event.key === "Enter")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const controls = all("[data-key]").filter(
      (control) => control.dataset.key === key && !control.disabled && control.offsetParent,
    );
    const open = (control) => {
      const form = control.closest("[data-vote]");
      return !form || !live.slots[`vote_${form.dataset.vote}`];
    };
    const control = controls.find(open) || controls[0];
    if (!control) return;
    event.preventDefault();
    control.click();
  });

  const first = one('[data-chip][aria-pressed="true"]');
  if (first) choose(first);
  live.bind();
})();
