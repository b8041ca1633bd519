"use client";
import { startTransition, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { CopyButton } from "./parts/copy-button.tsx";

/** The HTML of a text, with a copy button for each block of code. */
export function ProseText({ html, className }: { html: string; className: string }) {
  const text = useRef<HTMLDivElement>(null);
  const [blocks, setBlocks] = useState<readonly Element[]>([]);
  // The buttons are not urgent.
  useEffect(() => startTransition(() => setBlocks([...(text.current?.querySelectorAll(".code") ?? [])])), []);
  return (
    <>
      <div
        ref={text}
        className={className}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by construction in lib/markdown/render.ts
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {blocks.map((block) => createPortal(<CopyButton />, block))}
    </>
  );
}
