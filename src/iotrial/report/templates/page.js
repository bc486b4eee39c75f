"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const states = {};  // run -> what its reader chose: level, baseline, language, guarantees, as, columns
  const views = new Map();  // figure -> view of Vega
  const dark = window.matchMedia("(prefers-color-scheme: dark)");

  const narrow = 520;  // CSS pixels of a chart that has room for little

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const theme = (width) => {
    const text = { labelColor: colour("--ink"), titleColor: colour("--soft"), labelFontSize: 12, titleFontSize: 12 };
    return {
      background: "transparent", font: "system-ui, sans-serif", view: { stroke: colour("--line") },
      axis: { ...text, gridColor: colour("--line"), domainColor: colour("--line"), tickColor: colour("--line"), titleFontWeight: "normal" },
      text: { color: colour("--ink") },
      axisY: { labelLimit: width < narrow ? 130 : 280 },
      legend: { ...text, symbolSize: 80, columns: width < narrow ? 1 : width < 800 ? 3 : 5 },
    };
  };

  // A drawn number between 0 and 1 that is the same each time: where a dot stands within its arm.
  const jitter = (place) => { const value = Math.sin(place * 12.9898) * 43758.5453; return value - Math.floor(value); };
  const dots = (arms) => arms.flatMap((found) => found.ratio.map((ratio, place) => (
    { arm: found.arm, ratio, round: found.round[place] + 1, jitter: 0.15 + 0.7 * jitter(place + 1) })));

  // A figure with the digits that the tables give it.
  const digits = (size) => (size < 0.0995 ? 4 : size < 2 ? 3 : size < 20 ? 2 : size < 200 ? 1 : 0);
  const ratioText = (value, like = value) => value.toFixed(digits(like));
  const interval = (ratio, low, high) => (
    low === null ? ratioText(ratio) : `${ratioText(ratio)} [${ratioText(low, ratio)}, ${ratioText(high, ratio)}]`);

  const opposite = { faster: "slower", slower: "faster" };
  const reversed = ([ratio, low, high, verdict]) => [
    1 / ratio, low === null ? null : 1 / high, low === null ? null : 1 / low, opposite[verdict] || verdict];

  // What an arm is beside the chosen baseline: ratio, bounds and verdict; null where no pair was compared.
  const beside = (rank, arm, over) => {
    if (over === rank.baseline) {
      const row = rank.sets.rows.find((one) => one.arm === arm);
      return row ? [row.ratio, row.low, row.high, row.verdict] : null;
    }
    if (arm === over) return [1, null, null, "baseline"];
    const names = rank.arms.map((one) => one.arm), first = names.indexOf(arm), second = names.indexOf(over);
    for (const [one, other, ...found] of rank.pairs) {
      if (one === first && other === second) return found;
      if (one === second && other === first) return reversed(found);
    }
    return null;
  };

  // The baseline that is chosen, if the level has it; and the arms that language and guarantees leave.
  const baselineOf = (state, rank) => (rank.arms.some((one) => one.arm === state.baseline) ? state.baseline : rank.baseline);
  const isShown = (state, one) => (
    (!state.language || one.language === state.language) && (state.guarantees === "all" || one.gives === state.guarantees));

  const shownRows = (state, rank) => {
    const over = baselineOf(state, rank), times = new Map(rank.sets.rows.map((row) => [row.arm, row]));
    const rows = [];
    for (const one of rank.arms) {
      const old = times.get(one.arm), found = old && beside(rank, one.arm, over);
      if (!found || !(isShown(state, one) || one.arm === over)) continue;
      const [ratio, low, high, verdict] = state.as === "faster" ? [...reversed(found).slice(0, 3), found[3]] : found;
      rows.push({ ...old, ratio, low, high, verdict: verdict || "undecided", told: interval(ratio, low, high),
        label: `${ratioText(ratio)}x, ${old.time}`, slowness: found[0] });
    }
    rows.sort((one, other) => (other.arm === over) - (one.arm === over) || one.slowness - other.slowness);
    return rows.map((row, order) => ({ ...row, order }));
  };

  // Single samples behind the intervals: few, and none so far out that it would squeeze the rest.
  const faint = (state, rank, drawn, rows) => {
    const over = baselineOf(state, rank);
    if (!drawn || over !== rank.baseline) return [];
    const known = new Set(rows.map((row) => row.arm));
    const lows = rows.map((row) => Math.min(row.low ?? row.ratio, row.ratio)), highs = rows.map((row) => Math.max(row.high ?? row.ratio, row.ratio));
    const least = Math.min(...lows) / 1.02, most = Math.max(...highs) * 1.02;
    return drawn.arms.filter((found) => known.has(found.arm)).flatMap((found) => {
      const step = Math.max(1, Math.ceil(found.ratio.length / data.faint));
      return found.ratio.filter((_, place) => place % step === 0)
        .map((ratio, place) => ({ arm: found.arm, ratio: state.as === "faster" ? 1 / ratio : ratio, jitter: 0.1 + 0.8 * jitter(place + 1) }))
        .filter((dot) => dot.ratio >= least && dot.ratio <= most);
    });
  };

  const forest = (run, level, width) => {
    const state = states[run], rank = level.forest;
    if (!rank) return null;
    const rows = shownRows(state, rank), over = baselineOf(state, rank);
    const ends = rows.flatMap((row) => [row.ratio, row.low, row.high]).filter((value) => value);
    const log = Math.max(...ends) / Math.min(...ends) > data.span;
    const title = state.as === "faster" ? `times as fast as ${over} (right is faster)` : `times as long as ${over} (left is faster)`;
    const spec = JSON.parse(JSON.stringify(data.specs[`forest_${log ? "log" : "linear"}`]).replaceAll(
      JSON.stringify(data.title), JSON.stringify(title)));
    const bands = over === rank.baseline ? rank.sets.bands : rank.sets.bands.slice(0, 1);
    if (width < narrow) for (const row of rows) row.label = row.label.split(",")[0];
    return { spec, sets: { rows, bands, dots: faint(state, rank, level.dots, rows) } };
  };

  // Rows of another chart: those of the arms that are shown, in the order of the tables.
  const byArm = (run, level, rows) => {
    if (!level.forest) return rows;
    const known = new Set(level.forest.arms.map((one) => one.arm));
    const order = new Map(shownRows(states[run], level.forest).map((row) => [row.arm, row.order]));
    return rows.filter((row) => order.has(row.arm) || !known.has(row.arm))
      .sort((one, other) => (order.get(one.arm) ?? -1) - (order.get(other.arm) ?? -1));
  };

  // What a figure shows now: a specification and its datasets; null where its level has nothing to draw.
  const content = (figure) => {
    const name = figure.dataset.run, run = data.runs[name], kind = figure.dataset.kind;
    if (kind === "cost" || kind === "ratio") {
      const one = run.cost[figure.dataset.number];
      const spec = kind === "ratio" ? one.ratio : one.specs[figure.querySelector(".whole").checked ? 1 : 0];
      return { spec, sets: one.sets };
    }
    const level = run.levels[kind === "memory" ? figure.closest(".level").dataset.level : states[name].level];
    if (!level[kind]) return null;
    if (kind === "forest") return forest(name, level, figure.clientWidth);
    if (kind === "memory") return { spec: data.specs.memory, sets: { rows: byArm(name, level, level.memory.sets.rows) } };
    return { spec: data.specs[`dots_${level.dots.log ? "log" : "linear"}`], sets: { rows: dots(byArm(name, level, level.dots.arms)) } };
  };

  const draw = async (figure) => {
    const now = content(figure), plot = figure.querySelector(".plot");
    figure.hidden = !now;
    if (!now) return;
    const spec = { ...structuredClone(now.spec), datasets: now.sets };
    const options = {
      ast: true, actions: false, logLevel: 1, renderer: figure.dataset.kind === "dots" ? "canvas" : "svg",
      config: theme(plot.clientWidth),
    };
    const old = views.get(figure);
    const result = await vegaEmbed(plot, spec, options);
    if (old) old.finalize();
    views.set(figure, result.view);
    // The figure has a name of its own, and its figures stand in a table.
    plot.querySelector("svg, canvas").setAttribute("aria-hidden", "true");
    plot.setAttribute("role", "img");
    figure.dataset.drawn = "yes";
  };

  // Figures are drawn when they come near the screen.
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting && !views.has(entry.target)) { views.set(entry.target, null); draw(entry.target); }
    }
  }, { rootMargin: "600px" });

  const own = (run) => `[data-run="${CSS.escape(run)}"]`;
  const levelOf = (run) => data.runs[run].levels[states[run].level];

  const say = (run) => {
    for (const line of document.querySelectorAll(`.drawn${own(run)}`)) line.textContent = levelOf(run).drawn;
    const rank = levelOf(run).forest, state = states[run], line = document.querySelector(`.left-out${own(run)}`);
    if (!line) return;
    const said = [], hidden = rank ? rank.arms.filter((one) => !isShown(state, one)).length : 0;
    if (hidden) said.push(`${hidden} of ${rank.arms.length} methods are left out by language or guarantees; choose “all” to see them.`);
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
    const arms = new Map(levels.flatMap((level) => (level.forest ? level.forest.arms : [])).map((one) => [one.arm, one]));
    for (const row of article.querySelectorAll("table.glance tr[data-arm]")) {
      const one = arms.get(row.dataset.arm);
      row.hidden = Boolean(one) && !isShown(state, one) && !levels.some((level) => level.forest?.baseline === row.dataset.arm);
    }
    say(run);
    for (const figure of document.querySelectorAll(`.chart${own(run)}`)) {
      if (views.has(figure) && !["cost", "ratio"].includes(figure.dataset.kind)) draw(figure);
    }
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

  // Zoom by button: the same selection that the wheel moves.
  const zoom = (figure, factor) => {
    const view = views.get(figure);
    if (!view) return;
    if (factor === "reset") { draw(figure); return; }
    for (const [channel, name] of data.zooms[figure.dataset.kind]) {
      const each = figure.querySelector(".whole:not(:checked)") && channel === "y";
      const field = each ? `each_${name}` : name;
      const scale = view.scale(channel), [low, high] = scale.domain(), log = scale.type === "log";
      const [from, to] = log ? [Math.log(low), Math.log(high)] : [low, high];
      const middle = (from + to) / 2, half = (to - from) / 2 * Number(factor);
      const next = [middle - half, middle + half].map((value) => (log ? Math.exp(value) : value));
      view.signal(`zoom_${field}`, next);
    }
    view.runAsync();
  };

  const copy = async (button) => {
    const text = button.closest("details").querySelector("code").textContent;
    let done = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {  // a page that is opened as a file may not write to the clipboard: select instead
      const range = document.createRange();
      range.selectNodeContents(button.closest("details").querySelector("code"));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      done = document.execCommand("copy");
    }
    button.textContent = done ? "copied" : "selected";
    setTimeout(() => { button.textContent = "copy"; }, 2000);
  };

  for (const run of Object.keys(data.runs)) {
    const form = document.querySelector(`.controls${own(run)}`);
    if (!form) continue;
    const first = form.elements.level ? Number(form.elements.level.value) : 0;
    defaults[run] = { level: first, baseline: "", language: "", guarantees: "", as: "slower", columns: false };
    const state = states[run] = { ...defaults[run] };
    for (const name of ["baseline", "language", "guarantees", "as"]) state[name] = recalled.get(`${run}.${name}`) ?? state[name];
    if (!["slower", "faster"].includes(state.as)) state.as = "slower";
    const level = Number(recalled.get(`${run}.level`) ?? first);
    state.level = Number.isInteger(level) && data.runs[run].levels[level] ? level : first;
    state.columns = recalled.get(`${run}.columns`) === "true";
    if (form.elements.level) form.elements.level.value = String(state.level);
    form.elements.as.value = state.as;
    form.elements.columns.checked = state.columns;
    offer(run, form);
    defaults[run].guarantees = state.guarantees === "all" ? "all" : defaults[run].guarantees;
    apply(run);
    form.addEventListener("change", (event) => {
      const { name, value, checked } = event.target;
      state[name] = name === "level" ? Number(value) : name === "columns" ? checked : value;
      if (name === "baseline" && levelOf(run).forest?.baseline === value) state.baseline = "";
      offer(run, form);
      apply(run);
      remember();
    });
  }
  const figures = [...document.querySelectorAll(".chart")];
  const first = figures.find((figure) => !figure.closest("[hidden]") && content(figure));
  if (first) { views.set(first, null); draw(first); }
  // The rest is drawn when there is nothing else to do, so that a page that is printed or photographed is whole.
  const idle = window.requestIdleCallback || ((call) => setTimeout(call, 50));
  const rest = figures.filter((figure) => figure !== first);
  const next = () => {
    const figure = rest.find((one) => !views.has(one) && !one.closest("[hidden]") && !one.closest("details:not([open])"));
    if (!figure) return;
    views.set(figure, null);
    draw(figure).finally(() => idle(next));
  };
  window.addEventListener("load", () => idle(next));
  for (const figure of figures) {
    near.observe(figure);
    const whole = figure.querySelector(".whole");
    if (whole) whole.addEventListener("change", () => draw(figure));
    for (const button of figure.querySelectorAll("button")) {
      button.addEventListener("click", () => zoom(figure, button.dataset.zoom));
    }
  }
  for (const button of document.querySelectorAll(".copies")) button.addEventListener("click", () => copy(button));
  const again = () => { for (const [figure, view] of views) if (view) draw(figure); };
  dark.addEventListener("change", again);
  let width = window.innerWidth;
  window.addEventListener("resize", () => { if (window.innerWidth !== width) { width = window.innerWidth; again(); } });
})();
