// One request for each kind of response of the endpoint. The responses are the examples of the OpenAPI description.
import { MAX_BODY_BYTES } from "./messages.ts";

export interface Exchange {
  readonly summary: string;
  readonly status: number;
  readonly mediaType: "application/json" | "text/event-stream";
  /** The message that was sent; null if the response does not depend on it. */
  readonly message: unknown;
  /** The body: a JSON value, the text of a stream, or null if empty. */
  readonly answer: unknown;
}

export interface ExchangeRequest {
  readonly summary: string;
  readonly status: number;
  readonly method?: "GET";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent as a client that has used up its rate limit. */
  readonly spent?: true;
}

const callMessage = (name: string, input: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: input },
});

export const exchangeRequests = {
  pools: { summary: "Call a tool", status: 200, body: callMessage("list_pools", { limit: 1, fields: ["price_usd"] }) },
  ping: { summary: "Is anybody there", status: 200, body: { jsonrpc: "2.0", id: 1, method: "ping" } },
  stream: {
    summary: "As one event, for a client that reads nothing else",
    status: 200,
    headers: { accept: "text/event-stream" },
    body: { jsonrpc: "2.0", id: 1, method: "ping" },
  },
  notification: {
    summary: "A notification",
    status: 202,
    body: { jsonrpc: "2.0", method: "notifications/initialized" },
  },
  notJson: { summary: "Not JSON", status: 400, body: "{" },
  notMcp: { summary: "Not JSON-RPC 2.0", status: 400, body: { method: "ping" } },
  foreign: { summary: "A foreign Host", status: 403, headers: { host: "elsewhere.example" } },
  get: { summary: "Any method but POST", status: 405, method: "GET" },
  large: { summary: "Too large", status: 413, body: `"${"x".repeat(MAX_BODY_BYTES)}"` },
  type: { summary: "Another media type", status: 415, headers: { "content-type": "text/plain" } },
  spent: { summary: "Too many messages", status: 429, spent: true },
} as const satisfies Record<string, ExchangeRequest>;

export type ExchangeName = keyof typeof exchangeRequests;
