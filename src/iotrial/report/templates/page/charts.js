// What each chart shows of a run, and how it is drawn and zoomed.

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

// The methods that language and guarantees leave out of what is over all levels; a level's baseline stays.
const leftOut = (run) => {
  const ranks = data.runs[run].levels.map((level) => level.forest).filter(Boolean), bases = new Set(ranks.map((rank) => rank.baseline));
  return new Set(ranks.flatMap((rank) => rank.arms).filter((one) => !isShown(states[run], one) && !bases.has(one.arm)).map((one) => one.arm));
};

// A chart over sizes without some methods; the others keep their colours and marks.
const without = (spec, left) => JSON.parse(JSON.stringify(spec), (name, value) => {
  if (name !== "scale" || !value.range || !Array.isArray(value.domain)) return value;
  const kept = value.domain.map((arm, place) => place).filter((place) => !left.has(value.domain[place]));
  return { ...value, domain: kept.map((place) => value.domain[place]), range: kept.map((place) => value.range[place]) };
});
const setsWithout = (sets, left) => Object.fromEntries(
  Object.entries(sets).map(([name, rows]) => [name, rows.filter((row) => !left.has(row.arm))]));

// What a figure shows now: a specification and its datasets; null where its level has nothing to draw.
const content = (figure) => {
  const name = figure.dataset.run, run = data.runs[name], kind = figure.dataset.kind;
  if (kind === "cost" || kind === "ratio") {
    const one = run.cost[figure.dataset.number];
    const spec = kind === "ratio" ? one.ratio : one.specs[figure.querySelector(".whole").checked ? 1 : 0];
    const left = leftOut(name);
    return { spec: without(spec, left), sets: setsWithout(one.sets, left) };
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

// The rest is drawn when there is nothing else to do, so that a page that is printed or photographed is whole.
const figures = [...document.querySelectorAll(".chart")];
const idle = window.requestIdleCallback || ((call) => setTimeout(call, 50));
const next = () => {
  const figure = figures.find((one) => !views.has(one) && !one.closest("[hidden]") && !one.closest("details:not([open])"));
  if (!figure) return;
  views.set(figure, null);
  draw(figure).finally(() => idle(next));
};

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
