"use client";
import { type MouseEvent, type RefObject, startTransition, useEffect, useState } from "react";
import { createPortal } from "react-dom";

/** Copies the `code` beside it. Rendered only in the browser, where it works. */
export function CopyButton() {
  const [word, setWord] = useState<string | null>(null);
  useEffect(() => {
    if (navigator.clipboard) startTransition(() => setWord("Copy"));
  }, []);
  useEffect(() => {
    if (word === null || word === "Copy") return;
    const timer = setTimeout(setWord, 2000, "Copy");
    return () => clearTimeout(timer);
  }, [word]);
  if (word === null) return null;

  const copy = async ({ currentTarget }: MouseEvent) => {
    const text = currentTarget.parentElement?.querySelector("code")?.textContent?.trimEnd() ?? "";
    setWord(
      await navigator.clipboard.writeText(text).then(
        () => "Copied",
        () => "Not copied",
      ),
    );
  };
  return (
    <button type="button" className="copy" aria-live="polite" onClick={copy}>
      {word}
    </button>
  );
}

interface CopyButtonsProps {
  readonly selector: string;
  /** Without it, the whole document. */
  readonly within?: RefObject<Element | null>;
}

/** For elements that React did not make in the browser. */
export function CopyButtons({ selector, within }: CopyButtonsProps) {
  const [places, setPlaces] = useState<readonly Element[]>([]);
  useEffect(() => {
    const root = within ? within.current : document;
    startTransition(() => setPlaces([...(root?.querySelectorAll(selector) ?? [])]));
  }, [selector, within]);
  return places.map((place) => createPortal(<CopyButton />, place));
}
