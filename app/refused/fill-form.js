// Fills the form of a refused question with what was asked: the page is the same for everyone.

const form = document.querySelector("main form");

function fill(name, value) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const option = options.find((one) => one.value.toLowerCase() === value.toLowerCase());
    if (option) option.selected = true;
  } else if (field instanceof HTMLInputElement) {
    field.value = value;
    field.closest("details")?.setAttribute("open", "");
  } else {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
}

for (const [name, value] of new URLSearchParams(location.search)) if (value) fill(name, value);
form.closest("fieldset")?.removeAttribute("hidden");
