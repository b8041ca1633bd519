// This folder has scripted nodes and indexers, whose answers specs control. This file sends faults
// as bytes on a real socket.
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { type Reply, sentOf } from "../wire.ts";

/** A fault of every answer, until a script removes the fault. */
export type Fault =
  | { readonly kind: "latency"; readonly ms: number }
  | { readonly kind: "hang" }
  | { readonly kind: "hang_after_headers" }
  | { readonly kind: "reset" }
  | { readonly kind: "reset_in_body" }
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "html" }
  | { readonly kind: "truncated" }
  | { readonly kind: "huge"; readonly announced?: boolean }
  | { readonly kind: "redirect" };

const HTML = "<!doctype html><title>Just a moment</title><p>Checking your browser";
const HUGE_CHUNKS = 160;
const CHUNK = Buffer.alloc(64 * 1024, 32);

export function sendAnswer(response: ServerResponse, fault: Fault | null, reply: Reply): void {
  const { $status: status, body } = sentOf(reply);
  const text = JSON.stringify(body);
  const json = { "content-type": "application/json" };
  switch (fault?.kind) {
    case undefined:
      response.writeHead(status, json).end(text);
      return;
    case "latency": {
      const timer = setTimeout(() => response.writeHead(status, json).end(text), fault.ms);
      response.on("close", () => clearTimeout(timer));
      return;
    }
    case "hang":
      return;
    case "hang_after_headers":
      response.writeHead(status, json).flushHeaders();
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "reset_in_body":
      response.writeHead(status, { ...json, "content-length": String(text.length + 1000) });
      response.write(text, () => response.socket?.resetAndDestroy());
      return;
    case "status":
      response.writeHead(fault.status, { "content-type": "text/html" }).end(HTML);
      return;
    case "html":
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(HTML);
      return;
    case "truncated":
      response.writeHead(status, json).end(text.slice(0, Math.max(1, Math.floor(text.length / 2))));
      return;
    case "huge": {
      const bytes = HUGE_CHUNKS * CHUNK.length + 2;
      const length = fault.announced ? { "content-length": String(bytes) } : {};
      Readable.from(hugeText()).pipe(response.writeHead(200, { ...json, ...length }));
      return;
    }
    case "redirect":
      response.writeHead(302, { location: "/node0/redirected" }).end();
  }
}

/** A JSON string of 10 MB, sent in parts as fast as the client reads. */
function* hugeText(): Generator<string | Buffer> {
  yield '"';
  for (let sent = 0; sent < HUGE_CHUNKS; sent += 1) yield CHUNK;
  yield '"';
}
