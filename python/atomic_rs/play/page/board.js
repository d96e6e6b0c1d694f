// The board: it draws a state that the library has made, and reports the moves that are chosen from that state's list.
// It decides nothing: what can be clicked is exactly what `state.moves` says.

import { Effects, around, picture, place } from "./effects.js";

const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const DRAG_DISTANCE = 5;
const PROMOTIONS = ["q", "n", "r", "b"];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A man in words, by its letter. */
export function manName(letter) {
  const color = letter === letter.toUpperCase() ? "white" : "black";
  return `${color} ${NAMES[letter.toLowerCase()]}`;
}

/** What a blast destroys, in words. */
export function blastText(blast) {
  const lost = Object.entries(blast.pieces).map(([square, man]) => `${manName(man)} ${square}`);
  return `explosion on ${blast.center} destroys ${lost.join(", ")}`;
}

function element(tag, className, attributes = {}) {
  const made = document.createElement(tag);
  made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

export class BoardView {
  /**
   * `onMove(move)` is called with a move of the state's list; `onRefused(from, to)` when somebody tried
   * to move a man where no move of the list goes.
   */
  constructor(root, { onMove, onRefused = () => {}, label = "Chess board" }) {
    this.onMove = onMove;
    this.onRefused = onRefused;
    this.orientation = "white";
    this.state = { pieces: {}, moves: [], last: null, check: null };
    this.selected = null;
    this.focused = "e2";
    this.locked = false;
    this.drag = null;
    this.dragged = false;
    this.squares = new Map();
    this.board = element("div", "ab-board");
    this.grid = element("div", "ab-grid", { role: "grid", "aria-label": label });
    const layer = element("div", "ab-effects", { "aria-hidden": "true" });
    this.effects = new Effects(layer);
    this.board.append(this.grid, layer);
    root.append(this.board);
    this.grid.addEventListener("click", (event) => this.clicked(event));
    this.grid.addEventListener("keydown", (event) => this.pressed(event));
    this.grid.addEventListener("pointerdown", (event) => this.grabbed(event));
    this.grid.addEventListener("pointerover", (event) => this.preview(this.squareOf(event.target)));
    this.grid.addEventListener("pointerleave", () => this.preview(null));
    this.grid.addEventListener("focusin", (event) => {
      this.focusOn(this.squareOf(event.target), false);
      this.preview(this.focused);
    });
    this.grid.addEventListener("dragstart", (event) => event.preventDefault());
    this.build();
  }

  /** Show a state; `animate` if it follows the one shown by one move. */
  show(state, { animate = false } = {}) {
    const before = this.state;
    this.state = state;
    this.locked = false;
    this.closePromotion();
    this.endDrag();
    if (before.version !== state.version) this.selected = null;
    this.draw();
    if (animate) {
      const landed = state.last && this.squares.get(state.last.to).querySelector("svg");
      this.effects.play(state.last, this.orientation, landed);
    } else {
      this.effects.clear();
    }
  }

  setOrientation(color) {
    if (color === this.orientation) return;
    this.orientation = color;
    this.closePromotion();
    this.effects.clear();
    this.build();
    this.draw();
  }

  /** Take no clicks until the next state is shown. */
  lock() {
    this.locked = true;
  }

  unlock() {
    this.locked = false;
    this.selected = null;
    this.draw();
  }

  build() {
    const hadFocus = this.grid.contains(document.activeElement);
    this.grid.replaceChildren();
    this.squares.clear();
    for (let row = 0; row < 8; row += 1) {
      const line = element("div", "ab-row", { role: "row" });
      for (let column = 0; column < 8; column += 1) {
        const file = this.orientation === "white" ? column : 7 - column;
        const rank = this.orientation === "white" ? 7 - row : row;
        const name = "abcdefgh"[file] + (rank + 1);
        const shade = (file + rank) % 2 ? "" : " dark";
        const square = element("div", `ab-square${shade}`, { role: "gridcell", tabindex: "-1" });
        square.dataset.square = name;
        square.dataset.man = "";
        if (row === 7) square.append(this.coordinate("file", name[0]));
        if (column === 0) square.append(this.coordinate("rank", name[1]));
        line.append(square);
        this.squares.set(name, square);
      }
      this.grid.append(line);
    }
    this.focusOn(this.focused, hadFocus);
  }

  coordinate(kind, text) {
    const label = element("span", `ab-coord ${kind}`, { "aria-hidden": "true" });
    label.textContent = text;
    return label;
  }

  draw() {
    const { state } = this;
    const moves = this.movesFrom(this.selected);
    const targets = new Map(moves.flatMap((move) => move.targets.map((target) => [target, move])));
    const kindling = new Set(
      moves.flatMap((move) => (move.blast ? Object.keys(move.blast.pieces) : [])),
    );
    const movable = new Set(state.moves.map((move) => move.from));
    const scorched = new Set(Object.keys(state.last?.blast?.pieces ?? {}));
    for (const [name, square] of this.squares) {
      const letter = state.pieces[name] ?? "";
      if (square.dataset.man !== letter) {
        square.querySelector("svg")?.remove();
        if (letter) square.append(picture(letter));
        square.dataset.man = letter;
      }
      const target = targets.get(name);
      const marks = {
        movable: movable.has(name),
        selected: name === this.selected,
        target: Boolean(target),
        capture: Boolean(target?.capture),
        kindling: kindling.has(name),
        last: name === state.last?.from || name === state.last?.to,
        scorched: scorched.has(name),
        check: name === state.check,
      };
      for (const [mark, on] of Object.entries(marks)) square.classList.toggle(mark, on);
      square.setAttribute("aria-label", this.describe(name, letter, marks, target));
      square.setAttribute("aria-selected", String(marks.selected));
    }
    this.preview(null);
  }

  describe(name, letter, marks, target) {
    const parts = [name, letter ? manName(letter) : "empty"];
    if (marks.check) parts.push("in check");
    if (marks.last) parts.push("last move");
    if (marks.selected) parts.push("selected");
    if (target?.blast) parts.push(`capture: ${blastText(target.blast)}`);
    else if (target) parts.push("can move here");
    return parts.join(", ");
  }

  movesFrom(square) {
    return square ? this.state.moves.filter((move) => move.from === square) : [];
  }

  /** Whether a man of the side to move stands there, and somebody may move. */
  isOwn(square) {
    const man = this.state.pieces[square];
    if (!man || !this.state.moves.length) return false;
    return (man === man.toUpperCase()) === (this.state.turn === "white");
  }

  squareOf(target) {
    return target.closest?.(".ab-square")?.dataset.square ?? null;
  }

  /** Show what the capture on a square would burn. */
  preview(name) {
    const move = this.movesFrom(this.selected).find((found) => found.targets.includes(name));
    const blast = move?.blast;
    const zone = new Set(blast ? around(blast.center) : []);
    for (const [square, cell] of this.squares) {
      cell.classList.toggle("zone", zone.has(square));
      cell.classList.toggle("zero", square === blast?.center);
      cell.classList.toggle("burning", Boolean(blast && square in blast.pieces));
    }
  }

  clicked(event) {
    const name = this.squareOf(event.target);
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    if (name) this.choose(name);
  }

  /** A square was clicked, or chosen by key. */
  choose(name) {
    if (this.locked) return;
    this.focusOn(name, this.grid.contains(document.activeElement));
    if (this.selected && name !== this.selected && this.tryMove(this.selected, name)) return;
    const refused = this.selected && name !== this.selected ? this.selected : null;
    const next = name !== this.selected && this.isOwn(name) ? name : null;
    if (refused && !next) this.onRefused(refused, name);
    this.select(next);
    if (next) this.preview(null);
  }

  select(name) {
    this.selected = name;
    this.draw();
  }

  /** Make the move between two squares, if the list has one; ask what a pawn becomes. */
  tryMove(from, to) {
    const moves = this.movesFrom(from).filter((move) => move.targets.includes(to));
    if (!moves.length) return false;
    if (moves.length > 1) this.askPromotion(to, moves);
    else this.make(moves[0]);
    return true;
  }

  make(move) {
    this.closePromotion();
    this.selected = null;
    this.draw();
    this.lock();
    this.onMove(move);
  }

  // The promotion menu.

  askPromotion(to, moves) {
    this.closePromotion();
    const menu = element("div", "ab-promotion", {
      role: "dialog",
      "aria-modal": "true",
      "aria-label": "Promote to",
    });
    const [column, row] = place(to, this.orientation);
    menu.style.left = `${column * 12.5}%`;
    menu.style[row < 4 ? "top" : "bottom"] = `${(row < 4 ? row : 7 - row) * 12.5}%`;
    const rank = (move) => PROMOTIONS.indexOf(move.promotion);
    for (const move of [...moves].sort((a, b) => rank(a) - rank(b))) {
      const button = element("button", "", { type: "button" });
      const letter = this.state.turn === "white" ? move.promotion.toUpperCase() : move.promotion;
      button.setAttribute("aria-label", NAMES[move.promotion]);
      button.dataset.promotion = move.promotion;
      button.append(picture(letter));
      button.addEventListener("click", () => this.make(move));
      menu.append(button);
    }
    menu.addEventListener("keydown", (event) => this.promotionKey(event, menu));
    this.menu = menu;
    this.outside = (event) => {
      if (!menu.contains(event.target)) this.cancelPromotion();
    };
    document.addEventListener("pointerdown", this.outside, true);
    this.board.append(menu);
    menu.firstChild.focus();
  }

  promotionKey(event, menu) {
    const buttons = [...menu.children];
    const here = buttons.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const tab = event.key === "Tab" ? (event.shiftKey ? -1 : 1) : undefined;
    if (event.key === "Escape") this.cancelPromotion();
    else if (step ?? tab) buttons.at((here + (step ?? tab)) % buttons.length).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  cancelPromotion() {
    this.closePromotion();
    this.select(null);
    this.focusOn(this.focused, true);
  }

  closePromotion() {
    if (!this.menu) return;
    this.menu.remove();
    document.removeEventListener("pointerdown", this.outside, true);
    this.menu = null;
  }

  // Keys: arrows walk over the board, Enter and space choose, Escape lets go.

  focusOn(name, really = true) {
    this.squares.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    const square = this.squares.get(name);
    square.setAttribute("tabindex", "0");
    if (really) square.focus({ preventScroll: true });
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      const [column, row] = place(this.focused, this.orientation);
      this.focusOn(this.squareAt(column + step[0], row + step[1]) ?? this.focused);
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.focused);
    } else if (event.key === "Escape") {
      this.select(null);
    } else {
      return;
    }
    event.preventDefault();
  }

  squareAt(column, row) {
    const line = this.grid.children[row];
    return line?.children[column]?.dataset.square;
  }

  // Dragging.

  grabbed(event) {
    const name = this.squareOf(event.target);
    this.dragged = false;
    if (event.button !== 0 || this.locked || !this.isOwn(name)) return;
    const controller = new AbortController();
    const { signal } = controller;
    this.drag = { name, x: event.clientX, y: event.clientY, controller, man: null };
    addEventListener("pointermove", (moved) => this.dragging(moved), { signal });
    addEventListener("pointerup", (released) => this.dropped(released), { signal });
    addEventListener("pointercancel", () => this.endDrag(), { signal });
  }

  dragging(event) {
    const { drag } = this;
    if (!drag) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_DISTANCE;
    if (!drag.man && !far) return;
    if (!drag.man) {
      const square = this.squares.get(drag.name);
      const size = square.getBoundingClientRect().width;
      drag.man = element("div", "ab-drag");
      drag.man.style.width = `${size}px`;
      drag.man.style.height = `${size}px`;
      drag.man.append(picture(this.state.pieces[drag.name]));
      this.board.append(drag.man);
      this.select(drag.name);
      square.classList.add("dragged");
    }
    drag.man.style.left = `${event.clientX}px`;
    drag.man.style.top = `${event.clientY}px`;
    const over = this.squareUnder(event);
    for (const [name, square] of this.squares) square.classList.toggle("over", name === over);
    this.preview(over);
  }

  dropped(event) {
    const { drag } = this;
    this.endDrag();
    if (!drag?.man) return;
    this.dragged = true; // the click that follows belongs to the drag
    setTimeout(() => {
      this.dragged = false;
    });
    const name = this.squareUnder(event);
    if (name === drag.name || (name && this.tryMove(drag.name, name))) return;
    if (name) this.onRefused(drag.name, name);
    this.select(null);
  }

  squareUnder(event) {
    const found = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((each) => this.grid.contains(each) && this.squareOf(each));
    return found ? this.squareOf(found) : null;
  }

  endDrag() {
    if (!this.drag) return;
    this.drag.controller.abort();
    this.drag.man?.remove();
    this.drag = null;
    for (const square of this.squares.values()) square.classList.remove("over", "dragged");
  }
}
