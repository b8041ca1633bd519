"use client";
import type { ComponentProps } from "react";

/**
 * React renders the children on the server only. In the browser it keeps the document's HTML, so a script of the page may change
 * it at any time, even before hydration. The children contain no client component.
 */
export function Unhydrated({ id, children, ...attributes }: ComponentProps<"div"> & { id: string }) {
  if (typeof window === "undefined")
    return (
      <div id={id} {...attributes}>
        {children}
      </div>
    );
  const html = document.getElementById(id)?.innerHTML ?? "";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML that React rendered and escaped on the server
  return <div id={id} {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
