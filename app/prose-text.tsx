"use client";
import { useRef } from "react";
import { CopyButtons } from "./parts/copy-button.tsx";

export function ProseText({ html, className }: { html: string; className: string }) {
  const textElementRef = useRef<HTMLDivElement>(null);
  return (
    <>
      <div
        ref={textElementRef}
        className={className}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped in lib/markdown/render.ts
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <CopyButtons selector=".code" within={textElementRef} />
    </>
  );
}
