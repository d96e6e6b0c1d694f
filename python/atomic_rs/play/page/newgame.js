// The dialog in which a game is chosen. What there is to choose comes from the server.

const RULES = {
  atomic: "As on lichess and FICS: a capture blows up all around but pawns. Kings that touch are safe.",
  icc: "As on ICC: there is no check, and a king may also be captured.",
  nocheckatomic: "No check; who blows up the own king loses.",
  pawns: "As atomic, but pawns explode as well.",
  icc_pawns: "As on ICC, but pawns explode as well.",
  allexplode: "No check, pawns explode as well; who blows up the own king loses.",
  atomar: "Kings survive explosions and may capture; there is no check: capture the king.",
  doering: "Kings survive explosions and may capture; check and mate are as in chess.",
  bremen: "Pawns explode as well, and kings may not touch.",
  nuclear: "No check, pawns explode as well; if both kings explode, it is a draw.",
};
const DRAWS = {
  claim: "By claim; forced at 75 moves, 5 repetitions",
  lichess: "Forced at 50 moves, 5 repetitions",
  chessplayx: "Only by claim",
};

function fill(select, values, chosen) {
  select.replaceChildren();
  for (const [value, text] of values) {
    const option = document.createElement("option");
    option.value = value;
    option.textContent = text;
    option.selected = value === chosen;
    select.append(option);
  }
}

export class NewGame {
  /** `start(setting)` begins the game and returns an error text, or nothing. */
  constructor(start) {
    const find = (id) => document.getElementById(id);
    this.dialog = find("dialog");
    this.fields = Object.fromEntries(
      ["rules", "opponent", "human", "draws", "chess960", "number", "fen"].map((name) => [
        name,
        find(`new-${name}`),
      ]),
    );
    this.hint = find("rules-hint");
    this.error = find("new-error");
    this.start = start;
    find("setting").addEventListener("submit", (event) => this.submit(event));
    find("cancel").addEventListener("click", () => this.dialog.close());
    for (const field of [this.fields.rules, this.fields.chess960, this.fields.opponent]) {
      field.addEventListener("change", () => this.update());
    }
  }

  open(state) {
    const { rules, draws, opponents } = state.offers;
    fill(this.fields.rules, rules.map((name) => [name, name]), state.rules);
    fill(this.fields.draws, draws.map((name) => [name, DRAWS[name] ?? name]), state.draws);
    const people = [["nobody", "Two people at this board"], ...Object.entries(opponents)];
    fill(this.fields.opponent, people, state.opponent);
    this.fields.human.value = state.human;
    this.fields.chess960.checked = state.chess960;
    this.fields.number.value = "";
    this.fields.fen.value = "";
    this.error.textContent = "";
    this.update();
    this.dialog.showModal();
  }

  update() {
    this.hint.textContent = RULES[this.fields.rules.value] ?? "";
    this.fields.number.disabled = !this.fields.chess960.checked;
    this.fields.human.disabled = this.fields.opponent.value === "nobody";
  }

  async submit(event) {
    event.preventDefault();
    const { fields } = this;
    const number = fields.number.value.trim();
    const setting = {
      rules: fields.rules.value,
      opponent: fields.opponent.value,
      human: fields.human.value,
      draws: fields.draws.value,
      chess960: fields.chess960.checked,
      fen: fields.fen.value.trim(),
    };
    if (setting.chess960 && number) setting.number = Number(number);
    const error = await this.start(setting);
    this.error.textContent = error ?? "";
    if (!error) this.dialog.close();
  }
}
