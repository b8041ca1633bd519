"use client";
import { type ComponentProps, useEffect, useRef, useState } from "react";

/** Beyond any answer: the reader has stopped waiting, which no event tells. */
const GIVEN_UP_MS = 30_000;

/** Sends its form, and says so until the answer is shown, or this page is shown again out of the browser's cache. */
export function AskButton({ says, ...attributes }: { says: string } & ComponentProps<"button">) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    const ask = () => setBusy(true);
    const rest = () => setBusy(false);
    form?.addEventListener("submit", ask);
    window.addEventListener("pageshow", rest);
    return () => {
      form?.removeEventListener("submit", ask);
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
