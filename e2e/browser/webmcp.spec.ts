// WebMCP in Chromium: tools are registered if the page has an agent. Other visitors load nothing for it.
import { expect, type Page } from "@playwright/test";
import { pageTools } from "../../lib/mcp/page-bridge.ts";
import { test } from "../support/answering-test.ts";

// A page registers its worker beside the bridge. Each needs a Trusted Types policy of its own.
test.use({ serviceWorkers: "allow" });

interface Registered {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly annotations: unknown;
}
type Shelf = { registered: (Registered & { execute(input: object): Promise<unknown> })[] };

/** Replaces the browser's model context, on `document` or, as in earlier browsers, on `navigator`. */
function provide(page: Page, owner: "document" | "navigator") {
  return page.addInitScript((name) => {
    const processGlobals = window as unknown as Shelf;
    processGlobals.registered = [];
    const registerTool = (tool: Shelf["registered"][number]) =>
      void processGlobals.registered.push(tool);
    Object.defineProperty(name === "document" ? document : navigator, "modelContext", {
      value: { registerTool },
    });
  }, owner);
}

function listRegistered(page: Page): Promise<Registered[]> {
  return page.evaluate(() =>
    (window as unknown as Shelf).registered.map(
      ({ name, title, description, inputSchema, annotations }) => {
        return { name, title, description, inputSchema, annotations };
      },
    ),
  );
}

for (const [path, owner] of [
  ["/", "document"],
  ["/pricing", "document"],
  ["/", "navigator"],
] as const) {
  test(`${path} registers the allow-list with ${owner}.modelContext, and a call works`, async ({
    page,
    request,
  }) => {
    const problems: string[] = [];
    page.on("console", (message) => message.type() !== "log" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    await provide(page, owner);
    await page.goto(path);
    await expect
      .poll(async () => (await listRegistered(page)).map((tool) => tool.name))
      .toEqual(pageTools);

    const listed = await request.post("/mcp", {
      data: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    });
    const { result } = (await listed.json()) as { result: { tools: Registered[] } };
    const wanted = result.tools
      .filter((tool) => pageTools.includes(tool.name))
      .map(({ name, title, description, inputSchema }) => {
        return { name, title, description, inputSchema, annotations: { readOnlyHint: true } };
      });
    expect(await listRegistered(page)).toEqual(wanted);

    const answer = await page.evaluate(() =>
      (window as unknown as Shelf).registered
        .find((tool) => tool.name === "get_network_status")
        ?.execute({ fields: ["trading"] }),
    );
    expect(answer).toMatchObject({ structuredContent: { network: "sample", trading: "open" } });
    expect(problems).toEqual([]);
  });
}

for (const path of ["/", "/pricing", "/legal"]) {
  test(`${path} loads nothing for WebMCP in a browser without a model context`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(path, { waitUntil: "networkidle" });
    expect(
      await page.evaluate(() => "modelContext" in document || "modelContext" in navigator),
    ).toBe(false);
    expect(asked.filter((address) => address === "/webmcp.js" || address === "/mcp")).toEqual([]);
    await expect(page.locator('meta[http-equiv="origin-trial"]'), "without a token").toHaveCount(0);
  });
}
