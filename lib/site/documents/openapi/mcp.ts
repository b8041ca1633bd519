// The MCP endpoint in the OpenAPI description. Its examples are real exchanges.

import { tools } from "../../../mcp/tools/all.ts";
import type { Exchange, ExchangeName } from "../../../mcp/transport/exchange.ts";
import { MAX_BODY_BYTES } from "../../../mcp/transport/messages.ts";
import { resources } from "../../registry/resources.ts";
import { type Json, ref } from "./parts.ts";

type Exchanges = Readonly<Record<ExchangeName, Exchange>>;

const rateHeaders = {
  "Cache-Control": ref("headers", "NoStore"),
  RateLimit: ref("headers", "RateLimit"),
  "RateLimit-Policy": ref("headers", "RateLimitPolicy"),
};

const descriptions: Readonly<Record<number, string>> = {
  200: "The JSON-RPC response. A tool that cannot answer says so in a result with isError, not in the status.",
  202: "Nothing but notifications: accepted, without a body.",
  400: "Refused, and the error says why. 400: the body is not JSON in UTF-8 (-32700), or no message or batch that is taken here (-32600). 413: the body is too large. 415: it is not application/json, or it is compressed.",
  403: "The Host, or the Origin under it, is not served here.",
  405: "Not POST: a JSON-RPC error, with the methods in Allow.",
  429: "Over the rate limit: a JSON-RPC error that says when to come again.",
};

/** Statuses of a body that is refused. They share one response. */
const refused = [400, 413, 415];

export function mcpPathItem(exchanges: Exchanges): Json {
  const respond = (status: number) => mcpResponse(refused.includes(status) ? refused : [status], exchanges);
  const asked = Object.entries(exchanges).filter(([, { status, message }]) => status < 300 && message !== null);
  return {
    get: {
      operationId: "getMcp",
      tags: ["mcp"],
      summary: "Not offered",
      description:
        "There is no GET stream: POST JSON-RPC messages to this address. Metadata is in the MCP server card.",
      responses: { "405": respond(405) },
    },
    post: {
      operationId: "postMcp",
      tags: ["mcp"],
      summary: resources["/mcp"].title,
      description: `Send one JSON-RPC 2.0 message (MCP Streamable HTTP, stateless). Tools: ${tools.map((tool) => tool.name).join(", ")}.`,
      requestBody: {
        description: `One JSON-RPC message of at most ${MAX_BODY_BYTES.toLocaleString("en")} bytes.`,
        required: true,
        content: {
          "application/json": {
            schema: ref("schemas", "JsonRpcMessage"),
            examples: Object.fromEntries(
              asked.map(([name, { summary, message }]) => [name, { summary, value: message }]),
            ),
          },
        },
      },
      responses: Object.fromEntries(
        [200, 202, 400, 403, 413, 415, 429].map((status) => [String(status), respond(status)]),
      ),
    },
  };
}

function mcpResponse(statuses: readonly number[], exchanges: Exchanges): Json {
  const answered = Object.entries(exchanges).filter(([, one]) => statuses.includes(one.status) && one.answer !== null);
  const [status = 200] = statuses;
  const mcpMediaType = (mediaType: Exchange["mediaType"], schema: Json): Json => {
    const examples = answered.filter(([, one]) => one.mediaType === mediaType);
    if (examples.length === 0) return {};
    const values = examples.map(([name, { summary, answer }]) => [name, { summary, value: answer }]);
    return { [mediaType]: { schema, examples: Object.fromEntries(values) } };
  };
  const content = {
    ...mcpMediaType("application/json", ref("schemas", "JsonRpcResponse")),
    ...mcpMediaType("text/event-stream", { type: "string" }),
  };
  return {
    description: descriptions[status],
    headers: {
      ...(status === 403 || status === 405 ? { "Cache-Control": ref("headers", "NoStore") } : rateHeaders),
      ...(answered.length > 0 ? { "Content-Length": ref("headers", "WholeLength") } : {}),
      ...(status === 405 ? { Allow: ref("headers", "AllowPost") } : {}),
      ...(status === 429 ? { "Retry-After": ref("headers", "RetryAfter") } : {}),
    },
    ...(answered.length > 0 ? { content } : {}),
  };
}
