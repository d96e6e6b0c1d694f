// The page: it asks the server for the game, shows it, and sends what the player chooses.

import { BoardView, blastText } from "./board.js";
import { NewGame } from "./newgame.js";

const find = (id) => document.getElementById(id);
const POLL = 1000;
const POLL_THINKING = 200;
const POLL_LOST = 2000;
const THEMES = ["auto", "light", "dark"];

let state = null; // the newest state of the game
let shown = null; // what the board shows: `state`, or a look at the past
let busy = false;

/** What is kept in the browser; a browser that keeps nothing is fine too. */
const memory = {
  get(name) {
    try {
      return localStorage.getItem(`atomic-rs:${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`atomic-rs:${name}`, value);
    } catch {
      // private mode
    }
  },
};

async function ask(path, body) {
  const options = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(path, options);
  const answer = response.status === 204 ? null : await response.json();
  return { ok: response.ok, status: response.status, answer };
}

/** Change the game; returns an error text if the server refuses. A stale request shows the newest state instead. */
async function change(action, fields = {}) {
  if (busy || !state) return "one moment";
  busy = true;
  try {
    const { ok, status, answer } = await ask(`/api/${action}`, {
      version: state.version,
      ...fields,
    });
    if (ok) {
      update(answer);
      return null;
    }
    if (status === 409) {
      update(answer.state);
      return say("The game has moved on in another window.");
    }
    return say(answer.error);
  } catch {
    return say("No connection to the server.");
  } finally {
    busy = false;
    view.unlock();
  }
}

const view = new BoardView(find("board"), {
  onMove: (move) => change("move", { move: move.uci }),
  onRefused: async (from, to) => {
    if (!state || shown !== state) return;
    const { ok, answer } = await ask("/api/explain", { version: state.version, from, to });
    if (ok && answer.reason) say(`${from}–${to}: ${answer.reason}`);
  },
});
const newGame = new NewGame((setting) => change("new", setting));

// Showing.

/** Take over a state, unless a newer one has been seen already. */
function update(next) {
  const [name, count] = next.version.split("-");
  if (state) {
    const [oldName, oldCount] = state.version.split("-");
    if (name === oldName && Number(count) < Number(oldCount)) return;
    if (next.version === state.version && shown === state) return;
  }
  const before = shown;
  const follows =
    before === state && before && next.history.length > before.history.length &&
    before.history.every((san, index) => san === next.history[index]) &&
    before.start.fen === next.start.fen;
  const other = !state || next.start.fen !== state.start.fen || next.human !== state.human;
  state = next;
  if (other && state.opponent !== "nobody") view.setOrientation(state.human);
  show(state, Boolean(follows));
}

function show(next, animate = false) {
  shown = next;
  view.show(next, { animate });
  const past = shown !== state;
  find("status").textContent = statusText(past);
  find("notice").textContent = state.notice ?? "";
  find("notice").hidden = !state.notice;
  const outcome = past ? null : state.outcome;
  find("banner").hidden = !outcome;
  find("result").textContent = outcome?.result ?? "";
  find("reason").textContent = outcome?.text ?? "";
  find("undo").disabled = !state.undo;
  find("claim").hidden = !state.claim;
  find("fen").value = shown.fen;
  const mode = state.chess960 ? ", Chess960" : "";
  const rival = state.offers.opponents[state.opponent];
  find("rules").textContent = `${state.rules}${mode}${rival ? `, against the ${rival}` : ""}`;
  document.title = `${state.outcome ? state.outcome.result : turnText(state)} – Atomic chess`;
  showMoves();
  for (const button of document.querySelectorAll("[data-step]")) {
    const forward = ["on", "last"].includes(button.dataset.step);
    button.disabled = forward ? !past : shown.ply === 0;
  }
}

const turnText = ({ turn }) => `${turn === "white" ? "White" : "Black"} to move`;

function statusText(past) {
  const { last } = shown;
  const parts = [];
  if (past) parts.push(`Looking back at move ${shown.ply} of ${state.ply}.`);
  if (last) parts.push(`Last move ${last.san}${last.blast ? `: ${blastText(last.blast)}` : ""}.`);
  if (!past && state.outcome) parts.push("The game is over.");
  else if (!past && state.thinking) parts.push(`The ${state.offers.opponents[state.opponent]} thinks.`);
  else parts.push(`${turnText(shown)}${shown.check ? ", in check" : ""}.`);
  if (!past && state.claim) parts.push("A draw can be claimed.");
  return parts.join(" ");
}

function showMoves() {
  const list = find("moves");
  list.replaceChildren();
  const { start, history } = state;
  const blackFirst = start.turn === "black" ? 1 : 0;
  let line = null;
  history.forEach((san, index) => {
    if (!line || (index + blackFirst) % 2 === 0) {
      line = document.createElement("li");
      line.dataset.number = `${start.number + Math.floor((index + blackFirst) / 2)}.`;
      if (index === 0 && blackFirst) line.append("… ");
      list.append(line);
    }
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = san;
    if (index + 1 === shown.ply) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => look(index + 1));
    line.append(button, " ");
  });
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** Say something for a while, in the place of the status. */
function say(text) {
  find("status").textContent = text;
  return text;
}

/** Show the position after some half-moves. */
async function look(ply) {
  const wanted = Math.max(0, Math.min(ply, state.ply));
  if (wanted === state.ply) {
    show(state);
    return;
  }
  const { ok, answer } = await ask(`/api/game?ply=${wanted}`);
  if (!ok) return;
  if (answer.version === state.version) show(answer);
  else update((await ask("/api/game")).answer);
}

// Buttons and forms.

find("undo").addEventListener("click", () => change("undo"));
find("claim").addEventListener("click", () => change("claim"));
find("new").addEventListener("click", () => state && newGame.open(state));
find("flip").addEventListener("click", () => {
  view.setOrientation(view.orientation === "white" ? "black" : "white");
});
find("type").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = find("move").value.trim();
  if (!text) return;
  if (!(await change("move", { move: text }))) find("move").value = "";
});
find("position").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!state) return;
  const { rules, chess960, draws, opponent, human } = state;
  change("new", { rules, chess960, draws, opponent, human, fen: find("fen").value.trim() });
});
find("copy").addEventListener("click", async () => {
  find("fen").select();
  try {
    await navigator.clipboard.writeText(find("fen").value);
    say("FEN copied.");
  } catch {
    say("Press Ctrl+C to copy.");
  }
});
for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => {
    if (!shown) return;
    const ply = { first: 0, back: shown.ply - 1, on: shown.ply + 1, last: Infinity };
    look(ply[button.dataset.step]);
  });
}

function setTheme(theme) {
  document.documentElement.style.colorScheme = theme === "auto" ? "" : theme;
  find("theme").textContent = theme;
  find("theme").setAttribute("aria-label", `Theme: ${theme}`);
  find("theme").dataset.theme = theme;
}
find("theme").addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(find("theme").dataset.theme) + 1) % THEMES.length];
  memory.set("theme", next);
  setTheme(next);
});
setTheme(THEMES.includes(memory.get("theme")) ? memory.get("theme") : "auto");

// News from other windows and from the opponent.

async function poll() {
  let pause = POLL;
  if (!document.hidden && !busy) {
    try {
      const since = state ? `?since=${state.version}` : "";
      const { ok, answer } = await ask(`/api/game${since}`);
      if (ok && answer && !busy) update(answer);
      if (state?.thinking) pause = POLL_THINKING;
    } catch {
      say("No connection to the server; trying again.");
      pause = POLL_LOST;
    }
  }
  timer = setTimeout(poll, pause);
}
let timer = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  clearTimeout(timer);
  poll();
});
poll();
