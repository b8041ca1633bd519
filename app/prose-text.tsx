"use client";
import { startTransition, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { CopyButton } from "./parts/copy-button.tsx";
import { findProse } from "./prose-store.ts";

/**
 * A text that the browser already has is not sent to it a second time: Next repeats whatever a server component renders as
 * data for hydration, four bytes for each one of the text. Here hydration takes it from the document.
 */
export function ProseText({ id, className }: { id: string; className: string }) {
  const [html] = useState(() => findProse(id));
  const text = useRef<HTMLDivElement>(null);
  const [blocks, setBlocks] = useState<readonly Element[]>([]);
  // Buttons can wait until the browser has nothing else to do.
  useEffect(() => startTransition(() => setBlocks([...(text.current?.querySelectorAll(".code") ?? [])])), []);
  return (
    <>
      <div
        id={id}
        ref={text}
        className={className}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by construction in lib/markdown/render.ts
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {blocks.map((block) => createPortal(<CopyButton />, block))}
    </>
  );
}
