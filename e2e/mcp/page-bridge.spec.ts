// WebMCP: the loader that every visitor gets, and the script that only pages with an agent load.
import { runInNewContext } from "node:vm";
import { expect, test } from "@playwright/test";
import { webMcpLoader } from "../../app/web-mcp.tsx";
import { createPageBridge, pageTools } from "../../lib/mcp/page-bridge.ts";
import { isResourcePath } from "../../lib/site/registry/resources.ts";

const endpointUrl = "https://signpost.example/mcp";
const provider = { registerTool: () => undefined };

test("the loader is small, constant and safe inside a script element", () => {
  expect(Buffer.byteLength(webMcpLoader)).toBeLessThan(320);
  expect(webMcpLoader).not.toContain("<");
  expect(isResourcePath(/src="([^"]+)"/.exec(webMcpLoader)?.[1] ?? "")).toBe(true);
});

for (const [what, document, navigator, count] of [
  ["no provider", {}, {}, 0],
  ["a provider that takes no tools", { modelContext: {} }, { modelContext: null }, 0],
  ["document.modelContext", { modelContext: provider }, {}, 1],
  ["navigator.modelContext", {}, { modelContext: provider }, 1],
  ["both", { modelContext: provider }, { modelContext: provider }, 1],
  ["an empty one before a full one", { modelContext: {} }, { modelContext: provider }, 1],
] as const)
  test(`the loader with ${what} adds ${count} script(s)`, () => {
    const added: object[] = [];
    const page = {
      createElement: (name: string) => ({ name }),
      head: { append: (node: object) => added.push(node) },
    };
    runInNewContext(webMcpLoader, { document: { ...page, ...document }, navigator });
    expect(added).toEqual(Array(count).fill({ name: "script", src: "/webmcp.js" }));
  });

test("the script has the configured endpoint and the allow-list, and is always the same", async () => {
  const script = await createPageBridge(endpointUrl);
  const config = JSON.parse(/const config = (\{.*\});/.exec(script)?.[1] ?? "null");
  expect(config).toEqual({ endpoint: endpointUrl, tools: pageTools, credentials: "omit" });
  expect(await createPageBridge(endpointUrl)).toBe(script);
});
