// React elements to HTML without Next's pipeline, by the same renderer. In code for server components, "react-dom/server" throws.
// Relies on Next shipping the renderer at this path. First to fail: e2e/http/question-shell.spec.ts.
import { renderToString } from "next/dist/compiled/react-dom/server.node";
import type { ReactNode } from "react";

/** The elements must have no hooks and no part that runs in the browser. */
export function renderHtml(content: ReactNode): string {
  return renderToString(content);
}
