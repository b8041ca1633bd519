// The service worker of the pages. Everything comes from the network. Only where a page that somebody opens gets no answer at all, it
// stands in with one page, which is never taken for that. To take it away, publish a worker that unregisters itself in its place.
import { LAST_STATE_CACHE, offlinePage, readLastState } from "./last-state.ts";

/** What browsers have for workers, and TypeScript's types of pages have not. */
interface WorkerEvent {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
  waitUntil(done: Promise<unknown>): void;
}
interface Worker {
  addEventListener(name: "install" | "activate" | "fetch", hear: (event: WorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
}
const worker = self as unknown as Worker;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(start()));
worker.addEventListener("fetch", (event) => {
  const { method, destination, url } = event.request;
  // No document, and not the endpoint: their addresses have a dot, or begin so.
  if (method === "GET" && destination === "document" && !/\.|^\/mcp\b/.test(new URL(url).pathname))
    event.respondWith(readPage(event));
});

async function start(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("last-state-") && name !== LAST_STATE_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The page is asked for while the worker starts.
  await worker.registration.navigationPreload?.enable();
}

async function readPage({ request, preloadResponse }: WorkerEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return new Response(offlinePage(await readLastState().catch(() => null), Date.now(), !navigator.onLine), {
      status: 503,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Content-Security-Policy":
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      },
    });
  }
}
