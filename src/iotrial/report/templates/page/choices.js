// What a reader chooses: level, baseline, language, guarantees, time or speed; tables follow, and so does the address.

const own = (run) => `[data-run="${CSS.escape(run)}"]`;
const levelOf = (run) => data.runs[run].levels[states[run].level];

// Why methods are left out, with the choice that brings them back and a guarantee that shows what the word means.
const whyLeftOut = (state, rank) => {
  const told = [];
  if (rank.arms.some((one) => state.language && one.language !== state.language)) told.push("they are of another language (Language: all shows them)");
  const other = rank.arms.find((one) => state.guarantees !== "all" && one.gives !== state.guarantees);
  if (other) told.push(`what they promise beside the work differs, such as ${(other.gives || rank.arms.find((one) => one.gives).gives).split(", ")[0]} (Guarantees: all shows them)`);
  return told.join(", or ");
};

const say = (run) => {
  for (const line of document.querySelectorAll(`.drawn${own(run)}`)) line.textContent = levelOf(run).drawn;
  const rank = levelOf(run).forest, state = states[run], line = document.querySelector(`.left-out${own(run)}`);
  if (!line) return;
  const said = [], hidden = rank ? rank.arms.filter((one) => !isShown(state, one)).length : 0;
  if (hidden) said.push(`${hidden} of ${rank.arms.length} methods are left out: ${whyLeftOut(state, rank)}.`);
  if (rank && baselineOf(state, rank) !== rank.baseline) {
    said.push(`Compared with ${state.baseline} instead of ${rank.baseline}: each interval allows for all pairs of the level, so it is wider.`);
  }
  line.textContent = said.join(" ");
  line.hidden = !said.length;
};

// The tables of a level: rows in one order, those that are left out hidden, figures beside the chosen baseline.
const arrange = (block, state, rank) => {
  const rows = new Map(shownRows({ ...state, as: "slower" }, rank).map((row) => [row.arm, row]));
  const told = new Map(shownRows(state, rank).map((row) => [row.arm, row]));
  const known = new Map(rank.arms.map((one) => [one.arm, one])), moved = baselineOf(state, rank) !== rank.baseline || state.as === "faster";
  for (const body of block.querySelectorAll("tbody")) {
    const listed = [...body.querySelectorAll(":scope > tr[data-arm]")];
    for (const row of listed) {
      row.hidden = known.has(row.dataset.arm) && !rows.has(row.dataset.arm);
      if (!row.closest("table.ranking")) continue;
      for (const [title, field] of [["ratio [low, high]", "told"], ["verdict", "verdict"]]) {
        const cell = row.querySelector(`td[data-title="${title}"]`), now = told.get(row.dataset.arm);
        if (!cell) continue;
        cell.dataset.measured ??= cell.textContent;
        cell.dataset.measuredVerdict ??= cell.dataset.verdict || "";
        cell.textContent = moved && now ? now[field] : cell.dataset.measured;
        if (field === "verdict") cell.dataset.verdict = moved && now ? now.verdict : cell.dataset.measuredVerdict;
      }
    }
    listed.sort((one, other) => (rows.get(one.dataset.arm)?.order ?? 1e9) - (rows.get(other.dataset.arm)?.order ?? 1e9));
    body.append(...listed);
  }
};

const apply = (run) => {
  const state = states[run], levels = data.runs[run].levels, article = document.getElementById(run);
  article.classList.toggle("every", state.columns);
  for (const block of document.querySelectorAll(`.level${own(run)}`)) {
    const number = Number(block.dataset.level);
    block.hidden = number !== state.level;
    if (levels[number].forest) arrange(block, state, levels[number].forest);
  }
  const left = leftOut(run);
  for (const row of article.querySelectorAll("table.glance tr[data-arm], table.cost-over-size tr[data-arm]")) row.hidden = left.has(row.dataset.arm);
  say(run);
  for (const figure of document.querySelectorAll(`.chart${own(run)}`)) {
    if (views.has(figure) && !figure.closest(".level[hidden]")) draw(figure);
  }
  idle(next);
};

// The choices of a level: what there is to compare with, and the languages and guarantees of its methods.
const fill = (select, options, value) => {
  select.replaceChildren(...options.map(([given, text]) => new Option(text, given)));
  select.value = options.some(([given]) => given === value) ? value : options[0][0];
  select.parentElement.hidden = options.length < 2;
  return select.value;
};
const offer = (run, form) => {
  const state = states[run], rank = levelOf(run).forest;
  if (!rank) { for (const label of form.querySelectorAll("label")) label.hidden = !label.querySelector("[name=level], [name=columns]"); return; }
  form.elements.as.parentElement.hidden = form.elements.columns.parentElement.hidden = false;
  const names = rank.sets.rows.map((row) => row.arm).sort((one, other) => (other === rank.baseline) - (one === rank.baseline));
  fill(form.elements.baseline, names.map((name) => [name, name]), state.baseline || rank.baseline);
  const languages = [...new Set(rank.arms.map((one) => one.language))];
  const all = languages.length > 1 ? [["", "all"]] : [];
  state.language = fill(form.elements.language, [...all, ...languages.map((name) => [name, name])], state.language) || "";
  if (languages.length < 2) state.language = "";
  const sets = [...new Set(rank.arms.map((one) => one.gives))].sort();
  const offered = sets.map((gives) => [gives, gives || `as ${rank.baseline}`]);
  // With nothing that gives what the baseline does there is nothing to compare but all.
  if (state.guarantees === "" && rank.arms.filter((one) => one.gives === "").length < 2) state.guarantees = "all";
  state.guarantees = fill(form.elements.guarantees, sets.length > 1 ? [...offered, ["all", "all"]] : [["all", "all"]], state.guarantees);
};

// What was chosen stands in the address, so that it can be sent to somebody.
const remember = () => {
  const told = new URLSearchParams();
  for (const [run, state] of Object.entries(states)) {
    for (const [name, value] of Object.entries(state)) {
      if (value !== defaults[run][name]) told.set(`${run}.${name}`, value);
    }
  }
  const text = told.toString();
  if (text || location.hash.includes("=")) history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
};
const defaults = {};
const recalled = location.hash.includes("=") ? new URLSearchParams(location.hash.slice(1)) : new URLSearchParams();
