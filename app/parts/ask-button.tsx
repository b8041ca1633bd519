"use client";
import { type ComponentProps, useEffect, useRef, useState } from "react";

/** Beyond any answer: the reader has stopped waiting, which no event tells. */
const GIVEN_UP_MS = 30_000;

/** A link to an answer of the form's page, opened here. */
function isQuestion({ target, ctrlKey, metaKey, shiftKey }: MouseEvent, form: HTMLFormElement): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  const isHere = !(ctrlKey || metaKey || shiftKey);
  return isHere && link !== null && link.search !== "" && link.origin + link.pathname === form.action;
}

/** Sends its form, and says so until the answer is shown, or this page is shown again out of the browser's cache. So too for a link that asks. */
export function AskButton({ says, ...attributes }: { says: string } & ComponentProps<"button">) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    const ask = () => setBusy(true);
    const rest = () => setBusy(false);
    const follow = (event: MouseEvent) => isQuestion(event, form) && ask();
    form.addEventListener("submit", ask);
    document.addEventListener("click", follow);
    window.addEventListener("pageshow", rest);
    return () => {
      form.removeEventListener("submit", ask);
      document.removeEventListener("click", follow);
      window.removeEventListener("pageshow", rest);
    };
  }, []);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(setBusy, GIVEN_UP_MS, false);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return (
    <div className="asking">
      <button ref={button} className="button" type="submit" aria-busy={isBusy || undefined} {...attributes} />
      <p role="status">{isBusy && says}</p>
    </div>
  );
}
