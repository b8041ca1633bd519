// The extension MCP Apps: who gets a view of an answer, and what it is. What declares it: snapshot.spec.
import { expect, test } from "@playwright/test";
import { tools } from "../../lib/mcp/tools/all.ts";
import type { ViewOptions } from "../../lib/mcp/view.ts";
import {
  answerOf,
  call2025,
  call2026,
  createEndpoint,
  createPost,
  type Headers,
  headers2026,
  meta,
} from "./endpoint.ts";
import { goodInput } from "./run-tool.ts";

const extension = "io.modelcontextprotocol/ui";
const mediaType = "text/html;profile=mcp-app";
const shown = { [extension]: { mimeTypes: [mediaType] } };
const view: ViewOptions = {
  readDocument: () => "<!doctype html>",
  render: async (blocks, day) => `<p>${blocks.length} blocks, ${day}</p>`,
};
const withView = createEndpoint(undefined, {}, { view });

async function resultOf(body: object, headers: Headers = {}, serve = withView) {
  return (await answerOf(await serve(createPost(body, headers)))).body?.result ?? {};
}

/** A call by a host that has these extensions. */
function callTool(name: string, extensions: object, serve = withView) {
  const clientCapabilities = { extensions };
  const _meta = { ...meta, "io.modelcontextprotocol/clientCapabilities": clientCapabilities };
  const call = call2026("tools/call", { name, arguments: goodInput[name] });
  return resultOf({ ...call, params: { ...call.params, _meta } }, headers2026(call), serve);
}

for (const { name } of tools)
  test(`${name} answers with its blocks as HTML to a host that shows views`, async () => {
    const { _meta, structuredContent } = await callTool(name, shown);
    const text = JSON.stringify(structuredContent);
    const instants = [...text.matchAll(/"send_before":"([^"]+)"/g)].map(([, instant]) => instant);
    expect(_meta).toHaveProperty(["signpost/view"], {
      tool: name,
      html: expect.stringMatching(/^<p>[1-9]/),
      readAt: expect.any(String),
      sendBefore: instants.sort()[0] ?? null,
    });
  });

for (const [what, answer] of [
  ["no extension", () => callTool("list_pools", {})],
  ["no media type", () => callTool("list_pools", { [extension]: {} })],
  ["another one", () => callTool("list_pools", { [extension]: { mimeTypes: ["text/html"] } })],
  ["no word of it", () => resultOf(call2025("tools/call", { name: "list_pools" }))],
] as const)
  test(`a tool answers without HTML to a host with ${what}`, async () => {
    const { structuredContent, _meta } = await answer();
    expect(structuredContent).toBeDefined();
    expect(_meta ?? {}).not.toHaveProperty(["signpost/view"]);
  });

const html = ["signpost/view", "html"];
test("a client of the older era gets HTML, since only its first message says what it shows", async () => {
  const call = call2025("tools/call", { name: "list_pools", arguments: {} });
  const { _meta } = await resultOf(call, { "mcp-protocol-version": "2025-06-18" });
  expect(_meta).toHaveProperty(html);
});

test("a view that cannot be drawn costs nobody the answer, and is reported", async () => {
  const faults: string[] = [];
  const render = () => Promise.reject(new Error("no drawing"));
  const reportFault = ({ where }: { where: string }) => faults.push(where);
  const broken = createEndpoint(undefined, {}, { view: { ...view, render }, reportFault });
  const result = await callTool("list_pools", shown, broken);
  expect(result).toMatchObject({ structuredContent: { network: "thorchain" } });
  expect(JSON.stringify(result)).not.toContain("no drawing");
  expect(result._meta ?? {}).not.toHaveProperty(["signpost/view"]);
  expect(faults).toEqual(["view of list_pools"]);
});
