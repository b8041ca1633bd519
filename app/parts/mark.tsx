import { markPaths } from "@/lib/site/documents/logo.ts";

/** The logo in the colours of the page. */
export function Mark() {
  const { post, near, far } = markPaths();
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path d={post} fill="currentColor" />
      <path d={near} fill="var(--accent)" />
      <path d={far} fill="currentColor" />
    </svg>
  );
}
