import type { ReactNode } from "react";

/** For route handlers. `content` must have no hooks and no client components. */
export async function renderHtml(content: ReactNode): Promise<string> {
  // Next refuses a static import of this module in code for server components.
  const { renderToString } = await import("react-dom/server");
  return renderToString(content);
}
