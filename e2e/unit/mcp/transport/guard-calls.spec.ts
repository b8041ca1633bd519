// What a message is answered with: versions, methods and tools, and faults of our own.
import { expect, test } from "@playwright/test";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import type { Network } from "../../../../lib/protocol/network.ts";
import type { Headers } from "../endpoint.ts";
import {
  call2025,
  call2026,
  createEndpoint,
  createPost,
  headers2026,
  inBothEras,
  meta,
  modern,
} from "../endpoint.ts";
import { createFakeNetwork, failedNetwork, status } from "../fake-network.ts";
import { list, send } from "./guard-answers.ts";

test.describe("methods and tools", () => {
  for (const method of [
    "no/such",
    "logging/setLevel",
    "resources/list",
    "prompts/list",
    "completion/complete",
    "subscriptions/listen",
  ]) {
    for (const [era, body, headers] of inBothEras(method)) {
      test(`${method} in ${era} is not offered`, async () => {
        const { status, body: answer } = await send(createPost(body, headers));
        expect([status, answer.id, answer.error?.code]).toEqual([
          era === "2026" ? 404 : 200,
          1,
          -32601,
        ]);
      });
    }
  }

  test("ping and initialize exist in 2025, server/discover in 2026", async () => {
    expect((await send(createPost(call2025("ping")))).body).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {},
    });
    for (const method of ["ping", "initialize"]) {
      const call = call2026(method);
      const { status, body } = await send(createPost(call, headers2026(call)));
      expect([method, status, body.error?.code]).toEqual([method, 404, -32601]);
    }
    expect((await send(createPost(call2025("server/discover")))).body.error?.code).toBe(-32601);
  });

  const rows: [name: string, method: string, params: object, code: number][] = [
    ["unknown tool", "tools/call", { name: "no_such_tool", arguments: {} }, -32602],
    ["a tool named like a property", "tools/call", { name: "__proto__", arguments: {} }, -32602],
    ["no name", "tools/call", { arguments: {} }, -32602],
    ["arguments that are no object", "tools/call", { name: "list_pools", arguments: [1] }, -32602],
    ["arguments that are text", "tools/call", { name: "list_pools", arguments: "x" }, -32602],
    ["a cursor", "tools/list", { cursor: "abc" }, -32602],
    ["an empty cursor", "tools/list", { cursor: "" }, -32602],
    ["a cursor that is no text", "tools/list", { cursor: 5 }, -32602],
  ];
  for (const [name, method, params, code] of rows) {
    for (const [era, body, headers] of inBothEras(method, params)) {
      test(`${name} in ${era} → 200 with ${code}`, async () => {
        const answer = await send(createPost(body, headers));
        expect([answer.status, answer.body.id, answer.body.error?.code]).toEqual([200, 1, code]);
        expect(answer.body.error?.message).not.toMatch(
          /[\n{]|invalid_type|no_such_tool|__proto__|disabled/,
        );
      });
    }
  }

  for (const [era, body, headers] of inBothEras("tools/call", {
    name: "list_pools",
    arguments: { limit: 0 },
  })) {
    test(`arguments outside the schema in ${era} are a tool error with code and hint`, async () => {
      const { status, body: answer } = await send(createPost(body, headers));
      expect([status, answer.result?.isError]).toEqual([200, true]);
      expect(answer.result?.content?.[0]?.text).toContain(
        "error invalid_arguments: limit must be at least 1.",
      );
      expect(answer.result?.structuredContent).toMatchObject({
        error: { code: "invalid_arguments" },
      });
    });
  }

  for (const [era, body, headers] of inBothEras("tools/call", { name: "get_network_status" })) {
    test(`a failed reading in ${era} is a tool error of the same shape`, async () => {
      const { status, body: answer } = await send(
        createPost(body, headers),
        createEndpoint(failedNetwork),
      );
      expect([status, answer.result?.isError]).toEqual([200, true]);
      expect(answer.result?.structuredContent).toMatchObject({
        trading: "unknown",
        error: { code: "stale" },
      });
    });
  }

  for (const [era, body, headers] of inBothEras("tools/call", {
    name: "list_pools",
    arguments: { fields: Array(64).fill("asset") },
  })) {
    test(`65 elements in ${era} are refused before the tool runs`, async () => {
      const { body: answer } = await send(createPost(body, headers));
      expect(answer.result?.isError).toBe(true);
      expect(answer.result?.content?.[0]?.text).toContain("maximum of 64 elements");
    });
  }

  for (const [era, body, headers] of inBothEras("tools/list")) {
    test(`tools/list in ${era} keeps order, annotations and schemas`, async () => {
      const { body: answer } = await send(createPost(body, headers));
      const listed = answer.result?.tools as unknown as Record<string, unknown>[];
      expect(listed.map((tool) => tool.name)).toEqual(tools.map((tool) => tool.name));
      for (const tool of listed) {
        expect(tool).toMatchObject({
          annotations: {
            readOnlyHint: true,
            destructiveHint: false,
            idempotentHint: true,
            openWorldHint: true,
          },
          inputSchema: { type: "object", additionalProperties: false },
          outputSchema: { type: "object" },
        });
        expect(tool.title).toBeTruthy();
      }
      expect(answer.result).not.toHaveProperty("nextCursor");
    });
  }
});

test.describe("our own faults", () => {
  const faulty: [name: string, handle: () => Promise<Response>][] = [
    ["a throw", () => Promise.reject(new Error("secret 10.1.2.3"))],
    [
      "a 500",
      async () =>
        Response.json(
          { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "secret" } },
          { status: 500 },
        ),
    ],
    [
      "a -32603",
      async () =>
        Response.json({ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "secret" } }),
    ],
    [
      "the SDK's catch-all",
      async () =>
        Response.json(
          {
            jsonrpc: "2.0",
            id: null,
            error: { code: -32700, message: "Parse error", data: "secret" },
          },
          { status: 400 },
        ),
    ],
    ["nonsense", async () => new Response("secret")],
    [
      "an unfinished stream",
      async () =>
        new Response("event: message\n", { headers: { "content-type": "text/event-stream" } }),
    ],
  ];
  for (const [name, handle] of faulty) {
    test(`${name} is -32603 with a correlation id and nothing else`, async () => {
      const ids: string[] = [];
      const broken = createEndpoint(undefined, { handle, reportFault: ({ id }) => ids.push(id) });
      const { status, body, text } = await send(createPost(list), broken);
      expect([status, body.error?.code, ids.length]).toEqual([200, -32603, 1]);
      expect(text).toContain(ids[0]);
      expect(text).not.toMatch(/secret|10\.1/);
    });
  }

  test("a client that goes away aborts the reading", async () => {
    for (const [era, body, headers] of inBothEras("tools/call", { name: "get_network_status" })) {
      let seen: AbortSignal | undefined;
      let reach = () => {};
      const reached = new Promise<void>((resolve) => {
        reach = resolve;
      });
      const waiting: Partial<Network> = {
        getStatus: (options) =>
          new Promise((resolve) => {
            seen = options?.signal;
            reach();
            seen?.addEventListener("abort", () => resolve(status));
          }),
      };
      const caller = new AbortController();
      const request = new Request(createPost(body, headers), { signal: caller.signal });
      const faults: unknown[] = [];
      const reportFault = (fault: unknown) => faults.push(fault);
      const answer = createEndpoint(createFakeNetwork(waiting), { reportFault })(request);
      await reached;
      caller.abort();
      await answer;
      expect(seen?.aborted, era).toBe(true);
      expect(faults, era).toEqual([]);
    }
  });
});

test.describe("versions", () => {
  const initialize = (protocolVersion: string) =>
    call2025("initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    });
  for (const [asked, given] of [
    ["2025-03-26", "2025-03-26"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    [modern, "2025-11-25"],
    ["2024-11-05", "2025-11-25"],
    ["1999-01-01", "2025-11-25"],
  ] as const) {
    test(`initialize with ${asked} → ${given}`, async () => {
      const { status, body } = await send(createPost(initialize(asked)));
      expect(status).toBe(200);
      expect(body.result).toMatchObject({
        protocolVersion: given,
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: "signpost", version: "1.0.0" },
      });
      expect(Object.keys(body.result?.capabilities as object)).toEqual(["tools"]);
    });
  }

  test("initialize without its parameters is invalid params", async () => {
    const { status, body } = await send(createPost(call2025("initialize", {})));
    expect([status, body.error?.code]).toEqual([200, -32602]);
    expect(body.error?.message).toBe("Invalid params: protocolVersion, capabilities, clientInfo.");
  });

  const header = (version: string | null) => ({
    "mcp-protocol-version": version,
    "mcp-method": "tools/list",
  });
  const withMeta = (version: string, more: object = {}) =>
    call2025("tools/list", {
      _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": version, ...more },
    });
  const named = (name: string) => call2026("tools/call", { name, arguments: {} });
  const call = { ...headers2026(named("list_pools")) };
  const base64 = `=?base64?${Buffer.from("list_pools").toString("base64")}?=`;
  const rows: [
    name: string,
    body: object,
    headers: Headers,
    status: number,
    code: number | null,
  ][] = [
    ["2025-03-26 in the header", list, header("2025-03-26"), 200, null],
    ["2025-11-25 in the header", list, header("2025-11-25"), 200, null],
    ["unknown header, no _meta", list, header("2023-01-01"), 400, -32000],
    ["2024-11-05 is not served", list, header("2024-11-05"), 400, -32000],
    ["unknown in header and _meta", withMeta("2027-01-01"), header("2027-01-01"), 400, -32022],
    ["modern header, no _meta", list, header(modern), 400, -32602],
    [
      "modern header, _meta without a version",
      call2025("tools/list", { _meta: {} }),
      header(modern),
      400,
      -32602,
    ],
    [
      "no clientCapabilities",
      call2025("tools/list", { _meta: { "io.modelcontextprotocol/protocolVersion": modern } }),
      header(modern),
      400,
      -32602,
    ],
    ["header differs from _meta", withMeta(modern), header("2025-11-25"), 400, -32020],
    [
      "header differs from _meta, the other way",
      withMeta("2025-11-25"),
      header(modern),
      400,
      -32020,
    ],
    ["modern _meta, no version header", withMeta(modern), header(null), 400, -32020],
    ["Mcp-Method missing", withMeta(modern), { "mcp-protocol-version": modern }, 400, -32020],
    [
      "Mcp-Method different",
      withMeta(modern),
      { ...header(modern), "mcp-method": "prompts/list" },
      400,
      -32020,
    ],
    [
      "Mcp-Method in capitals",
      withMeta(modern),
      { ...header(modern), "mcp-method": "TOOLS/LIST" },
      400,
      -32020,
    ],
    ["Mcp-Name missing", named("list_pools"), { ...call, "mcp-name": null }, 400, -32020],
    ["Mcp-Name different", named("list_pools"), { ...call, "mcp-name": "other" }, 400, -32020],
    [
      "Mcp-Name with outer white space",
      named("list_pools"),
      { ...call, "mcp-name": "  list_pools " },
      200,
      null,
    ],
    ["Mcp-Name in base64", named("list_pools"), { ...call, "mcp-name": base64 }, 200, null],
    [
      "Mcp-Name in another's base64",
      named("get_swap_quote"),
      { ...call, "mcp-name": base64 },
      400,
      -32020,
    ],
    ["all in order", withMeta(modern), header(modern), 200, null],
  ];
  for (const [name, body, headers, expected, code] of rows) {
    test(`${name} → ${expected}`, async () => {
      const answer = await send(createPost(body, headers));
      expect([answer.status, answer.body.id]).toEqual([expected, 1]);
      expect(answer.body.error?.code ?? null).toBe(code);
      if (code === -32022) expect(answer.body.error?.data?.supported).toContain(modern);
    });
  }

  test("server/discover names the same server, and may be cached", async () => {
    const discover = call2026("server/discover");
    const { status, body } = await send(createPost(discover, headers2026(discover)));
    expect(status).toBe(200);
    const initialized = await send(createPost(initialize("2025-11-25")));
    expect(body.result).toMatchObject({
      resultType: "complete",
      supportedVersions: [modern],
      ttlMs: 300_000,
      cacheScope: "public",
      instructions: initialized.body.result?.instructions,
      capabilities: { tools: { listChanged: false } },
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "signpost", version: "1.0.0" } },
    });
    expect(String(body.result?.instructions).split(/\s+/).length).toBeLessThanOrEqual(150);
  });

  test("tools/list of 2026 may be cached; a call may not", async () => {
    const listing = call2026("tools/list");
    const { body } = await send(createPost(listing, headers2026(listing)));
    expect(body.result).toMatchObject({
      resultType: "complete",
      ttlMs: 300_000,
      cacheScope: "public",
    });
    const calling = named("list_pools");
    const called = await send(createPost(calling, headers2026(calling)));
    expect(called.body.result).toMatchObject({ resultType: "complete" });
    expect(called.body.result).not.toHaveProperty("ttlMs");
  });
});
