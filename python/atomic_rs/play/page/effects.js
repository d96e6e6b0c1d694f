// What moves on the board: sliding men and explosions. It draws what has happened, and knows no rules.

import { MEN } from "./men.js";

const SVG = "http://www.w3.org/2000/svg";
const SLIDE = 160;
const BLAST = 750;

/** The picture of a man, by its letter. */
export function picture(letter) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${MEN.size} ${MEN.size}`);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("stroke-linecap", "round");
  svg.setAttribute("stroke-linejoin", "round");
  for (const shape of MEN.shapes[letter]) {
    const path = document.createElementNS(SVG, "path");
    for (const [name, value] of Object.entries(shape)) path.setAttribute(name, value);
    svg.append(path);
  }
  return svg;
}

/** The column and row of a square as it is seen from a side. */
export function place(square, orientation) {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  return orientation === "white" ? [file, 7 - rank] : [7 - file, rank];
}

/** The squares one king step around a square, and itself. */
export function around(square) {
  const found = [];
  for (const file of [-1, 0, 1]) {
    for (const rank of [-1, 0, 1]) {
      const name = String.fromCharCode(square.charCodeAt(0) + file) + (Number(square[1]) + rank);
      if (/^[a-h][1-8]$/.test(name)) found.push(name);
    }
  }
  return found;
}

export function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A layer over the board in which things move and vanish. */
export class Effects {
  constructor(layer) {
    this.layer = layer;
  }

  clear() {
    this.layer.replaceChildren();
  }

  /** Show the move that led here: the man slides, and what burnt explodes. */
  play(last, orientation, landed) {
    this.clear();
    if (prefersStillness() || !last) return;
    const from = place(last.from, orientation);
    const to = place(last.to, orientation);
    const shift = `translate(${(from[0] - to[0]) * 100}%, ${(from[1] - to[1]) * 100}%)`;
    const timing = { duration: SLIDE, easing: "ease-out" };
    if (!last.blast) {
      landed?.animate([{ transform: shift }, { transform: "none" }], timing);
      return;
    }
    for (const [square, letter] of Object.entries(last.blast.pieces)) {
      this.ghost(square, letter, orientation, square === last.from ? last : null);
    }
    this.explode(last.blast.center, orientation);
  }

  /** Put something on a square of the layer; it vanishes after its animation. */
  add(className, square, orientation, frames, timing, child) {
    const [column, row] = place(square, orientation);
    const element = document.createElement("div");
    element.className = className;
    element.style.left = `${column * 12.5}%`;
    element.style.top = `${row * 12.5}%`;
    if (child) element.append(child);
    this.layer.append(element);
    element.animate(frames, { fill: "both", ...timing }).finished.then(
      () => element.remove(),
      () => element.remove(),
    );
    return element;
  }

  /** A lost man: the capturing one first slides to where it explodes. */
  ghost(square, letter, orientation, move) {
    const frames = [{ transform: "none", opacity: 1, offset: 0 }];
    let gone = "";
    if (move) {
      const from = place(move.from, orientation);
      const to = place(move.to, orientation);
      gone = `translate(${(to[0] - from[0]) * 100}%, ${(to[1] - from[1]) * 100}%)`;
    }
    const total = SLIDE + BLAST;
    frames.push({ transform: gone || "none", opacity: 1, offset: SLIDE / total });
    frames.push({
      transform: `${gone} scale(1.5) rotate(20deg)`,
      opacity: 0,
      offset: Math.min(1, (SLIDE + BLAST * 0.6) / total),
    });
    frames.push({ transform: `${gone} scale(1.5)`, opacity: 0, offset: 1 });
    this.add("ab-ghost", square, orientation, frames, { duration: total }, picture(letter));
  }

  explode(center, orientation) {
    const timing = { duration: BLAST, delay: SLIDE, easing: "ease-out" };
    const flash = [
      { transform: "scale(0.2)", opacity: 0 },
      { transform: "scale(2.2)", opacity: 1, offset: 0.25 },
      { transform: "scale(3.4)", opacity: 0 },
    ];
    const wave = [
      { transform: "scale(0.3)", opacity: 0 },
      { transform: "scale(1.2)", opacity: 1, offset: 0.2 },
      { transform: "scale(3.6)", opacity: 0 },
    ];
    this.add("ab-flash", center, orientation, flash, timing);
    this.add("ab-wave", center, orientation, wave, timing);
    for (let index = 0; index < 14; index += 1) {
      const turn = (index / 14) * 2 * Math.PI + (index % 3) * 0.2;
      const reach = 500 + (index % 4) * 130;
      const start = "translate(230%, 230%)";
      const end = `translate(${230 + reach * Math.cos(turn)}%, ${230 + reach * Math.sin(turn)}%)`;
      const spark = [
        { transform: start, opacity: 0 },
        { transform: start, opacity: 1, offset: 0.1 },
        { transform: `${end} scale(0.4)`, opacity: 0 },
      ];
      this.add("ab-spark", center, orientation, spark, timing);
    }
  }
}
