import type { ReactNode } from "react";

/** Parts on their way from a server component to the server's rendering of a client component: see `prose-store.ts`. Each is of one request. */
const store = globalThis as { signpostParts?: Map<string, ReactNode> };

/** The router's requests keep a part that nothing takes. */
const KEPT_MS = 10_000;

export function keepPart(part: ReactNode): string {
  const key = crypto.randomUUID();
  store.signpostParts ??= new Map();
  store.signpostParts.set(key, part);
  setTimeout(() => store.signpostParts?.delete(key), KEPT_MS).unref();
  return key;
}

/** @throws Error where it was not kept: a page without its part must not be sent. */
export function takePart(key: string): ReactNode {
  const part = store.signpostParts?.get(key);
  if (part === undefined) throw new Error("no part of this key");
  store.signpostParts?.delete(key);
  return part;
}
