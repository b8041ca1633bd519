// Fills the form of a refused question with what was asked: the page is the same for everyone.

const form = document.querySelector("main form");

function fill(field, value) {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const option = options.find((one) => one.value.toLowerCase() === value.toLowerCase());
    if (option) option.selected = true;
  } else if (field instanceof HTMLInputElement) {
    field.value = value;
    field.closest("details")?.setAttribute("open", "");
  }
}

const query = new URLSearchParams(location.search);
// What has no field is left out: nobody could see or shorten it.
for (const [name, value] of query) if (value) fill(form.elements.namedItem(name), value);
// As in the form of an answer, the button repeats how the swap is split.
const streaming = query.get("streaming");
if (streaming)
  Object.assign(form.querySelector("[type=submit]"), { name: "streaming", value: streaming });
form.closest("fieldset")?.removeAttribute("hidden");
