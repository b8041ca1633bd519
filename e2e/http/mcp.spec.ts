// The MCP endpoint over a real socket: with the official client, and with plain requests.
import { createHash } from "node:crypto";
import { Client, StreamableHTTPClientTransport, type Tool } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { tools } from "../../lib/mcp/tools/all.ts";
import { VIEW_URI } from "../../lib/mcp/view.ts";
import { loopbackHosts } from "../../lib/variables.ts";
import { VERSION } from "../../lib/version.ts";
import { call2025, call2026, headers2026, initialize, modern } from "../mcp/endpoint.ts";
import { goodInput } from "../mcp/run-tool.ts";
import { expect, test } from "../support/answering-test.ts";
import { ask } from "../support/ask.ts";
import { isDirect, isOwnServer, settings, site, untilAllowed, urlOf } from "../support/forms.ts";

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
test("other methods are 405 with a hint, also with the query of the page's script", async () => {
  for (const asked of [
    "GET /mcp",
    "HEAD /mcp",
    "PUT /mcp",
    "DELETE /mcp",
    "GET /mcp?webmcp-script",
  ]) {
    const [method = "", path = ""] = asked.split(" ");
    const { status, headers, text } = await ask(urlOf(path), { method });
    expect([asked, status, headers.allow]).toEqual([asked, 405, "POST"]);
    if (method === "HEAD") continue;
    expect(JSON.parse(text).error.code).toBe(-32000);
    expect(text).toMatch(/POST.*JSON-RPC/);
    if (method === "GET") expect(text).toContain(urlOf("/mcp/server-card"));
  }
});

test("a preflight allows POST with the headers of both eras", async ({ request }) => {
  const answer = await request.fetch("/mcp", { method: "OPTIONS" });
  expect(answer.status()).toBe(204);
  expect(answer.headers()).toMatchObject({
    allow: "POST",
    "access-control-allow-methods": expect.stringContaining("POST"),
    "access-control-allow-headers":
      "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID",
    "access-control-max-age": "86400",
  });
});

test("a local endpoint serves no foreign page, a public one every page without credentials", async () => {
  const call = (headers: object) =>
    ask(urlOf("/mcp"), { method: "POST", headers: { ...json, ...headers }, body: list });
  const foreign = await call({ origin: "https://foreign.example" });
  const isLocal = loopbackHosts.has(new URL(site).hostname);
  expect(foreign.status).toBe(isLocal ? 403 : 200);
  expect(foreign.headers).not.toHaveProperty("access-control-allow-credentials");
  // `npm start` refuses a host that is not served before the endpoint does.
  if (isDirect)
    expect((await call({ host: "rebound.example" })).status).toBe(isOwnServer ? 421 : 403);
});

test("a trailing slash keeps the body", async ({ request }) => {
  const data = { jsonrpc: "2.0", id: 5, method: "tools/list" };
  const response = await request.post("/mcp/", { data, maxRedirects: 0 });
  expect(response.status()).toBe(200);
  expect((await response.json()).id).toBe(5);
});

const patientFetch: typeof fetch = (...asked) =>
  untilAllowed(
    () => fetch(...asked),
    ({ status, headers }) => ({ status, retryAfter: headers.get("retry-after") ?? undefined }),
  );

const nameOf = ({ name, description }: Readonly<Record<string, unknown>> = {}) => ({
  name,
  description,
});

for (const [mode, version] of [
  ["legacy", "2025-11-25"],
  ["auto", modern],
  [{ pin: modern }, modern],
] as const) {
  const name = typeof mode === "string" ? mode : "pinned";
  const connect = async () => {
    const client = new Client({ name: "e2e", version: "1.0.0" }, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL("/mcp", site), { fetch: patientFetch }),
    );
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    return client;
  };

  test(`the official client, ${name}, finds who serves, and both extensions`, async () => {
    const client = await connect();
    expect(client.getServerVersion()).toEqual({
      name: settings.siteName.toLowerCase().replaceAll(" ", "-"),
      version: VERSION,
      title: settings.siteName,
      description: expect.stringMatching(/^.{10,100}$/),
      websiteUrl: urlOf("/"),
      icons: [{ src: urlOf("/logo.svg"), mimeType: "image/svg+xml" }],
    });
    expect(client.getServerCapabilities()?.extensions).toEqual({
      "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
      "io.modelcontextprotocol/skills": {},
    });
    await client.close();
  });

  test(`the official client, ${name}, reads the skills, whose bytes are those of the well-known index`, async ({
    request,
  }) => {
    const client = await connect();
    const skillsClient = new SkillsClient(client);
    expect(skillsClient.supported).toBe(true);
    const { skills } = await skillsClient.list();
    const index = await (await request.get("/.well-known/agent-skills/index.json")).json();
    const indexed: { url: string; digest: string }[] = index.skills;
    expect(skills.map(({ uri, resources }) => ({ uri, resources }))).toEqual(
      indexed.map(({ url, digest }) => {
        const uri = urlOf(url);
        return { uri, resources: [{ uri, digest, size: expect.any(Number) }] };
      }),
    );
    for (const [position, { uri }] of skills.entries()) {
      const { skill } = await skillsClient.get(uri);
      expect(skill).toEqual(skills[position]);
      // The client holds the bytes against size and digest, and the frontmatter against the entry.
      const { bytes, verified, frontmatter } = await skillsClient.read(skill);
      expect(verified).toBe(true);
      const digest = createHash("sha256").update(bytes).digest("hex");
      expect(indexed[position]).toMatchObject({
        digest: `sha256:${digest}`,
        ...nameOf(frontmatter),
      });
    }
    const none = skillsClient.get(urlOf("/.well-known/agent-skills/none/SKILL.md"));
    await expect(none).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  test(`the official client, ${name}, calls each tool and reads each guide as it is published`, async ({
    request,
  }) => {
    const client = await connect();
    // The client holds each output against the schema that was listed.
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(
      Object.keys(goodInput),
    );
    for (const [tool, input] of Object.entries(goodInput)) {
      const answer = await client.callTool({ name: tool, arguments: input });
      expect(answer, tool).toMatchObject({
        structuredContent: { network: settings.network },
        content: [{ type: "text" }],
      });
    }
    const wrong = { name: "get_network_status", arguments: { fields: ["nonsense"] } };
    expect(await client.callTool(wrong)).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringMatching(/^error invalid_arguments/) }],
      structuredContent: { error: { code: "invalid_arguments", argument: "fields" } },
    });
    const missing = client.callTool({ name: "no_such_tool", arguments: {} });
    await expect(missing).rejects.toMatchObject({ code: -32602 });
    const { resources } = await client.listResources();
    expect(resources.length).toBeGreaterThan(2);
    const isGuide = ({ mimeType }: (typeof resources)[number]) => mimeType === "text/markdown";
    expect(resources.filter((resource) => !isGuide(resource))).toMatchObject([{ uri: VIEW_URI }]);
    for (const { uri, mimeType } of resources.filter(isGuide)) {
      const published = await request.get(uri);
      expect(published.headers()["content-type"]).toBe(`${mimeType}; charset=utf-8`);
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: "text/markdown", text: await published.text() }]);
    }
    await client.close();
  });
}

test("the server card names what the endpoint offers, in each version", async ({ request }) => {
  const card = await (await request.get("/.well-known/mcp/server-card.json")).json();
  const [{ url, supportedProtocolVersions: versions }] = card.remotes;
  expect([url, card.serverUrl, card.transport.endpoint]).toEqual(Array(3).fill(urlOf("/mcp")));
  expect(versions.filter((version: string) => version >= modern)).toEqual([modern]);
  const lists = new Set<string>();
  for (const version of versions) {
    const isModern = version === modern;
    const send = async (method: string, params?: object) => {
      const data = isModern ? call2026(method, params) : call2025(method, params);
      const era = isModern ? headers2026(data) : { "mcp-protocol-version": version };
      const headers = { ...json, ...(method !== "initialize" && era) } as Record<string, string>;
      return (await (await request.post(url, { data, headers })).json()).result;
    };
    const hello = isModern
      ? await send("server/discover")
      : await send("initialize", initialize(version).params);
    expect(isModern ? hello.supportedVersions : [hello.protocolVersion]).toContain(version);
    expect(
      isModern ? hello._meta["io.modelcontextprotocol/serverInfo"] : hello.serverInfo,
    ).toMatchObject(card.serverInfo);
    expect(hello.capabilities).toEqual(card.capabilities);
    const { tools: served }: { tools: Tool[] } = await send("tools/list");
    expect(served.map(({ name, description }) => ({ name, description }))).toEqual(card.tools);
    lists.add(JSON.stringify(served.map(({ name, inputSchema }) => [name, inputSchema])));
    for (const { annotations, inputSchema } of served) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    }
  }
  expect(lists.size).toBe(1);
});

test("documents and the script for pages name every tool, and no other", async ({ request }) => {
  const names = tools.map(({ name }) => name).sort();
  const verbs = names.map((name) => name.split("_")[0]);
  for (const path of ["/AGENTS.md", "/developers/mcp", "/webmcp.js"]) {
    const text = await (await request.get(path)).text();
    const written = new Set(text.match(/\b[a-z]+(?:_[a-z]+)+\b/g));
    const named = [...written].filter((name) => verbs.includes(name.split("_")[0] ?? ""));
    expect(named.sort(), path).toEqual(names);
  }
  const home = await (await request.get("/")).text();
  expect(home).toContain('"/webmcp.js"');
  expect(await (await request.get("/webmcp.js")).text()).toMatch(/modelContext[\s\S]*registerTool/);
});
