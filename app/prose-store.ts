/** Texts on their way from a server component to the server's rendering of a client component: both run in one process, as two bundles. */
const store = globalThis as { signpostProse?: Map<string, string> };

/** Keeps a text under an id, which is no other text's on any page. */
export function keepProse(id: string, html: string): void {
  store.signpostProse ??= new Map();
  store.signpostProse.set(id, html);
}

/** The text of an id: on the server as it was kept, in the browser as it stands in the document. @throws Error where it was not kept: a page without its text must not be built. */
export function findProse(id: string): string {
  if (typeof window !== "undefined") return readSent(id);
  const html = store.signpostProse?.get(id);
  if (html === undefined) throw new Error(`no prose of the id ${id}`);
  return html;
}

/** What stands in the document under an id: as the server wrote it, so already escaped. */
export function readSent(id: string): string {
  return document.getElementById(id)?.innerHTML ?? "";
}
