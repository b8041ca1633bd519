// The guides as MCP resources in both eras: their addresses, their bytes, and refused requests.
import { expect, test } from "@playwright/test";
import type { McpDocument } from "../../../lib/mcp/server.ts";
import { readGuides } from "../../../lib/site/prose/guides.ts";
import { findResource, resourcePaths } from "../../../lib/site/registry/resources.ts";
import { call2025, createEndpoint, createPost, inBothEras } from "./endpoint.ts";

const guides = readGuides((path) => `# ${path}\n`);
const faults: { where: string; error: unknown }[] = [];
const createWith = (documents: readonly McpDocument[]) =>
  createEndpoint(undefined, { reportFault: (fault) => faults.push(fault) }, { documents });
const endpoint = createWith(guides);

interface Answer {
  readonly result?: {
    readonly resources?: readonly Record<string, unknown>[];
    readonly resourceTemplates?: readonly unknown[];
    readonly contents?: readonly Record<string, unknown>[];
    readonly capabilities?: Record<string, unknown>;
    readonly structuredContent?: Record<string, unknown>;
    readonly _meta?: Record<string, unknown>;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

async function ask(body: object, headers: Record<string, string | null>, to = endpoint) {
  const response = await to(createPost(body, headers));
  return { status: response.status, answer: (await response.json()) as Answer };
}

test("the resources are the registry's prose, each once, without home, legal and aliases", () => {
  const paths = guides.map((guide) => new URL(guide.uri).pathname);
  expect(paths).toContain("/pricing.md");
  expect(paths).toContain("/AGENTS.md");
  expect(paths).toContain("/developers/webhooks.md");
  for (const path of resourcePaths) {
    const { kind, aliasOf, source, cache } = findResource(path);
    const wanted =
      kind === "prose" && aliasOf === undefined && source !== "home" && source !== "legal";
    expect(paths.includes(path), path).toBe(wanted);
    if (wanted) expect(cache, `${path} is static`).toBe("document");
    if (path.endsWith("/SKILL.md")) expect(wanted, path).toBe(true);
  }
  expect(new Set(guides.map((guide) => guide.name)).size).toBe(guides.length);
});

for (const [era, body, headers] of inBothEras("resources/list")) {
  test(`resources/list in ${era} names every guide in the registry's order`, async () => {
    const { status, answer } = await ask(body, headers);
    expect(status).toBe(200);
    const wanted = guides.map(({ uri, name, title, description }) => {
      return { uri, name, title, description, mimeType: "text/markdown" };
    });
    expect(answer.result?.resources).toEqual(wanted);
    expect(answer.result).not.toHaveProperty("nextCursor");
    if (era === "2026")
      expect(answer.result).toMatchObject({ ttlMs: 300_000, cacheScope: "public" });
  });
}

for (const [era, body, headers] of inBothEras("resources/templates/list")) {
  test(`there are no templates in ${era}`, async () => {
    const { answer } = await ask(body, headers);
    expect(answer.result?.resourceTemplates).toEqual([]);
    if (era === "2026")
      expect(answer.result).toMatchObject({ ttlMs: 300_000, cacheScope: "public" });
  });
}

for (const { uri, read } of guides) {
  for (const [era, body, headers] of inBothEras("resources/read", { uri })) {
    test(`resources/read ${new URL(uri).pathname} in ${era} gives the document's bytes`, async () => {
      const { status, answer } = await ask(body, headers);
      expect(status).toBe(200);
      expect(answer.result?.contents).toEqual([{ uri, mimeType: "text/markdown", text: read() }]);
      if (era === "2026")
        expect(answer.result).toMatchObject({ ttlMs: 300_000, cacheScope: "public" });
    });
  }
}

const origin = new URL(guides[0]?.uri ?? "").origin;
const refused: [name: string, method: string, params: object][] = [
  ["an unknown address", "resources/read", { uri: `${origin}/no-such.md` }],
  ["another origin", "resources/read", { uri: "https://elsewhere.example/pricing.md" }],
  ["an alias", "resources/read", { uri: `${origin}/.well-known/agent-rules` }],
  ["the home page", "resources/read", { uri: `${origin}/index.md` }],
  ["a live document", "resources/read", { uri: `${origin}/.well-known/status` }],
  ["a path climbing out", "resources/read", { uri: `${origin}/../content/pricing.md` }],
  ["a file", "resources/read", { uri: "file:///etc/passwd" }],
  ["no address at all", "resources/read", { uri: "pricing" }],
  ["a property's name", "resources/read", { uri: "constructor" }],
  ["no uri", "resources/read", {}],
  ["a cursor on the list", "resources/list", { cursor: "abc" }],
  ["a cursor on the templates", "resources/templates/list", { cursor: "" }],
];
for (const [name, method, params] of refused) {
  for (const [era, body, headers] of inBothEras(method, params)) {
    test(`${name} in ${era} is -32602`, async () => {
      const { status, answer } = await ask(body, headers);
      expect(answer.error?.code).toBe(-32602);
      expect(answer.error?.message).not.toMatch(/[\n{]/);
      expect(status).toBe(200);
    });
  }
}

for (const [era, body, headers] of inBothEras("resources/subscribe", { uri: guides[0]?.uri })) {
  test(`subscriptions are refused in ${era}`, async () => {
    expect((await ask(body, headers)).answer.error?.code).toBe(-32601);
  });
}

test("the capability says that the list never changes, and is missing without documents", async () => {
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "t", version: "1" },
  };
  const offered = await ask(call2025("initialize", params), {});
  expect(offered.answer.result?.capabilities?.resources).toEqual({ listChanged: false });
  const bare = createWith([]);
  expect(
    (await ask(call2025("initialize", params), {}, bare)).answer.result?.capabilities,
  ).not.toHaveProperty("resources");
  expect((await ask(call2025("resources/list"), {}, bare)).answer.error?.code).toBe(-32601);
});

for (const [era, body, headers] of inBothEras("resources/read", {
  uri: "https://signpost.example/broken.md",
})) {
  test(`a document that cannot be read in ${era} is a fault of ours, without the thrown text`, async () => {
    const broken = createWith([
      {
        uri: "https://signpost.example/broken.md",
        name: "broken",
        title: "Broken",
        description: "Broken.",
        read: () => {
          throw new Error("ENOENT /secret/path");
        },
      },
    ]);
    faults.length = 0;
    const { answer } = await ask(body, headers, broken);
    expect(answer.error?.code).toBe(-32603);
    expect(JSON.stringify(answer)).not.toContain("secret");
    expect(faults).toHaveLength(1);
  });
}
