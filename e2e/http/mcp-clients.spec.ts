// The README's own lines, run as they stand; and nothing of the conformance fixtures in what is published.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "@playwright/test";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** Each `$ command` of the README's console blocks with the output below it. */
function readExamples(): { readonly command: string; readonly output: string }[] {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  return [...readme.matchAll(/^```console\n\$ ([\s\S]*?)^```$/gm)].map(([, block = ""]) => {
    const lines = block.split("\n");
    const length = lines.findIndex((line) => !line.endsWith("\\")) + 1;
    return { command: lines.slice(0, length).join("\n"), output: lines.slice(length).join("\n") };
  });
}

/** Heights, times, prices and ports move; everything else is shown as it is. */
function toShape(output: string): string {
  return output
    .replace(/\s+$/gm, "")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, "<time>")
    .replace(/\d+(\.\d+)?/g, "<n>");
}

const examples = readExamples();

test("the README shows lines to try", () => {
  expect(examples.length).toBeGreaterThanOrEqual(5);
  for (const { command, output } of examples) {
    expect(command).toMatch(/^(curl -s .*localhost:3000\/|npm run -s verify -- http:\/\/localhost:3000 )/);
    expect(output.trim()).not.toBe("");
  }
});

for (const { command, output } of examples) {
  test(`README: ${command.split("\n")[0]}`, async ({ baseURL }) => {
    const { host } = new URL(String(baseURL));
    // Without pipefail: once `head` has its lines, curl may still be writing, and fails.
    const { stdout } = await run("bash", ["-c", command.replaceAll("localhost:3000", host)], { cwd: root });
    expect(toShape(stdout)).toBe(toShape(output));
  });
}

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
  expect([tools.length, prompts.length, resources.length > 0]).toEqual([5, 3, true]);
  const named = [...tools, ...prompts].map(({ name }) => name);
  expect(named.filter((name) => name.startsWith("test_") || name.startsWith("json_schema_"))).toEqual([]);
  expect(resources.filter(({ uri }) => !uri.startsWith(`${baseURL}/`))).toEqual([]);
  expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
  await client.close();
});

test("no source of the site reaches for the fixtures, and no built file holds one", () => {
  const sources = ["app", "lib"].flatMap(listFiles).concat(["middleware.ts", "instrumentation.ts", "next.config.ts"]);
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
