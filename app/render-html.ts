import type { ReactNode } from "react";

/** React elements to HTML in a route handler. They must have no hooks and no part that runs in the browser. */
export async function renderHtml(content: ReactNode): Promise<string> {
  // Next refuses a static import of it in code for server components.
  const { renderToString } = await import("react-dom/server");
  return renderToString(content);
}
