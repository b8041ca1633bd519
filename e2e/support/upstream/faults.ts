// This folder is the scripted upstream: nodes and indexers whose answers specs control. It judges nothing.
// This file: the faults of an upstream, as bytes on a real socket.
import type { ServerResponse } from "node:http";
import { type Json, type Reply, sentOf } from "../wire.ts";

/** `times`: how many calls fail. Absent: every call until the fault is removed. */
export type Fault = { readonly times?: number } & (
  | { readonly kind: "latency"; readonly ms: number }
  | { readonly kind: "hang" }
  | { readonly kind: "hang_after_headers" }
  | { readonly kind: "drip"; readonly everyMs: number }
  | { readonly kind: "reset" }
  | { readonly kind: "reset_in_body" }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly retryAfter?: string;
      readonly body?: Json;
    }
  | { readonly kind: "html" }
  | { readonly kind: "truncated" }
  | { readonly kind: "huge"; readonly bytes?: number; readonly announced?: boolean }
  | { readonly kind: "content_type"; readonly contentType: string }
  | { readonly kind: "redirect"; readonly to?: string }
);

const HTML = "<!doctype html><title>Just a moment</title><p>Checking your browser";
const CHUNK = Buffer.alloc(64 * 1024, 32);

/** Answers with `body`, changed by the fault. */
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
    case "drip": {
      response.writeHead(status, json);
      let sent = 0;
      const timer = setInterval(() => {
        response.write(text.charAt(sent));
        sent += 1;
        if (sent < text.length) return;
        clearInterval(timer);
        response.end();
      }, fault.everyMs);
      response.on("close", () => clearInterval(timer));
      return;
    }
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "reset_in_body":
      response.writeHead(status, { ...json, "content-length": String(text.length + 1000) });
      response.write(text, () => response.socket?.resetAndDestroy());
      return;
    case "status": {
      const wait = fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter };
      if (fault.body === undefined)
        response.writeHead(fault.status, { ...wait, "content-type": "text/html" }).end(HTML);
      else response.writeHead(fault.status, { ...wait, ...json }).end(JSON.stringify(fault.body));
      return;
    }
    case "html":
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(HTML);
      return;
    case "truncated":
      response.writeHead(status, json).end(text.slice(0, Math.max(1, Math.floor(text.length / 2))));
      return;
    case "huge":
      sendHuge(response, fault.bytes ?? 10 * 1024 * 1024, fault.announced ?? false);
      return;
    case "content_type":
      response.writeHead(status, { "content-type": fault.contentType }).end(text);
      return;
    case "redirect":
      response.writeHead(302, { location: fault.to ?? "/node0/redirected" }).end();
  }
}

/** A JSON string of `bytes` bytes, sent as fast as the client reads. */
function sendHuge(response: ServerResponse, bytes: number, announced: boolean): void {
  const length = announced ? { "content-length": String(bytes) } : {};
  response.writeHead(200, { "content-type": "application/json", ...length });
  let left = bytes - 2;
  response.write('"');
  const pour = () => {
    while (left > 0) {
      const chunk = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
      left -= chunk.length;
      if (!response.write(chunk)) {
        response.once("drain", pour);
        return;
      }
    }
    response.end('"');
  };
  pour();
}
