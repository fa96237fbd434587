/*
 * A live table's state in the browser. It comes with the page, then by server-sent events, and by
 * polling where the stream is cut. A message brings regions (HTML), slots (texts and codes for
 * everybody) and the player's own slots; this file puts them where the markup names them, keeps the
 * clock in step with the server's, and tells the rest of the page by the event "live:change".
 */
(() => {
  "use strict";

  const SILENT_MS = 25000;
  const OVERDUE_MS = 2500;
  const POLL_MS = 1500;
  const AGAIN_MS = 3000;
  const STAGGER_MS = 30;

  const game = document.querySelector("[data-live]");
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const language = document.documentElement.lang;
  const euro = new Intl.NumberFormat(language, {
    style: "currency",
    currency: "EUR",
    useGrouping: "always",
  });

  const live = {
    slots: {},
    shared: JSON.parse(game.dataset.shared),
    own: JSON.parse(game.dataset.own),
    draft: {},
    casts: {},
    version: Number(game.dataset.version),
    money: (cents) => euro.format(cents / 100),
    now: () => Date.now() - skew,
  };
  window.live = live;

  /* Clock: the smallest difference seen is the one with the least delay in it */
  let skew = Date.now() - Number(game.dataset.now);
  const hear = (serverNow) => {
    heard = Date.now();
    skew = Math.min(skew, heard - serverNow);
  };
  let heard = Date.now();

  /* Binding: each attribute names a slot */
  const binders = {
    text: (node, value) => {
      if (node.textContent !== value) node.textContent = value;
    },
    show: (node, value) => (node.hidden = !value),
    value: (node, value) => (node.value = value),
    money: (node, value) => (node.textContent = value ? live.money(Number(value)) : ""),
    progress: (node, value) => (node.value = Number(value || 0)),
    code: (node, value) => (node.dataset.is = value),
    gc: (node, value) => {
      const cents = total(value);
      node.textContent = cents ? `GC ${live.money(cents)}` : "";
    },
    pile: (node, value) => {
      const golden = live.slots[node.dataset.goldenPile] || "";
      const drawn = `${value}/${golden}`;
      if (node.dataset.drawn === drawn) return;
      node.dataset.drawn = drawn;
      const top = drawGolden(golden);
      node.replaceChildren(...drawPile(Number(value || 0)).slice(0, 6 - top.length), ...top);
    },
  };
  const values = (text) => text.split(" ").filter(Boolean).map(Number);
  const total = (text) => values(text).reduce((cents, value) => cents + value, 0);
  /* In play golden chips are one sum: any brass chip, with that sum on it, stands for them. */
  const drawGolden = (text) =>
    values(text).slice(0, 6).flatMap((value) => {
      const own = document.querySelector(`[data-golden="${value}"] svg`);
      const chip = (own || document.querySelector("[data-golden] svg"))?.cloneNode(true);
      if (!chip) return [];
      if (!own) chip.querySelector("text").textContent = String(value / 100);
      return [chip];
    });
  const drawPile = (cents) => {
    const drawn = [];
    const chips = all("[data-chip]").sort((a, b) => b.dataset.chip - a.dataset.chip);
    for (const chip of chips) {
      const worth = Number(chip.dataset.chip);
      for (; cents >= worth && drawn.length < 6; cents -= worth) {
        drawn.push(chip.querySelector("svg").cloneNode(true));
      }
    }
    return drawn;
  };
  const bind = () => {
    live.slots = { ...live.shared, ...live.own, ...live.draft };
    for (const [seat, { question, action }] of Object.entries(live.casts)) {
      if (live.slots[`ask_${seat}`] === question) live.slots[`vote_${seat}`] = action;
      else delete live.casts[seat];
    }
    for (const [name, set] of Object.entries(binders)) {
      for (const node of all(`[data-${name}]`, game)) set(node, live.slots[node.dataset[name]] || "");
    }
    for (const node of all("[data-pressed]", game)) {
      const [slot, value] = node.dataset.pressed.split("=");
      node.setAttribute("aria-pressed", String(live.slots[slot] === value));
    }
    for (const node of all("[data-panel]", game)) node.hidden = !isShown(node.dataset.panel);
    for (const node of all("[data-time]", game)) runDown(node, live.slots[node.dataset.time]);
    document.dispatchEvent(new CustomEvent("live:change"));
  };
  /* Everybody sees the vote while it runs; who may not vote sees resting buttons. */
  const isShown = (panel) =>
    live.slots.panel === panel || (panel === "votes" && live.slots.phase === "decisions");
  live.bind = bind;

  /* Regions: only cards that are new move */
  const faces = (root) =>
    new Map(all("[data-card]", root).map((card) => [card.dataset.card, card.dataset.face]));
  const swap = (name, html) => {
    const region = game.querySelector(`[data-region="${name}"]`);
    if (!region) return;
    const before = faces(region);
    region.innerHTML = html;
    let order = 0;
    for (const card of all("[data-card]", region)) {
      const face = before.get(card.dataset.card);
      if (face === card.dataset.face) continue;
      card.classList.add(face ? "card--turned" : "card--new");
      card.style.animationDelay = `${Math.min(order++ * STAGGER_MS, 120)}ms`;
    }
  };

  /* Messages */
  const merge = (slots, change) => {
    for (const [name, text] of Object.entries(change || {})) {
      if (text === "") delete slots[name];
      else slots[name] = text;
    }
  };
  const take = (message) => {
    hear(message.now);
    if (message.version < live.version) return;
    live.version = message.version;
    if (message.whole) live.shared = {};
    for (const [name, html] of Object.entries(message.regions || {})) swap(name, html);
    merge(live.shared, message.slots);
    if (message.own) live.own = message.own;
    bind();
    announce();
  };
  live.takeOwn = (own) => {
    live.own = { ...own };
    bind();
  };

  const announcer = document.getElementById("announcer");
  let announced = live.shared.announce;
  const announce = () => {
    const said = [live.slots.announce, live.slots.say].filter(Boolean).join(" ");
    if (said === announced) return;
    announced = said;
    announcer.textContent = said;
  };

  /* The stream, and polling while it is silent */
  let source = null;
  const open = () => {
    if (source) source.close();
    source = new EventSource(game.dataset.stream);
    source.onmessage = (event) => take(JSON.parse(event.data));
    source.addEventListener("beat", (event) => hear(Number(event.data)));
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_MS);
    };
  };
  let asked = 0;
  const poll = async () => {
    if (Date.now() - asked < POLL_MS) return;
    asked = Date.now();
    try {
      const answer = await fetch(`${game.dataset.poll}?version=${live.version}`);
      if (answer.status === 200) take(await answer.json());
    } catch {
      /* No connection at all: the next look tries again. */
    }
  };
  const look = () => {
    if (document.hidden) return;
    const silent = Date.now() - heard;
    const until = Number(live.slots.until || 0);
    const isOverdue = until > 0 && live.now() > until + OVERDUE_MS && silent > OVERDUE_MS;
    const isOpen = source && source.readyState === EventSource.OPEN;
    if (isOpen && silent < SILENT_MS && !isOverdue) return;
    if (isOpen && silent >= SILENT_MS) {
      heard = Date.now();
      open();
    }
    poll();
  };

  /* Time that runs: a ring or bar that empties, and seconds */
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const runDown = (node, until) => {
    if (node.dataset.runs === (until || "")) return;
    node.dataset.runs = until || "";
    node.getAnimations().forEach((animation) => animation.cancel());
    if (!until || calm.matches) return;
    const lasts = Number(live.slots.lasts || 8000);
    const frames = node.tagName === "circle"
      ? [{ strokeDashoffset: 0 }, { strokeDashoffset: 100 }]
      : [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }];
    const animation = node.animate(frames, { duration: lasts, fill: "forwards" });
    animation.currentTime = Math.max(0, lasts - (Number(until) - live.now()));
  };
  const seconds = game.querySelector("[data-seconds]");
  const tick = () => {
    const until = Number(live.slots.until || 0);
    const left = until ? Math.max(0, Math.ceil((until - live.now()) / 1000)) : "";
    if (seconds.textContent !== String(left)) seconds.textContent = left;
    seconds.parentElement.classList.toggle("clock--short", left !== "" && left <= 3);
  };

  bind();
  tick();
  open();
  setInterval(tick, 200);
  setInterval(look, 1000);
  document.addEventListener("visibilitychange", look);
})();
