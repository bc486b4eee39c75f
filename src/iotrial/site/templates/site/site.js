// The search. What start.js does stands before it in the same file; the site needs no script for anything else.
{
  const root = document.currentScript.dataset.root;
  const find = (id) => document.getElementById(id);
  const load = (name) =>
    new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = root + name;
      script.onload = done;
      script.onerror = failed;
      document.head.append(script);
    });
  let ready;
  const search = () => {
    ready ??= Promise.all([load("minisearch.js"), load("search-index.js")]).then(() => {
      const split = MiniSearch.getDefault("tokenize");
      const found = new MiniSearch({
        fields: ["title", "about", "path"],
        storeFields: ["title", "path", "kind"],
        // names as a whole, too: file_exists() is another than exists() of a file; a name may end in signs, such as +
        tokenize: (text) => [...split(text), ...(text.match(/\w+_\w+|\w+[+#]+/g) ?? [])],
      });
      found.addAll(window.iotrialPages);
      return found;
    });
    return ready;
  };
  const MOST_FOUND = 8;
  const KINDS = { answer: 6, "no answer yet": 5, article: 1.5, docs: 1, machine: 1, run: 0.5 };
  // words of a question that name no task
  const UNASKED = new Set("a an and at best by do does fast faster fastest for from how i if in is it of on one or the to use way what which with".split(" "));
  const show = async (field, list) => {
    const asked = field.value.trim();
    const index = await search();
    if (field.value.trim() !== asked) return;
    const options = {
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      boost: { title: 3, path: 2 },
      boostDocument: (id, word, stored) => KINDS[stored.kind] ?? 1,
    };
    const words = asked.split(/\s+/).filter((word) => !UNASKED.has(word.toLowerCase()));
    const wanted = words.join(" ") || asked;
    const whole = index.search(wanted, { ...options, combineWith: "AND" });
    const found = new Set(whole.map((row) => row.id));
    // pages that have most of the words come next; a word that many pages have says little
    const most = words.length > 1 ? Math.ceil(words.length / 2) : 1;
    const some = index.search(wanted, options).filter((row) => !found.has(row.id) && row.queryTerms.length >= most);
    const isAnswer = (row) => row.kind === "answer" || row.kind === "no answer yet";
    const answersFirst = (found) => [...found.filter(isAnswer), ...found.filter((row) => !isAnswer(row))];
    const rows = [...answersFirst(whole), ...answersFirst(some)];
    list.replaceChildren(
      ...rows.slice(0, MOST_FOUND).map((row) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        const kind = document.createElement("small");
        link.href = `${root}${row.path}/index.html`;
        link.textContent = row.title;
        kind.textContent = row.kind;
        item.append(link, kind);
        return item;
      }),
    );
    if (asked && !rows.length) list.append(Object.assign(document.createElement("li"), { textContent: "nothing found" }));
    list.hidden = !asked;
  };
  document.addEventListener("DOMContentLoaded", () => {
    const field = find("search");
    const list = find("found");
    field.addEventListener("focus", search, { once: true });
    field.addEventListener("input", () => show(field, list));
    field.form.addEventListener("submit", (event) => {
      event.preventDefault();
      list.querySelector("a")?.click();
    });
  });
}
