// Shows that a question is being answered, until the next page loads. It runs in the browser.

/** Longer than any answer takes. No event says that the reader has stopped the request. */
const MAX_BUSY_MS = 30_000;

/** Returns a function that stops it. */
export function watchAsking(): () => void {
  const stops = [...document.querySelectorAll<HTMLElement>("[data-says]")].map(watchForm);
  return () => {
    for (const stop of stops) stop();
  };
}

/** Each form of a page has one status line. A link to another answer of the form's page shows it, too. */
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

/** Whether a click opens a link to an answer of the form's page in this tab. */
function isQuestion(
  { target, ctrlKey, metaKey, shiftKey }: MouseEvent,
  form: HTMLFormElement,
): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  const isHere = !(ctrlKey || metaKey || shiftKey);
  return (
    isHere && link !== null && link.search !== "" && link.origin + link.pathname === form.action
  );
}
