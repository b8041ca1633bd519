// The extension MCP Apps: who gets a view of an answer, and what it is.
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
  initialize,
  meta,
} from "./endpoint.ts";
import { goodInput } from "./run-tool.ts";

const extension = "io.modelcontextprotocol/ui";
const mediaType = "text/html;profile=mcp-app";
const view: ViewOptions = {
  readDocument: () => "<!doctype html>",
  render: async (blocks, day) => `<p>${blocks.length} blocks, ${day}</p>`,
};
const withView = createEndpoint(undefined, {}, { view });

async function resultOf(body: object, headers: Headers = {}, serve = withView) {
  return (await answerOf(await serve(createPost(body, headers)))).body?.result ?? {};
}

const callOf = (name: string) => ({ name, arguments: goodInput[name] ?? {} });
const call2026With = (name: string, extensions: object) => {
  const clientCapabilities = { extensions };
  const _meta = { ...meta, "io.modelcontextprotocol/clientCapabilities": clientCapabilities };
  const call = call2026("tools/call", callOf(name));
  return { ...call, params: { ...call.params, _meta } };
};

test("the server declares the extension in both eras, and each tool names the same view", async () => {
  const extensions = { [extension]: { mimeTypes: [mediaType] } };
  const begun = await resultOf(initialize("2025-06-18"));
  expect(begun.capabilities).toMatchObject({ extensions });
  const discover = call2026("server/discover");
  expect((await resultOf(discover, headers2026(discover))).capabilities).toMatchObject({
    extensions,
  });
  const { tools: listed = [] } = await resultOf(call2025("tools/list"));
  expect(listed.map(({ _meta }) => _meta)).toEqual(
    tools.map(() => ({ ui: { resourceUri: "ui://signpost/answer" } })),
  );
});

test("the view is a resource that loads nothing", async () => {
  const { contents } = await resultOf(call2025("resources/read", { uri: "ui://signpost/answer" }));
  const nothing = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
  expect(contents).toEqual([
    {
      uri: "ui://signpost/answer",
      mimeType: mediaType,
      text: "<!doctype html>",
      _meta: { ui: { csp: nothing, prefersBorder: true } },
    },
  ]);
});

for (const { name } of tools) {
  test(`${name} answers with its blocks as HTML to a host that shows views`, async () => {
    const call = call2026With(name, { [extension]: { mimeTypes: [mediaType] } });
    const { _meta, structuredContent } = await resultOf(call, headers2026(call));
    const shown = (_meta as Record<string, Record<string, string>>)["signpost/view"];
    expect(shown).toMatchObject({ tool: name, html: expect.stringMatching(/^<p>[1-9]/) });
    const text = JSON.stringify(structuredContent);
    const instants = [...text.matchAll(/"send_before":"([^"]+)"/g)].map(([, instant]) => instant);
    expect(shown?.sendBefore).toBe(instants.sort()[0] ?? null);
  });

  test(`${name} answers without HTML to whoever has no view`, async () => {
    for (const extensions of [
      {},
      { [extension]: {} },
      { [extension]: { mimeTypes: ["text/html"] } },
    ]) {
      const call = call2026With(name, extensions);
      const { _meta = {} } = await resultOf(call, headers2026(call));
      expect(_meta).not.toHaveProperty(["signpost/view"]);
    }
    expect(await resultOf(call2025("tools/call", callOf(name)))).not.toHaveProperty("_meta");
  });
}

test("a client of the older era gets HTML, since only its first message says what it shows", async () => {
  const headers = { "mcp-protocol-version": "2025-06-18" };
  const result = await resultOf(call2025("tools/call", callOf("list_pools")), headers);
  expect(result._meta).toHaveProperty(["signpost/view", "html"]);
});

test("bad arguments are shown, too", async () => {
  const call = call2026With("get_swap_status", { [extension]: { mimeTypes: [mediaType] } });
  const bad = { ...call, params: { ...call.params, arguments: { txid: "12" } } };
  const result = await resultOf(bad, headers2026(bad));
  expect(result).toMatchObject({ isError: true });
  expect(result._meta).toHaveProperty(["signpost/view", "html"]);
});

test("a view that cannot be drawn costs nobody the answer, and is reported", async () => {
  const faults: string[] = [];
  const broken = createEndpoint(
    undefined,
    {},
    {
      view: { ...view, render: async () => Promise.reject(new Error("no drawing")) },
      reportFault: ({ where }) => faults.push(where),
    },
  );
  const call = call2026With("list_pools", { [extension]: { mimeTypes: [mediaType] } });
  const result = await resultOf(call, headers2026(call), broken);
  expect(result).toMatchObject({ structuredContent: { network: "thorchain" } });
  expect(JSON.stringify(result)).not.toContain("no drawing");
  expect(result._meta ?? {}).not.toHaveProperty(["signpost/view"]);
  expect(faults).toEqual(["view of list_pools"]);
});

test("without a view, nothing names it", async () => {
  const serve = createEndpoint();
  const { tools: listed = [] } = await resultOf(call2025("tools/list"), {}, serve);
  expect(JSON.stringify(listed)).not.toContain("ui://");
  expect(JSON.stringify(await resultOf(initialize("2025-06-18"), {}, serve))).not.toContain(
    extension,
  );
});
