"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const chosen = {};  // run -> level
  const views = new Map();  // figure -> view of Vega
  const dark = window.matchMedia("(prefers-color-scheme: dark)");

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const theme = (width) => {
    const text = { labelColor: colour("--ink"), titleColor: colour("--soft"), labelFontSize: 12, titleFontSize: 12 };
    return {
      background: "transparent", font: "system-ui, sans-serif", view: { stroke: colour("--line") },
      axis: { ...text, gridColor: colour("--line"), domainColor: colour("--line"), tickColor: colour("--line"), titleFontWeight: "normal" },
      axisY: { labelLimit: width < 520 ? 130 : 280 },
      legend: { ...text, symbolSize: 80, columns: width < 520 ? 1 : width < 800 ? 3 : 5 },
    };
  };

  // A drawn number between 0 and 1 that is the same each time: where a dot stands within its arm.
  const jitter = (place) => { const value = Math.sin(place * 12.9898) * 43758.5453; return value - Math.floor(value); };
  const dots = (arms) => arms.flatMap((found) => found.ratio.map((ratio, place) => (
    { arm: found.arm, ratio, round: found.round[place] + 1, jitter: 0.15 + 0.7 * jitter(place + 1) })));

  // What a figure shows now: a specification and its datasets; null where its level has nothing to draw.
  const content = (figure) => {
    const run = data.runs[figure.dataset.run], kind = figure.dataset.kind;
    if (kind === "cost") {
      const one = run.cost[figure.dataset.number];
      return { spec: one.specs[figure.querySelector(".whole").checked ? 1 : 0], sets: one.sets };
    }
    const level = run.levels[kind === "memory" ? figure.closest(".level").dataset.level : chosen[figure.dataset.run]];
    const drawn = level[kind];
    if (!drawn) return null;
    const name = kind === "memory" ? kind : `${kind}_${drawn.log ? "log" : "linear"}`;
    return { spec: data.specs[name], sets: kind === "dots" ? { rows: dots(drawn.arms) } : drawn.sets };
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

  const say = (run) => {
    const drawn = data.runs[run].levels[chosen[run]].drawn;
    for (const line of document.querySelectorAll(`.drawn[data-run="${CSS.escape(run)}"]`)) line.textContent = drawn;
  };

  const choose = (run, level) => {
    chosen[run] = level;
    const own = `[data-run="${CSS.escape(run)}"]`;
    for (const block of document.querySelectorAll(`.level${own}`)) block.hidden = Number(block.dataset.level) !== level;
    say(run);
    for (const figure of document.querySelectorAll(`.chart${own}`)) {
      if (views.has(figure) && figure.dataset.kind !== "cost" && figure.dataset.kind !== "memory") draw(figure);
    }
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
    const select = document.querySelector(`.picker select[data-run="${CSS.escape(run)}"]`);
    if (data.runs[run].levels.length) choose(run, select ? Number(select.value) : 0);
  }
  for (const select of document.querySelectorAll(".picker select")) {
    select.addEventListener("change", () => choose(select.dataset.run, Number(select.value)));
  }
  const figures = [...document.querySelectorAll(".chart")];
  const first = figures.find((figure) => !figure.closest("[hidden]") && content(figure));
  if (first) { views.set(first, null); draw(first); }
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
