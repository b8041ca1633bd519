"use client";
import type { ComponentProps } from "react";
import { takePart } from "./part-store.ts";
import { readSent } from "./prose-store.ts";

export type PartProps = ComponentProps<"div"> & { id: string };

/** On the server the part itself; in the browser, where it stands already, the place of it. */
export function SentPart({ kept, id, ...attributes }: PartProps & { kept: string }) {
  if (typeof window === "undefined")
    return (
      <div id={id} {...attributes}>
        {takePart(kept)}
      </div>
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server's React wrote and escaped, read from the document
  return <div id={id} {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: readSent(id) }} />;
}
