// Everything begins here.

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
  const rank = data.runs[run].levels[first].forest;
  const guarantees = rank && rank.arms.filter((one) => one.gives === "").length < 2 ? "all" : "";
  defaults[run] = { level: first, baseline: "", language: "", guarantees, as: "slower", columns: false };
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
const first = figures.find((figure) => !figure.closest("[hidden]") && content(figure));
if (first) { views.set(first, null); draw(first); }
idle(next);
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
