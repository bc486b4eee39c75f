// Ratios of a level beside the baseline that its reader chose.

const data = JSON.parse(document.getElementById("data").textContent);

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
