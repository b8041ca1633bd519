"use client";
import { type MouseEvent, type RefObject, startTransition, useEffect, useState } from "react";
import { createPortal } from "react-dom";

export function CopyButton() {
  const [label, setLabel] = useState<string | null>(null);
  useEffect(() => {
    if (navigator.clipboard) startTransition(() => setLabel("Copy"));
  }, []);
  useEffect(() => {
    if (label === null || label === "Copy") return;
    const resetLabelTimer = setTimeout(setLabel, 2000, "Copy");
    return () => clearTimeout(resetLabelTimer);
  }, [label]);
  if (label === null) return null;

  const copyCode = async ({ currentTarget }: MouseEvent) => {
    const codeText =
      currentTarget.parentElement?.querySelector("code")?.textContent?.trimEnd() ?? "";
    setLabel(
      await navigator.clipboard.writeText(codeText).then(
        () => "Copied",
        () => "Not copied",
      ),
    );
  };
  return (
    <button type="button" className="copy" aria-live="polite" onClick={copyCode}>
      {label}
    </button>
  );
}

interface CopyButtonsProps {
  readonly selector: string;
  readonly within?: RefObject<Element | null>;
}

/**
 * Adds a copy button inside each element that matches `selector`. A portal is needed, because
 * these elements come from the server's HTML and not from this component.
 */
export function CopyButtons({ selector, within }: CopyButtonsProps) {
  const [containers, setContainers] = useState<readonly Element[]>([]);
  useEffect(() => {
    const searchRoot = within ? within.current : document;
    startTransition(() => setContainers([...(searchRoot?.querySelectorAll(selector) ?? [])]));
  }, [selector, within]);
  return containers.map((container) => createPortal(<CopyButton />, container));
}
