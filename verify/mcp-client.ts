// A small MCP client: JSON-RPC over POST in both protocol eras, with only what the checks need.
import { CARD } from "./addresses.ts";
import type { Answer } from "./fetcher.ts";
import { needBody, ServerCard } from "./shapes.ts";
import type { Site } from "./site.ts";

/** From this version on, each request carries its version and capabilities, and there is no initialization. */
const MODERN = "2026-07-28";

export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: {
    readonly type?: string;
    readonly additionalProperties?: unknown;
    readonly required?: readonly string[];
  };
  readonly annotations?: Readonly<Record<string, unknown>>;
}

interface RpcResult {
  readonly protocolVersion?: string;
  readonly supportedVersions?: readonly string[];
  readonly serverInfo?: { readonly name: string; readonly version: string };
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly instructions?: string;
  readonly tools?: readonly Tool[];
  readonly isError?: boolean;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

export interface Rpc {
  readonly answer: Answer;
  readonly result: RpcResult | null;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly supported?: readonly string[] };
  } | null;
}

export const isModern = (version: string): boolean => version >= MODERN;

/** The endpoint's address and versions, from the server card. @throws Missing without a card. */
export function readRemote(site: Site): {
  readonly url: string;
  readonly versions: readonly string[];
  readonly card: ServerCard;
} {
  const card = needBody(site, CARD, ServerCard);
  const remote = card.remotes[0];
  return { url: remote?.url ?? `${site.origin}/mcp`, versions: remote?.supportedProtocolVersions ?? [], card };
}

/** The newest version of the era with initialization. */
export function findOldVersion(site: Site): string {
  return readRemote(site).versions.find((version) => !isModern(version)) ?? "2025-11-25";
}

/** The newest version of each era on the card. */
export function listEras(site: Site): readonly string[] {
  const { versions } = readRemote(site);
  return [versions.find(isModern), versions.find((version) => !isModern(version))].filter((one) => one !== undefined);
}

/** Sends a body unchanged. */
export function post(site: Site, body: string, headers: Record<string, string | null> = {}): Promise<Answer> {
  const { url } = readRemote(site);
  return site.fetcher.get({
    url,
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
  });
}

/** Sends one request in the era of `version`. @throws Error if the answer is not JSON-RPC. */
export async function call(
  site: Site,
  version: string,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string | null> = {},
): Promise<Rpc> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "signpost-verify", version: "1" },
  };
  const modern = isModern(version);
  const message = { jsonrpc: "2.0", id: 1, method, params: modern ? { ...params, _meta: meta } : params };
  const named = typeof params.name === "string" ? { "Mcp-Name": params.name } : {};
  const era = modern
    ? { "MCP-Protocol-Version": version, "Mcp-Method": method, ...named }
    : method === "initialize"
      ? {}
      : { "MCP-Protocol-Version": version };
  const answer = await post(site, JSON.stringify(message), { ...era, ...headers });
  return parseRpc(answer);
}

export function initialize(site: Site, version: string, headers: Record<string, string | null> = {}): Promise<Rpc> {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "signpost-verify", version: "1" } };
  return call(site, "2025-03-26", "initialize", params, headers);
}

/** A server may answer one request with an event stream. Its last data line is the response. */
export function parseRpc(answer: Answer): Rpc {
  const stream = (answer.headers["content-type"] ?? "").startsWith("text/event-stream");
  const data = stream
    ? (answer.text
        .match(/^data: ?(.*)$/gm)
        ?.at(-1)
        ?.replace(/^data: ?/, "") ?? "")
    : answer.text;
  let message: { result?: RpcResult; error?: Rpc["error"] };
  try {
    message = JSON.parse(data) as typeof message;
  } catch {
    throw new Error(`POST ${new URL(answer.url).pathname}: ${answer.status}, not JSON-RPC`);
  }
  return { answer, result: message.result ?? null, error: message.error ?? null };
}

/** The endpoint's tools in the era of `version`. */
export async function listTools(site: Site, version: string): Promise<readonly Tool[]> {
  const { result, error } = await call(site, version, "tools/list");
  if (!result?.tools) throw new Error(`tools/list of ${version}: ${error?.message ?? "no tools"}`);
  return result.tools;
}
