// Verify: the MCP endpoint, asked as clients of both eras ask it.
import { LINKSET } from "../addresses.ts";
import { isLoopback } from "../fetcher.ts";
import { call, initialize, isModern, listTools, post, type Rpc, readRemote, toRpc } from "../mcp-client.ts";
import { parseNames } from "../parse/cache-control.ts";
import { every, type Group, judge, Missing, pass } from "../row.ts";
import { Linkset, needBody } from "../shapes.ts";
import { findResource, needResource, type Resource, readHtml, type Site } from "../site.ts";

/** Accept fields of clients: the specification's, JSON alone, any, none. */
const clientAccepts = ["application/json, text/event-stream", "application/json", "*/*", null];
const FOREIGN = "https://foreign.example";

const oldVersion = (site: Site) => readRemote(site).versions.find((version) => !isModern(version)) ?? "2025-11-25";
const eras = (site: Site) => {
  const { versions } = readRemote(site);
  return [versions.find(isModern), versions.find((version) => !isModern(version))].filter((one) => one !== undefined);
};

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
    else if (method !== "HEAD" && toRpc(answer).error?.code !== -32000)
      faults.push(`${method}: no JSON-RPC error -32000`);
  }
  return faults;
}

/** A local server serves local callers alone; a public one has nothing to protect and may serve every origin, without credentials. */
async function judgeOrigin(site: Site) {
  const { url } = readRemote(site);
  const { answer } = await initialize(site, oldVersion(site), { Origin: FOREIGN });
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
  const { answer } = await initialize(site, oldVersion(site), { Host: "rebound.example" });
  return judge(answer.status === 403 ? [] : [`Host rebound.example gets ${answer.status}`], "403 for a foreign Host");
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
      const { answer, error } = toRpc(await post(site, body, headers));
      return answer.status === status && error?.code === code
        ? []
        : [`${name}: ${answer.status} / ${error?.code ?? "no error"}, not ${status} / ${code}`];
    }),
  );
  for (const version of eras(site)) {
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

/** The documentation that the API catalog names for the endpoint. */
function needDocumentation(site: Site): Resource {
  const endpoint = readRemote(site).url;
  const context = needBody(site, LINKSET, Linkset).linkset.find(({ anchor }) => anchor === endpoint) as
    | Record<string, { href: string }[]>
    | undefined;
  const url = context?.["service-doc"]?.[0]?.href;
  const found = site.resources.find((one) => one.url === url && one.answer.status === 200);
  if (!found) throw new Missing(`${url ?? "the endpoint's documentation"} is not among this site's documents`);
  return found;
}

async function findUnnamedTools(site: Site, text: string): Promise<readonly string[]> {
  const tools = await listTools(site, oldVersion(site));
  return tools.filter(({ name }) => !text.includes(name)).map(({ name }) => `${name} is not named`);
}

/** A tool that needs no argument is called; its answer must stand in the text and in the structure alike. */
async function findCallFaults(site: Site): Promise<readonly string[]> {
  const tools = await listTools(site, oldVersion(site));
  const tool = tools.find(({ inputSchema }) => (inputSchema?.required ?? []).length === 0);
  if (!tool) return [];
  const faults: string[] = [];
  for (const version of eras(site)) {
    const { result, error } = await call(site, version, "tools/call", { name: tool.name, arguments: {} });
    if (!result) faults.push(`${tool.name} in ${version}: ${error?.message ?? "no result"}`);
    else if (!result.content?.some(({ type, text }) => type === "text" && text))
      faults.push(`${tool.name} in ${version}: no text`);
    else if (result.structuredContent === undefined) faults.push(`${tool.name} in ${version}: no structuredContent`);
    if (result && isModern(version) && result.resultType !== "complete")
      faults.push(`${tool.name} in ${version}: no resultType`);
  }
  return faults;
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
      what: "initialize is answered whatever the client accepts",
      todo: "Answer JSON whether Accept names both types, one, any or none.",
      run: (site) =>
        every(clientAccepts, "clients", async (accept) => {
          const { answer, result } = await initialize(site, oldVersion(site), { Accept: accept });
          return answer.status === 200 && result?.serverInfo ? null : `Accept ${accept ?? "absent"}: ${answer.status}`;
        }),
    },
    {
      id: "mcp.headers",
      what: "Answers are never stored, open to every site's scripts, and not sniffed",
      todo: "Send Cache-Control: no-store, Access-Control-Allow-Origin: * and X-Content-Type-Options: nosniff.",
      run: (site) =>
        every(eras(site), "eras", async (version) => {
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
      todo: "Compare Host with the configured names, and answer 403.",
      run: judgeHost,
    },
    {
      id: "mcp.errors",
      what: "Faulty messages get the JSON-RPC errors of the protocol, in both eras",
      todo: "Answer with the status and code that the row names.",
      run: async (site) => judge(await findErrorFaults(site), `${errorCases.length + 2 * eras(site).length} cases`),
    },
    {
      id: "mcp.tools",
      what: "tools/list is the same in every protocol version",
      todo: "Register the tools once for all versions.",
      run: async (site) => {
        const { versions } = readRemote(site);
        const lists = await Promise.all(versions.map((version) => listTools(site, version)));
        const shown = lists.map((list) =>
          JSON.stringify(list.map(({ name, description, inputSchema }) => [name, description, inputSchema])),
        );
        return judge(
          versions
            .filter((_, index) => shown[index] !== shown[0])
            .map((version) => `${version} differs from ${versions[0]}`),
          `${lists[0]?.length ?? 0} tools in ${versions.length} versions`,
        );
      },
    },
    {
      id: "mcp.read-only",
      what: "Every tool is annotated as read-only and its input is closed",
      todo: "Set readOnlyHint: true, destructiveHint: false and additionalProperties: false.",
      run: async (site) =>
        every(await listTools(site, oldVersion(site)), "tools", ({ name, annotations, inputSchema }) => {
          if (annotations?.readOnlyHint !== true || annotations.destructiveHint !== false)
            return `${name} is not annotated`;
          return inputSchema?.type === "object" && inputSchema.additionalProperties === false
            ? null
            : `${name}: open input`;
        }),
    },
    {
      id: "mcp.call",
      what: "A tool answers in text and in structure, in both eras",
      todo: "Return content and structuredContent made from one object.",
      run: async (site) => judge(await findCallFaults(site), `${eras(site).length} calls`),
    },
    {
      id: "mcp.lists",
      what: "Every declared capability answers its list",
      todo: "Answer the list, or do not declare the capability.",
      run: async (site) => {
        const version = oldVersion(site);
        const { result } = await initialize(site, version);
        const declared = ["tools", "resources", "prompts"].filter((name) => name in (result?.capabilities ?? {}));
        return every(declared, "capabilities", async (name) => {
          const { result: list, error } = await call(site, version, `${name}/list`);
          return Array.isArray(list?.[name]) ? null : `${name}/list: ${error?.message ?? "no list"}`;
        });
      },
    },
    {
      id: "mcp.agents-md",
      what: "AGENTS.md names every tool",
      todo: "Generate its list of tools.",
      run: async (site) =>
        judge(await findUnnamedTools(site, needResource(site, "/AGENTS.md").answer.text), "all tools"),
    },
    {
      id: "mcp.documentation",
      what: "The endpoint's documentation names every tool",
      todo: "Generate its list of tools.",
      run: async (site) =>
        judge(await findUnnamedTools(site, readHtml(needDocumentation(site)).text), needDocumentation(site).label),
    },
    {
      id: "mcp.in-page",
      what: "A page registers tools with an agent in the browser (WebMCP)",
      todo: "Register the read-only tools with modelContext after a feature test.",
      run: (site) => {
        const home = findResource(site, "/");
        const scripts = home ? readHtml(home).scripts : [];
        const loaded = site.resources
          .filter((one) => one.sources.has("asset") && one.answer.status === 200)
          .map(({ answer }) => answer.text);
        const found = [...scripts, ...loaded].some(
          (script) => /modelContext\b/.test(script) && /registerTool/.test(script),
        );
        return judge(found ? [] : ["no script of / names modelContext and registerTool"], "a script of /");
      },
    },
  ],
};
