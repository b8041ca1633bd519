// Shows a waiting text after a form is sent, until the next page loads. Runs in the browser.

/** Time after which the waiting text is removed: no event reports a cancelled request. */
const MAX_BUSY_MS = 30_000;

export function watchAsking(): () => void {
  const stopFunctions = [...document.querySelectorAll<HTMLElement>("[data-says]")].map(watchForm);
  return () => {
    for (const stop of stopFunctions) stop();
  };
}

function watchForm(statusElement: HTMLElement): () => void {
  const form = statusElement.closest("form");
  const button = form?.querySelector("[type=submit]");
  const listenerController = new AbortController();
  if (!form || !button) return () => undefined;
  let busyEndTimer: ReturnType<typeof setTimeout>;
  const clearBusy = () => {
    clearTimeout(busyEndTimer);
    button.removeAttribute("aria-busy");
    statusElement.textContent = "";
  };
  const showBusy = () => {
    clearBusy();
    button.setAttribute("aria-busy", "true");
    statusElement.textContent = statusElement.dataset.says ?? "";
    busyEndTimer = setTimeout(clearBusy, MAX_BUSY_MS);
  };
  const { signal } = listenerController;
  form.addEventListener("submit", showBusy, { signal });
  document.addEventListener("click", (event) => isFormLinkClick(event, form) && showBusy(), {
    signal,
  });
  window.addEventListener("pageshow", clearBusy, { signal });
  return () => {
    listenerController.abort();
    clearTimeout(busyEndTimer);
  };
}

function isFormLinkClick(
  { target, ctrlKey, metaKey, shiftKey }: MouseEvent,
  form: HTMLFormElement,
): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  const opensInSameTab = !(ctrlKey || metaKey || shiftKey);
  return (
    opensInSameTab &&
    link !== null &&
    link.search !== "" &&
    link.hash === "" &&
    link.origin + link.pathname === form.action
  );
}
