// WebMCP: the loader that every visitor gets, and the script that only pages with an agent load.
import { runInNewContext } from "node:vm";
import { expect, test } from "@playwright/test";
import { webMcpLoader } from "../../../app/web-mcp.tsx";
import { createPageBridge, pageTools } from "../../../lib/mcp/page-bridge.ts";
import { isResourcePath } from "../../../lib/site/registry/resources.ts";
import { call2025, createEndpoint, createPost } from "./endpoint.ts";

const endpointUrl = "https://signpost.example/mcp";
const provider = { registerTool: () => undefined };

/** The script elements that the loader adds to a page with these globals. */
function load(document: object, navigator: object): object[] {
  const added: object[] = [];
  const page = {
    createElement: (name: string) => ({ name }),
    head: { append: (node: object) => added.push(node) },
  };
  runInNewContext(webMcpLoader, { document: { ...page, ...document }, navigator });
  return added;
}

test("the loader is small, constant and safe inside a script element", () => {
  expect(Buffer.byteLength(webMcpLoader)).toBeLessThan(320);
  expect(webMcpLoader).not.toContain("<");
  const address = /src="([^"]+)"/.exec(webMcpLoader)?.[1] ?? "";
  expect(isResourcePath(address)).toBe(true);
});

for (const [name, document, navigator, expected] of [
  ["no provider", {}, {}, 0],
  ["a provider that takes no tools", { modelContext: {} }, { modelContext: null }, 0],
  ["document.modelContext", { modelContext: provider }, {}, 1],
  ["navigator.modelContext", {}, { modelContext: provider }, 1],
  ["both", { modelContext: provider }, { modelContext: provider }, 1],
  ["an empty one before a full one", { modelContext: {} }, { modelContext: provider }, 1],
] as const) {
  test(`the loader with ${name} adds ${expected} script(s)`, () => {
    const scripts = Array(expected).fill({ name: "script", src: "/webmcp.js" });
    expect(load(document, navigator)).toEqual(scripts);
  });
}

test("the script has the configured endpoint and the allow-list, and is always the same", async () => {
  const script = await createPageBridge(endpointUrl);
  const config = JSON.parse(/const config = (\{.*\});/.exec(script)?.[1] ?? "null");
  expect(config).toEqual({ endpoint: endpointUrl, tools: pageTools, credentials: "omit" });
  expect(script.endsWith("\n")).toBe(true);
  expect(await createPageBridge(endpointUrl)).toBe(script);
});

test("every tool of the allow-list exists and is read-only", async () => {
  const response = await createEndpoint()(createPost(call2025("tools/list")));
  const { result } = (await response.json()) as {
    result: {
      tools: { name: string; annotations: { readOnlyHint: boolean; destructiveHint: boolean } }[];
    };
  };
  expect(pageTools.length).toBeGreaterThan(0);
  for (const name of pageTools) {
    const listed = result.tools.find((tool) => tool.name === name);
    expect(listed?.annotations, name).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  }
});

test("the script registers and calls exactly those tools in a page", async () => {
  const handle = createEndpoint();
  const registered: { name: string; execute: (input: object) => Promise<unknown> }[] = [];
  const warnings: unknown[] = [];
  const asked: RequestInit[] = [];
  runInNewContext(await createPageBridge(endpointUrl), {
    document: {
      modelContext: { registerTool: (tool: (typeof registered)[0]) => registered.push(tool) },
    },
    navigator: {},
    console: { warn: (...parts: unknown[]) => warnings.push(parts) },
    fetch: (url: string, init: RequestInit) => {
      expect(url).toBe(endpointUrl);
      asked.push(init);
      return handle(createPost(init.body, init.headers as Record<string, string>));
    },
  });
  await expect.poll(() => registered.map((tool) => tool.name)).toEqual(pageTools);
  const answer = await registered
    .find((tool) => tool.name === "get_network_status")
    ?.execute({ fields: ["trading"] });
  expect(answer).toMatchObject({ structuredContent: { network: "thorchain", trading: "open" } });
  expect(warnings).toEqual([]);
  for (const { credentials } of asked) expect(credentials).toBe("omit");
});
