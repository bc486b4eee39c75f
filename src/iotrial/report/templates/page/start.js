"use strict";
// What a reader chose can be sent as an address, and code can be copied. The page needs no script for anything else.
{
  const find = (id) => document.getElementById(id);
  const recall = () => {
    const chosen = find(decodeURIComponent(location.hash.slice(1)))?.closest(".state");
    if (!chosen) return;
    for (const input of chosen.closest(".screen").querySelectorAll("[data-chip]")) {
      if (chosen.getAttribute(`data-c${input.dataset.chip}`) === input.value) input.checked = true;
    }
    find(decodeURIComponent(location.hash.slice(1))).scrollIntoView({ block: "nearest" });
  };
  const remember = (event) => {
    if (!event.target.matches("[data-chip]")) return;
    const shown = [...event.target.closest(".screen").querySelectorAll(".state")].find((one) => one.checkVisibility());
    if (shown) history.replaceState(null, "", `#${encodeURIComponent(shown.id)}`);
  };
  const copy = async (button) => {
    const code = button.parentElement.nextElementSibling.querySelector("code");
    let done = true;
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {  // a page that is opened as a file may not write to the clipboard: select instead
      const range = document.createRange();
      range.selectNodeContents(code);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      done = document.execCommand("copy");
    }
    button.textContent = done ? "copied" : "selected";
    setTimeout(() => { button.textContent = "copy"; }, 2000);
  };
  const safely = (call) => { try { call(); } catch { /* an address that is none */ } };
  document.addEventListener("change", remember);
  window.addEventListener("hashchange", () => safely(recall));
  for (const button of document.querySelectorAll(".copies")) button.addEventListener("click", () => copy(button));
  safely(recall);
}
