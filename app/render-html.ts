import type { ReactNode } from "react";

/** Renders HTML in route handlers. `content` must not have hooks or client components. */
export async function renderHtml(content: ReactNode): Promise<string> {
  // Next refuses a static import of `react-dom/server` in code for server components.
  const { renderToString } = await import("react-dom/server");
  return renderToString(content);
}
