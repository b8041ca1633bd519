// WebMCP: tools are registered if the page has an agent. Other visitors load nothing for it.
import { expect } from "@playwright/test";
import { pageTools } from "../../lib/mcp/page-bridge.ts";
import { test } from "../support/answering-test.ts";
import { settings } from "../support/forms.ts";
import { collectProblems } from "../support/page-checks.ts";

// A page registers its worker beside the bridge. Each needs a Trusted Types policy of its own.
test.use({ serviceWorkers: "allow" });

type Shown = Record<"name" | "title" | "description" | "inputSchema" | "annotations", unknown>;
interface Tool extends Shown {
  readonly name: string;
  execute(input: object): Promise<unknown>;
}
declare global {
  interface Window {
    registered: Tool[];
  }
}

// Earlier browsers have the model context on `navigator`.
for (const [path, owner] of [
  ["/", "document"],
  ["/pricing", "navigator"],
] as const)
  test(`${path} registers its tools with ${owner}.modelContext, and a call works`, async ({
    page,
    request,
  }) => {
    const problems = collectProblems(page);
    await page.addInitScript((name) => {
      window.registered = [];
      const registerTool = (tool: Tool) => void window.registered.push(tool);
      const value = { registerTool };
      Object.defineProperty(name === "document" ? document : navigator, "modelContext", { value });
    }, owner);
    await page.goto(path);
    // Functions do not leave the page.
    const listRegistered = () =>
      page.evaluate(() => window.registered.map(({ execute, ...tool }) => tool));
    await expect
      .poll(async () => (await listRegistered()).map(({ name }) => name))
      .toEqual(pageTools);

    const data = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const { result } = await (await request.post("/mcp", { data })).json();
    const listed = (result.tools as Tool[]).filter(({ name }) => pageTools.includes(name));
    expect(await listRegistered()).toEqual(
      listed.map(({ name, title, description, inputSchema }) => {
        return { name, title, description, inputSchema, annotations: { readOnlyHint: true } };
      }),
    );
    const answer = await page.evaluate(() =>
      window.registered
        .find(({ name }) => name === "get_network_status")
        ?.execute({ fields: ["trading"] }),
    );
    expect(answer).toMatchObject({
      structuredContent: { network: settings.network, trading: "open" },
    });
    expect(problems).toEqual([]);
  });

test("a browser without a model context loads nothing for it", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (sent) => asked.push(new URL(sent.url()).pathname));
  await page.goto("/", { waitUntil: "networkidle" });
  expect(asked).not.toContain("/webmcp.js");
  expect(asked).not.toContain("/mcp");
});
