// The site publishes nothing of the conformance fixtures.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { prompts as ownPrompts } from "../../lib/mcp/prompts/prompts.ts";
import { tools as ownTools } from "../../lib/mcp/tools/all.ts";
import { expect, test } from "../support/answering-test.ts";
import { skipOnDeployment } from "../support/forms.ts";
import { root } from "../support/root.ts";

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test("the endpoint offers no conformance fixture", async ({ baseURL }) => {
  const client = new Client({ name: "e2e", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", baseURL)));
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  const { resources } = await client.listResources();
  expect([tools.length, prompts.length]).toEqual([ownTools.length, ownPrompts.length]);
  expect(resources.length).toBeGreaterThan(0);
  const named = [...tools, ...prompts].map(({ name }) => name);
  expect(named.filter((name) => name.startsWith("test_") || name.startsWith("json_schema_"))).toEqual([]);
  expect(resources.filter(({ uri }) => !uri.startsWith(`${baseURL}/`))).toEqual([]);
  expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
  await client.close();
});

test("no source of the site imports the fixtures, and no built file contains one", () => {
  skipOnDeployment("It reads the build.");
  const sources = ["app", "lib"].flatMap(listFiles).concat(["middleware.ts", "next.config.ts"]);
  const reaching = sources.filter((file) =>
    /["'/](e2e|conformance)\/|test_simple_text/.test(readFileSync(file, "utf8")),
  );
  expect(reaching).toEqual([]);
  const setting = sources.filter((file) => readFileSync(file, "utf8").includes("registerFixtures"));
  expect(setting).toEqual([join(root, "lib/mcp/server.ts")]);
  const built = listFiles(".next-test/server").filter((file) => file.endsWith(".js"));
  expect(built.length).toBeGreaterThan(10);
  const texts = built.map((file) => readFileSync(file, "utf8"));
  expect(texts.some((text) => text.includes("get_inbound_addresses"))).toBe(true);
  expect(texts.filter((text) => text.includes("test_simple_text"))).toEqual([]);
});
