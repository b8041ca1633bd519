// The MCP endpoint, called as clients of both eras call it.
import { isLoopback } from "../fetcher.ts";
import {
  call,
  findOldVersion,
  initialize,
  isModern,
  listEras,
  parseRpc,
  post,
  type Rpc,
  readRemote,
} from "../mcp-client.ts";
import { parseNames } from "../parse/cache-control.ts";
import { every, type Group, judge, pass } from "../row.ts";
import type { Site } from "../site.ts";

/** Headers of real clients: the specification's, JSON only, any, none, a version sent too early, a foreign session. */
const clients: readonly { readonly name: string; readonly headers: Readonly<Record<string, string | null>> }[] = [
  { name: "both types", headers: { Accept: "application/json, text/event-stream" } },
  { name: "JSON alone", headers: { Accept: "application/json" } },
  { name: "any type", headers: { Accept: "*/*" } },
  { name: "no Accept", headers: { Accept: null } },
  { name: "type with a charset", headers: { "Content-Type": "application/json; charset=utf-8" } },
  { name: "version in initialize", headers: { "MCP-Protocol-Version": "2025-11-25" } },
  { name: "foreign session", headers: { "Mcp-Session-Id": "signpost-verify" } },
  { name: "no User-Agent", headers: { "User-Agent": null } },
];
const FOREIGN = "https://foreign.example";

async function findRefusalFaults(site: Site): Promise<readonly string[]> {
  const { url } = readRemote(site);
  const faults: string[] = [];
  for (const [method, accept] of [
    ["GET", "*/*"],
    ["GET", "text/event-stream"],
    ["HEAD", "*/*"],
    ["DELETE", "*/*"],
    ["PUT", "*/*"],
  ] as const) {
    const answer = await site.fetcher.get({ url, method, headers: { Accept: accept } });
    const allow = parseNames(answer.headers.allow).join();
    if (answer.status !== 405 || allow !== "post")
      faults.push(`${method} ${accept}: ${answer.status}, Allow ${allow || "absent"}`);
    else if (method !== "HEAD" && parseRpc(answer).error?.code !== -32000)
      faults.push(`${method}: no JSON-RPC error -32000`);
  }
  return faults;
}

/**
 * A local server must serve only local callers. A public one has
 * nothing to protect and may serve every origin, without credentials.
 */
async function judgeOrigin(site: Site) {
  const { url } = readRemote(site);
  const { answer } = await initialize(site, findOldVersion(site), { Origin: FOREIGN });
  if (isLoopback(new URL(url).hostname)) {
    return judge(
      answer.status === 403 ? [] : [`Origin ${FOREIGN} gets ${answer.status} from a local address`],
      "403 for a foreign Origin",
    );
  }
  if (answer.status === 403) return pass("403 for a foreign Origin");
  const open =
    answer.headers["access-control-allow-origin"] === "*" && !("access-control-allow-credentials" in answer.headers);
  return judge(
    open ? [] : [`Origin ${FOREIGN} gets ${answer.status}, neither refused nor open without credentials`],
    "open to all, without credentials",
  );
}

async function judgeHost(site: Site) {
  const { url } = readRemote(site);
  if (!isLoopback(new URL(url).hostname)) return pass("a public address: another Host reaches another site");
  const { answer } = await initialize(site, findOldVersion(site), { Host: "rebound.example" });
  // A front for several hosts may answer 421 (RFC 9110, 15.5.20). The endpoint itself answers 403.
  const refused = answer.status === 403 || answer.status === 421;
  return judge(refused ? [] : [`Host rebound.example gets ${answer.status}`], `${answer.status} for a foreign Host`);
}

const errorCases: readonly {
  name: string;
  body: string;
  headers?: Record<string, string>;
  status: number;
  code: number;
}[] = [
  { name: "not JSON", body: "{", status: 400, code: -32700 },
  { name: "no message", body: "{}", status: 400, code: -32600 },
  { name: "empty batch", body: "[]", status: 400, code: -32600 },
  { name: "text/plain", body: "{}", headers: { "Content-Type": "text/plain" }, status: 415, code: -32000 },
  {
    name: "unknown version",
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    headers: { "MCP-Protocol-Version": "1999-01-01" },
    status: 400,
    code: -32000,
  },
];

async function findErrorFaults(site: Site): Promise<readonly string[]> {
  const faults = await Promise.all(
    errorCases.map(async ({ name, body, headers, status, code }) => {
      const { answer, error } = parseRpc(await post(site, body, headers));
      return answer.status === status && error?.code === code
        ? []
        : [`${name}: ${answer.status} / ${error?.code ?? "no error"}, not ${status} / ${code}`];
    }),
  );
  for (const version of listEras(site)) {
    const { answer, error } = await call(site, version, "signpost-verify/unknown");
    const wanted = isModern(version) ? 404 : 200;
    if (answer.status !== wanted || error?.code !== -32601)
      faults.push([`unknown method in ${version}: ${answer.status} / ${error?.code ?? "no error"}`]);
    const tool = await call(site, version, "tools/call", { name: "signpost-verify-unknown", arguments: {} });
    if (tool.error?.code !== -32602) faults.push([`unknown tool in ${version}: ${tool.error?.code ?? "no error"}`]);
  }
  return faults.flat();
}

function findHeaderFault({ answer }: Rpc): string | null {
  const { headers } = answer;
  if (headers["cache-control"] !== "no-store") return `Cache-Control ${headers["cache-control"] ?? "absent"}`;
  if (headers["access-control-allow-origin"] !== "*") return "Access-Control-Allow-Origin is not *";
  return headers["x-content-type-options"] === "nosniff" ? null : "no nosniff";
}

export const mcp: Group = {
  title: "MCP endpoint",
  checks: [
    {
      id: "mcp.methods",
      what: "GET, HEAD, PUT and DELETE get 405 at once with Allow: POST and a JSON-RPC error",
      todo: "Refuse every method but POST and OPTIONS so; offer no GET stream.",
      run: async (site) => judge(await findRefusalFaults(site), "5 requests"),
    },
    {
      id: "mcp.clients",
      what: "initialize is answered whatever a client's headers",
      todo: "Answer JSON whether Accept names both types, one, any or none; ignore sessions.",
      run: (site) =>
        every(clients, "clients", async ({ name, headers }) => {
          const { answer, result } = await initialize(site, findOldVersion(site), headers);
          if (answer.headers["mcp-session-id"]) return `${name}: a session is minted`;
          return answer.status === 200 && result?.serverInfo ? null : `${name}: ${answer.status}`;
        }),
    },
    {
      id: "mcp.headers",
      what: "Answers are never stored, open to every site's scripts, and not sniffed",
      todo: "Send Cache-Control: no-store, Access-Control-Allow-Origin: * and X-Content-Type-Options: nosniff.",
      run: (site) =>
        every(listEras(site), "eras", async (version) => {
          const fault = findHeaderFault(await call(site, version, "tools/list"));
          return fault === null ? null : `${version}: ${fault}`;
        }),
    },
    {
      id: "mcp.preflight",
      what: "A preflight allows POST with the protocol's headers",
      todo: "Answer OPTIONS with 204, Allow-Methods and Allow-Headers.",
      run: async (site) => {
        const { url } = readRemote(site);
        const { status, headers } = await site.fetcher.get({ url, method: "OPTIONS" });
        const allowed = parseNames(headers["access-control-allow-headers"]);
        const lacking = ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"].filter(
          (name) => !allowed.includes(name),
        );
        const faults =
          status === 204 && parseNames(headers["access-control-allow-methods"]).includes("post") ? [] : [`${status}`];
        return judge([...faults, ...lacking.map((name) => `${name} is not allowed`)], "204");
      },
    },
    {
      id: "mcp.origin",
      what: "A local endpoint refuses a foreign Origin; a public one serves every origin without credentials",
      todo: "Compare Origin with the host on local addresses, and answer 403.",
      run: judgeOrigin,
    },
    {
      id: "mcp.host",
      what: "A local endpoint refuses a foreign Host",
      todo: "Compare Host with the configured names, and answer 403, or 421 in front of it.",
      run: judgeHost,
    },
    {
      id: "mcp.errors",
      what: "Faulty messages get the JSON-RPC errors of the protocol, in both eras",
      todo: "Answer with the status and code that the row names.",
      run: async (site) => judge(await findErrorFaults(site), `${errorCases.length + 2 * listEras(site).length} cases`),
    },
  ],
};
