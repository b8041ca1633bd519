"use client";
import type { ComponentProps } from "react";

/**
 * What React renders on the server and leaves alone in the browser, as it stands in the document: a script of the page may
 * change anything in it at any time, before hydration as well. Nothing in it is a client component.
 */
export function Unhydrated({ id, children, ...attributes }: ComponentProps<"div"> & { id: string }) {
  if (typeof window === "undefined")
    return (
      <div id={id} {...attributes}>
        {children}
      </div>
    );
  const html = document.getElementById(id)?.innerHTML ?? "";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server's React wrote and escaped, read from the document
  return <div id={id} {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
