"use client";
import { useState } from "react";
import { findProse } from "./prose-store.ts";

/** What a page says of itself to machines, sent once: see `ProseText`. */
export function JsonLd({ id }: { id: string }) {
  const [json] = useState(() => findProse(id));
  return (
    <script
      id={id}
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped, built from the registry
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
