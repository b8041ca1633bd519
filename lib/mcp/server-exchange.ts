// The responses for the examples of the OpenAPI description, from the real guard and adapter over a given network.

import { createMcpServerHandler, type ServerOptions } from "./server.ts";
import { tools } from "./tools/all.ts";
import { type Exchange, type ExchangeName, type ExchangeRequest, exchangeRequests } from "./transport/exchange.ts";
import { createGuard, type GuardOptions } from "./transport/guard.ts";
import { serverName } from "./transport/identity.ts";

interface ExchangeOptions
  extends Pick<ServerOptions, "network" | "networkName">,
    Pick<GuardOptions, "endpointUrl" | "cardUrl"> {
  readonly siteName: string;
}

/** @throws Error if a response has another status than its example. */
export async function getExchanges(options: ExchangeOptions): Promise<Readonly<Record<ExchangeName, Exchange>>> {
  const exchanges: [string, Exchange][] = [];
  for (const [name, example] of Object.entries<ExchangeRequest>(exchangeRequests)) {
    exchanges.push([name, await getExchange(example, options)]);
  }
  return Object.fromEntries(exchanges) as Record<ExchangeName, Exchange>;
}

async function getExchange(example: ExchangeRequest, options: ExchangeOptions): Promise<Exchange> {
  const { summary, status, method = "POST", headers, body = exchangeRequests.ping.body, spent } = example;
  const { network, networkName, siteName, endpointUrl, cardUrl } = options;
  const limiter = { limit: 120, take: async () => ({ allowed: false, debtMs: 60_000 }) };
  const serve = createGuard({
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
    ...(spent && { rateLimit: { limiter, toClient: () => "" } }),
  });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request(endpointUrl, {
    method,
    headers: {
      host: new URL(endpointUrl).host,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    ...(method === "POST" && { body: text }),
  });
  const response = await serve(request);
  if (response.status !== status) throw new Error(`example "${summary}": HTTP ${response.status} instead of ${status}`);
  const answer = await response.text();
  const isStream = response.headers.get("content-type") === "text/event-stream";
  return {
    summary,
    status,
    mediaType: isStream ? "text/event-stream" : "application/json",
    message: typeof body === "string" || method === "GET" ? null : body,
    answer: isStream ? answer : answer === "" ? null : JSON.parse(answer),
  };
}
