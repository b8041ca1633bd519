// Examples for the OpenAPI description: real responses of the guard and the adapter.
import { createMcpServerHandler, type ServerOptions } from "./server.ts";
import { tools } from "./tools/all.ts";
import { createGuard, type GuardOptions } from "./transport/guard.ts";
import { serverName } from "./transport/identity.ts";
import { MAX_BODY_BYTES } from "./transport/request-body.ts";

export interface Exchange {
  readonly summary: string;
  readonly status: number;
  readonly mediaType: "application/json" | "text/event-stream";
  readonly message: unknown;
  readonly answer: unknown;
}

interface ExchangeRequest {
  readonly summary: string;
  readonly status: number;
  readonly method?: "GET";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly isOverLimit?: true;
}

const callMessage = (toolName: string, toolArguments: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: toolName, arguments: toolArguments },
});

const exchangeRequests = {
  pools: {
    summary: "Call a tool",
    status: 200,
    body: callMessage("list_pools", { limit: 1, fields: ["price_usd"] }),
  },
  ping: {
    summary: "Is anybody there",
    status: 200,
    body: { jsonrpc: "2.0", id: 1, method: "ping" },
  },
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
  spent: { summary: "Too many messages", status: 429, isOverLimit: true },
} as const satisfies Record<string, ExchangeRequest>;

export type ExchangeName = keyof typeof exchangeRequests;

interface ExchangeOptions
  extends Pick<ServerOptions, "network" | "networkName">,
    Pick<GuardOptions, "endpointUrl" | "cardUrl"> {
  readonly siteName: string;
}

export async function createExchanges(
  options: ExchangeOptions,
): Promise<Readonly<Record<ExchangeName, Exchange>>> {
  const exchangeEntries: [string, Exchange][] = [];
  for (const [name, example] of Object.entries<ExchangeRequest>(exchangeRequests)) {
    exchangeEntries.push([name, await createExchange(example, options)]);
  }
  return Object.fromEntries(exchangeEntries) as Record<ExchangeName, Exchange>;
}

async function createExchange(
  example: ExchangeRequest,
  options: ExchangeOptions,
): Promise<Exchange> {
  const { summary, status, method = "POST", headers, body = exchangeRequests.ping.body } = example;
  const { endpointUrl } = options;
  const bodyText = typeof body === "string" ? body : JSON.stringify(body);
  const exampleRequest = new Request(endpointUrl, {
    method,
    headers: {
      host: new URL(endpointUrl).host,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    ...(method === "POST" && { body: bodyText }),
  });
  const response = await createEndpoint(options, example.isOverLimit)(exampleRequest);
  if (response.status !== status)
    throw new Error(`example "${summary}": HTTP ${response.status} instead of ${status}`);
  return {
    summary,
    status,
    message: typeof body === "string" || method === "GET" ? null : body,
    ...(await readAnswer(response)),
  };
}

function createEndpoint(
  { network, networkName, siteName, endpointUrl, cardUrl }: ExchangeOptions,
  isOverLimit = false,
): (request: Request) => Promise<Response> {
  const refusingLimiter = { limit: 120, take: () => ({ allowed: false, debtMs: 60_000 }) };
  return createGuard({
    handle: createMcpServerHandler({
      network,
      networkName,
      tools,
      identity: { name: serverName(siteName), version: "1.0.0" },
      instructions: "",
    }),
    hostnames: new Set([new URL(endpointUrl).hostname]),
    endpointUrl,
    cardUrl,
    ...(isOverLimit && { rateLimit: { limiter: refusingLimiter, toClient: () => "" } }),
  });
}

async function readAnswer(response: Response): Promise<Pick<Exchange, "mediaType" | "answer">> {
  const bodyText = await response.text();
  if (response.headers.get("content-type") === "text/event-stream")
    return { mediaType: "text/event-stream", answer: bodyText };
  return { mediaType: "application/json", answer: bodyText === "" ? null : JSON.parse(bodyText) };
}
