// The parts that pages share. A part of one page belongs in that page's folder.
"use client";
import { type ComponentProps, useEffect, useRef, useState } from "react";

/** Longer than any answer takes. No event says that the reader has stopped the request. */
const MAX_BUSY_MS = 30_000;

/** Whether a click opens a link to an answer of the form's page in this tab. */
function isQuestion({ target, ctrlKey, metaKey, shiftKey }: MouseEvent, form: HTMLFormElement): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  const isHere = !(ctrlKey || metaKey || shiftKey);
  return isHere && link !== null && link.search !== "" && link.origin + link.pathname === form.action;
}

/** Sends its form and shows `says` until the next page loads. A link to another answer shows it, too. */
export function AskButton({ says, ...attributes }: { says: string } & ComponentProps<"button">) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    const ask = () => setBusy(true);
    const reset = () => setBusy(false);
    const follow = (event: MouseEvent) => isQuestion(event, form) && ask();
    form.addEventListener("submit", ask);
    document.addEventListener("click", follow);
    window.addEventListener("pageshow", reset);
    return () => {
      form.removeEventListener("submit", ask);
      document.removeEventListener("click", follow);
      window.removeEventListener("pageshow", reset);
    };
  }, []);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(setBusy, MAX_BUSY_MS, false);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return (
    <div className="asking">
      <button ref={button} className="button" type="submit" aria-busy={isBusy || undefined} {...attributes} />
      <p role="status">{isBusy && says}</p>
    </div>
  );
}
