// The notebook widget: the board, a line of text, and a slider through the game. Python answers every move.

import { BoardView, blastText } from "./board.js";

export default {
  render({ model, el }) {
    const root = document.createElement("div");
    root.className = "ab-widget";
    const place = document.createElement("div");
    const status = document.createElement("p");
    status.setAttribute("role", "status");
    const slider = document.createElement("input");
    slider.type = "range";
    slider.min = "0";
    slider.setAttribute("aria-label", "Position in the game");
    const view = new BoardView(place, {
      onMove: (move) => model.send({ type: "move", uci: move.uci, version: shown().version }),
    });
    const shown = () => model.get("_view");
    let ply = 0;

    function draw() {
      const state = shown();
      view.setOrientation(model.get("orientation"));
      view.show(state, { animate: state.ply === ply + 1 });
      ply = state.ply;
      slider.max = String(state.plies);
      slider.value = String(state.ply);
      slider.disabled = state.plies === 0;
      const parts = [];
      if (state.last) {
        const { san, blast } = state.last;
        parts.push(`${san}${blast ? `: ${blastText(blast)}` : ""}.`);
      }
      if (state.outcome) parts.push(`${state.outcome.result} ${state.outcome.text}.`);
      else parts.push(`${state.turn === "white" ? "White" : "Black"} to move.`);
      status.textContent = parts.join(" ");
      slider.setAttribute("aria-valuetext", `after ${state.ply} of ${state.plies} half-moves`);
    }

    slider.addEventListener("input", () => {
      model.set("ply", Number(slider.value));
      model.save_changes();
    });
    model.on("change:_view", draw);
    model.on("change:orientation", draw);
    root.append(place, slider, status);
    el.append(root);
    ply = shown().ply;
    draw();
    return () => {
      model.off("change:_view", draw);
      model.off("change:orientation", draw);
    };
  },
};
