// Shows that a question is being answered, until the next page loads. Runs in the browser.

/** Longer than any answer takes. No event reports that the reader cancelled the request. */
const MAX_BUSY_MS = 30_000;

export function watchAsking(): () => void {
  const stops = [...document.querySelectorAll<HTMLElement>("[data-says]")].map(watchForm);
  return () => {
    for (const stop of stops) stop();
  };
}

/** A link to another answer of the form's page also counts as a question. */
function watchForm(status: HTMLElement): () => void {
  const form = status.closest("form");
  const button = form?.querySelector("[type=submit]");
  const controller = new AbortController();
  if (!form || !button) return () => undefined;
  let timer: ReturnType<typeof setTimeout>;
  const reset = () => {
    clearTimeout(timer);
    button.removeAttribute("aria-busy");
    status.textContent = "";
  };
  const ask = () => {
    reset();
    button.setAttribute("aria-busy", "true");
    status.textContent = status.dataset.says ?? "";
    timer = setTimeout(reset, MAX_BUSY_MS);
  };
  const { signal } = controller;
  form.addEventListener("submit", ask, { signal });
  document.addEventListener("click", (event) => isQuestion(event, form) && ask(), { signal });
  window.addEventListener("pageshow", reset, { signal });
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}

function isQuestion(
  { target, ctrlKey, metaKey, shiftKey }: MouseEvent,
  form: HTMLFormElement,
): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  const isSameTab = !(ctrlKey || metaKey || shiftKey);
  return (
    isSameTab && link !== null && link.search !== "" && link.origin + link.pathname === form.action
  );
}
