// The structured answers of tools by a plain GET: the same members as over MCP, counted like the page, and errors that name the argument.
import { type APIRequestContext, expect, test } from "@playwright/test";

const txid = "0010".repeat(16);
const answers = [
  { path: "/track.json", tool: "get_swap_status", input: { txid }, wrong: { txid: "63" }, code: "invalid_txid" },
  {
    path: "/quote.json",
    tool: "get_swap_quote",
    input: { from: "BTC", to: "ETH", amount: "1" },
    wrong: { from: "BTC", to: "ETH", amount: "-1" },
    code: "invalid_arguments",
  },
] as const;

async function callTool(request: APIRequestContext, name: string, input: object): Promise<object> {
  const response = await request.post("/mcp", {
    headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
    data: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } },
  });
  return (await response.json()).result.structuredContent;
}

for (const { path, tool, input, wrong, code } of answers) {
  const at = (query: Readonly<Record<string, string>>) => `${path}?${new URLSearchParams(query)}`;

  test(`${path} is the structured answer of ${tool}`, async ({ request }) => {
    const response = await request.get(at(input));
    expect(response.status()).toBe(200);
    expect(response.headers()["content-type"]).toMatch(/^application\/json/);
    expect(response.headers()["cache-control"]).toBe("no-store");
    const own = await response.json();
    expect(Object.keys(own)).toEqual(Object.keys(await callTool(request, tool, input)));
    expect(own).toMatchObject({ network: "sample", source: "sample" });
  });

  test(`${path} refuses a wrong argument with 400 and the same members`, async ({ request }) => {
    const response = await request.get(at(wrong));
    expect(response.status()).toBe(400);
    const body = await response.json();
    expect(body.error.code).toBe(code);
    expect(Object.keys(body).filter((key) => key !== "error")).toEqual(
      Object.keys(await (await request.get(at(input))).json()),
    );
  });

  test(`${path} is described by OpenAPI with the tool's arguments`, async ({ request }) => {
    const { paths } = await (await request.get("/openapi.json")).json();
    const { get } = paths[path];
    expect(get.parameters.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(Object.keys(input)));
    expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(["200", "400", "429", "503"]));
  });
}
