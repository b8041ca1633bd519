import type { ReactNode } from "react";

/**
 * Renders HTML for route handlers. `content` must not have client components or hooks such as
 * `useState`, because neither works in a route handler.
 */
export async function renderHtml(content: ReactNode): Promise<string> {
  // A dynamic import: Next refuses a static import of `react-dom/server` in server components.
  const { renderToString } = await import("react-dom/server");
  return renderToString(content);
}
