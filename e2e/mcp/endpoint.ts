// The endpoint as a function: the real guard and adapter over a scripted world, and requests of both eras.
import {
  createMcpServerHandler,
  type ServerOptions,
  serverInstructions,
} from "../../lib/mcp/server.ts";
import { tools } from "../../lib/mcp/tools/all.ts";
import { createGuard, type GuardOptions } from "../../lib/mcp/transport/guard.ts";
import type { Network } from "../../lib/protocol/network.ts";
import { createHealthyWorld } from "./run-tool.ts";

export const modern = "2026-07-28";

export function createEndpoint(
  network: Network = createHealthyWorld().network,
  changes: Partial<GuardOptions> = {},
  offered: Partial<ServerOptions> = {},
): (request: Request) => Promise<Response> {
  const handle = createMcpServerHandler({
    network,
    networkName: "thorchain",
    tools,
    identity: { name: "signpost", version: "1.0.0" },
    instructions: serverInstructions("Signpost", "https://signpost.example/AGENTS.md"),
    ...offered,
  });
  return createGuard({
    handle,
    hostnames: new Set(["signpost.example"]),
    endpointUrl: "https://signpost.example/mcp",
    cardUrl: "https://signpost.example/mcp/server-card",
    ...changes,
  });
}

export type Headers = Readonly<Record<string, string | null>>;

const json = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** A POST with a value or raw bytes. A null header is left out. */
export function createPost(body: unknown, headers: Headers = {}): Request {
  const isRaw =
    typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
  return createRequest("POST", { ...json, ...headers }, isRaw ? body : JSON.stringify(body));
}

export function createRequest(method: string, headers: Headers = {}, body?: unknown): Request {
  const all = Object.entries({ host: "signpost.example", ...headers });
  const given = all.filter((entry): entry is [string, string] => entry[1] !== null);
  const init = { method, headers: given, body, duplex: "half" };
  return new Request("http://127.0.0.1:3000/mcp", init as RequestInit);
}

export const meta = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A request of the 2025 era, with its headers. */
export function call2025(method: string, params?: object, id: string | number = 1) {
  return { jsonrpc: "2.0", id, method, ...(params && { params }) };
}

/** A request of the 2026 era, with `_meta` in the body. */
export function call2026(method: string, params: object = {}, id: string | number = 1) {
  return call2025(method, { ...params, _meta: meta }, id) as { method: string; params: object };
}

/** The headers that a body of the 2026 era requires. */
export function headers2026({ method, params }: { method: string; params?: object }): Headers {
  const { name, uri } = Object(params);
  const target = name ?? uri;
  return {
    "mcp-protocol-version": modern,
    "mcp-method": method,
    ...(typeof target === "string" && { "mcp-name": target }),
  };
}

/** How a client of the 2025 era starts. */
export const initialize = (protocolVersion: string) =>
  call2025("initialize", {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "t", version: "1" },
  });

/** The same request in both eras. */
export function inBothEras(
  method: string,
  params?: object,
): [era: string, body: object, headers: Headers][] {
  const call = call2026(method, params);
  return [
    ["2025", call2025(method, params), {}],
    ["2025-11-25", call2025(method, params), { "mcp-protocol-version": "2025-11-25" }],
    ["2026", call, headers2026(call)],
  ];
}

type Members = Readonly<Record<string, unknown>>;
export interface Body {
  readonly jsonrpc: string;
  readonly id: string | number | null;
  readonly result?: Members & { readonly isError?: boolean; readonly tools?: readonly Members[] };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Members };
}

export async function answerOf(response: Response) {
  const text = await response.text();
  const body: Body | null = text ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, text, body };
}
