// WebMCP with the browser's own API: pages and forms give tools to its agent. Without one: home.spec.
import { expect } from "@playwright/test";
import { pageTools } from "../../lib/mcp/page-bridge.ts";
import { getSwapQuote } from "../../lib/mcp/tools/get-swap-quote.ts";
import { getSwapStatus } from "../../lib/mcp/tools/get-swap-status.ts";
import { test } from "../support/answering-test.ts";
import { settings } from "../support/forms.ts";
import { collectProblems } from "../support/page-checks.ts";

test.use({
  // A page registers its worker beside the bridge. Each needs a Trusted Types policy of its own.
  serviceWorkers: "allow",
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--enable-features=WebMCP"] }),
});

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

for (const path of ["/", "/pricing"])
  test(`${path} registers its tools with the browser's agent, and a call works`, async ({
    page,
    request,
  }) => {
    const problems = collectProblems(page);
    await page.goto(path);
    await expect.poll(async () => (await page.webmcp.tools()).length).toBe(pageTools.length);
    const data = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const { result } = await (await request.post("/mcp", { data })).json();
    const listed = (result.tools as ListedTool[]).filter(({ name }) => pageTools.includes(name));
    const byName = (one: ListedTool, other: ListedTool) => (one.name < other.name ? -1 : 1);
    expect(await page.webmcp.tools()).toEqual(
      listed.sort(byName).map(({ name, description, inputSchema }) => {
        return { name, description, inputSchema, annotations: { readOnly: true } };
      }),
    );
    const answer = await page.webmcp.callTool("get_network_status", { fields: ["trading"] });
    expect(answer).toMatchObject({
      structuredContent: { network: settings.network, trading: "open" },
    });
    expect(problems).toEqual([]);
  });

for (const [path, { name, description }, required] of [
  ["/quote", getSwapQuote, ["from", "to", "amount"]],
  ["/track", getSwapStatus, ["txid"]],
] as const)
  test(`the form of ${path} is a tool of the browser's agent`, async ({ page }) => {
    await page.goto(path);
    expect(await page.webmcp.tools()).toMatchObject([
      { name, description, inputSchema: { required } },
    ]);
  });
