// React elements to HTML outside of Next's pipeline, by the renderer of that pipeline. Next resolves "react-dom/server" to a file that throws
// wherever server components may be. Relies on Next shipping the renderer at this path. First to fail: e2e/http/question-shell.spec.ts.
import { renderToString } from "next/dist/compiled/react-dom/server.node";
import type { ReactNode } from "react";

/** The elements must have no hooks and no part that runs in the browser. */
export function renderHtml(content: ReactNode): string {
  return renderToString(content);
}
