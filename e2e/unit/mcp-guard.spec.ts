// The transport's table, row by row, in both eras, with the real adapter behind the guard.
import { expect, test } from "@playwright/test";
import type { Network } from "../../lib/protocol/model.ts";
import {
  createEndpoint,
  type Headers,
  meta,
  modern,
  toBothEras,
  toCall2025,
  toCall2026,
  toHeaders2026,
  toPost,
  toRequest,
} from "./mcp-endpoint.ts";
import { createFakeNetwork, failedNetwork, status } from "./mcp-fake-network.ts";

const endpoint = createEndpoint();
const list = toCall2025("tools/list");

interface Body {
  jsonrpc: string;
  id: string | number | null;
  result?: Record<string, unknown> & { tools?: { name: string }[]; content?: { text: string }[]; isError?: boolean };
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

async function send(request: Request, to = endpoint) {
  const response = await to(request);
  const text = await response.text();
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.has("mcp-session-id")).toBe(false);
  expect(response.headers.get("content-type")).toBe(text === "" ? null : "application/json");
  return { status: response.status, headers: response.headers, text, body: (text ? JSON.parse(text) : null) as Body };
}

test.describe("methods", () => {
  test("OPTIONS is a preflight", async () => {
    const { status, headers, text } = await send(toRequest("OPTIONS", { origin: "https://anywhere.example" }));
    expect([status, text]).toEqual([204, ""]);
    expect(Object.fromEntries(headers)).toMatchObject({
      allow: "POST",
      "access-control-allow-methods": "POST, OPTIONS",
      "access-control-allow-headers":
        "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID",
      "access-control-max-age": "86400",
    });
    expect((await send(toRequest("OPTIONS", { host: "evil.example" }))).status).toBe(403);
    expect((await send(toRequest("OPTIONS", { host: "localhost", origin: "https://evil.example" }))).status).toBe(403);
  });

  for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
    test(`${method} is refused at once and says where to go`, async () => {
      for (const accept of ["*/*", "text/event-stream"]) {
        const { status, headers, body } = await send(toRequest(method, { accept }));
        expect([status, headers.get("allow"), body.id, body.error?.code]).toEqual([405, "POST", null, -32000]);
        expect(body.error?.message).toContain("POST JSON-RPC to https://signpost.example/mcp");
        expect(body.error?.message).toContain("https://signpost.example/.well-known/mcp/server-card.json");
      }
    });
  }

  test("HEAD is refused without a body", async () => {
    const { status, headers, text } = await send(toRequest("HEAD"));
    expect([status, headers.get("allow"), text]).toEqual([405, "POST", ""]);
  });
});

test.describe("Host and Origin", () => {
  const rows: [status: number, host: string | null, origin: string | null][] = [
    [200, "signpost.example", null],
    [200, "Signpost.Example.:443", "https://evil.example"],
    [200, "signpost.example", "null"],
    [200, "swap.signpost.example", "moz-extension://abc"],
    [200, "localhost:3000", null],
    [200, "localhost:3000", "http://localhost:5173"],
    [200, "127.0.0.1", "http://localhost"],
    [200, "[::1]:3000", "http://[::1]:3000"],
    [200, "192.168.7.7:3000", "http://192.168.7.7"],
    [200, "192.168.7.7", null],
    [403, null, null],
    [403, "", null],
    [403, "evil.example", "http://evil.example"],
    [403, "signpost.example.evil.example", null],
    [403, "signpost.example@evil.example", null],
    [403, "signpost.example/evil", null],
    [403, "signpost.example:port", null],
    [403, "signpost.example, evil.example", null],
    [403, "10.0.0.1", null],
    [403, "192.168.7.8", null],
    [403, "box.local", null],
    [403, "0.0.0.0", null],
    [403, "[fe80::1]", null],
    [403, "localhost", "null"],
    [403, "localhost", "http://evil.example"],
    [403, "localhost", "http://localhost.evil.example"],
    [403, "localhost", "http://localhost@evil.example"],
    [403, "localhost", "http://evil.example@localhost"],
    [403, "localhost", "http://localhost/path"],
    [403, "localhost", "vscode-webview://x"],
    [403, "localhost", "nonsense"],
    [403, "192.168.7.7", "http://signpost.example"],
  ];
  for (const [expected, host, origin] of rows) {
    test(`Host ${JSON.stringify(host)}, Origin ${JSON.stringify(origin)} → ${expected}`, async () => {
      const { status, body } = await send(toPost(list, { host, origin, "x-forwarded-host": "signpost.example" }));
      expect(status).toBe(expected);
      if (expected === 403) expect(body).toMatchObject({ id: null, error: { code: -32000 } });
    });
  }
});

test.describe("body", () => {
  const nest = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const deepCall = (depth: number) =>
    `{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"a":${nest(depth - 3)}}}}`;
  const filled = (bytes: number) => JSON.stringify(list).padEnd(bytes, " ");
  const rows: [name: string, body: unknown, headers: Headers, status: number, code: number | null, id?: unknown][] = [
    ["no Content-Type", list, { "content-type": null }, 415, -32000],
    ["text/plain", list, { "content-type": "text/plain;charset=UTF-8" }, 415, -32000],
    ["application/json-seq", list, { "content-type": "application/json-seq" }, 415, -32000],
    ["application/json with parameters", list, { "content-type": "Application/JSON ; charset=utf-8" }, 200, null],
    ["gzip", list, { "content-encoding": "gzip" }, 415, -32000],
    ["identity", list, { "content-encoding": "identity" }, 200, null],
    ["65,536 bytes", filled(65_536), {}, 200, null],
    ["65,537 bytes", filled(65_537), {}, 413, -32000],
    ["a claimed length over the cap", list, { "content-length": "65537" }, 413, -32000],
    ["a false short length", filled(70_000), { "content-length": "10" }, 413, -32000],
    ["empty", "", {}, 400, -32700],
    ["malformed JSON", '{"jsonrpc":', {}, 400, -32700],
    ["invalid UTF-8", new Uint8Array([0x22, 0xff, 0xfe, 0x22]), {}, 400, -32700],
    ["depth 32", deepCall(32), {}, 200, null],
    ["depth 33", deepCall(33), {}, 400, -32600, 3],
    ["depth 20,000", nest(20_000), {}, 400, -32600],
    ["null", "null", {}, 400, -32600],
    ["a number", "5", {}, 400, -32600],
    ["a string", '"tools/list"', {}, 400, -32600],
    ["no jsonrpc", { id: 9, method: "tools/list" }, {}, 400, -32600, 9],
    ["jsonrpc 1.0", { jsonrpc: "1.0", id: 9, method: "tools/list" }, {}, 400, -32600, 9],
    ["no method", { jsonrpc: "2.0", id: 9 }, {}, 400, -32600, 9],
    ["a null id", { jsonrpc: "2.0", id: null, method: "tools/list" }, {}, 400, -32600],
    ["a fractional id", { jsonrpc: "2.0", id: 1.5, method: "tools/list" }, {}, 400, -32600],
    ["params that are no object", { jsonrpc: "2.0", id: 9, method: "tools/list", params: [1] }, {}, 400, -32600, 9],
  ];
  for (const [name, body, headers, expected, code, id] of rows) {
    for (const version of [null, "2025-06-18"]) {
      test(`${name} → ${expected} (${version ?? "no version"})`, async () => {
        const answer = await send(toPost(body, { "mcp-protocol-version": version, ...headers }));
        expect(answer.status).toBe(expected);
        if (code === null) expect(answer.body.result?.tools).toHaveLength(5);
        else expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: id ?? null, error: { code } });
      });
    }
  }

  test("a chunked body is counted while it is read, and reading stops", async () => {
    let sent = 0;
    let cancelled = false;
    const long = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1000;
        controller.enqueue(new Uint8Array(1000).fill(0x20));
        if (sent >= 500_000) controller.close();
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const { status, body } = await send(toPost(long));
    expect([status, body.error?.code, cancelled]).toEqual([413, -32000, true]);
    expect(sent).toBeLessThan(80_000);
  });

  test("the checks run in the order of the table", async () => {
    const bad = { host: "evil.example", "content-type": "text/plain", "content-length": "99999" };
    expect((await send(toPost("{", bad))).status).toBe(403);
    expect((await send(toPost("{", { ...bad, host: "localhost" }))).status).toBe(415);
    expect((await send(toPost("{", { "content-length": "99999" }))).status).toBe(413);
  });
});

test.describe("batches", () => {
  const note = { jsonrpc: "2.0", method: "notifications/whatever" };
  const calls = (count: number) => Array.from({ length: count }, (_, index) => toCall2025("ping", undefined, index));
  const rows: [name: string, body: unknown[], version: string | null, status: number][] = [
    ["empty", [], null, 400],
    ["empty", [], "2025-03-26", 400],
    ["of one", calls(1), "2025-06-18", 400],
    ["of one", calls(1), "2025-11-25", 400],
    ["of one", calls(1), modern, 400],
    ["of nine", calls(9), null, 400],
    ["with initialize", [toCall2025("initialize", { protocolVersion: "2025-03-26" }), note], null, 400],
    ["with a broken message", [list, { id: 2 }], null, 400],
    ["with equal ids", [list, list], null, 400],
    ["with a 2026 message", [toCall2026("tools/list")], null, 400],
  ];
  for (const [name, body, version, expected] of rows) {
    test(`${name}, ${version ?? "no version"} → ${expected}`, async () => {
      const answer = await send(toPost(body, { "mcp-protocol-version": version }));
      expect(answer.status).toBe(expected);
      expect(answer.body).toMatchObject({ id: null, error: { code: -32600 } });
    });
  }

  for (const version of [null, "2025-03-26"]) {
    test(`one to eight are answered in order, ${version ?? "no version"}`, async () => {
      const eight = [
        toCall2025("tools/call", { name: "list_pools" }, "slow"),
        ...calls(6),
        toCall2025("no/such", undefined, 99),
      ];
      const { status, text } = await send(toPost(eight, { "mcp-protocol-version": version }));
      expect(status).toBe(200);
      const bodies = JSON.parse(text) as Body[];
      expect(bodies.map((body) => body.id)).toEqual(["slow", 0, 1, 2, 3, 4, 5, 99]);
      expect(bodies[7]?.error?.code).toBe(-32601);
      const one = await send(toPost(calls(1), { "mcp-protocol-version": version }));
      expect(JSON.parse(one.text)).toEqual([{ jsonrpc: "2.0", id: 0, result: {} }]);
    });

    test(`notifications alone are 202, ${version ?? "no version"}`, async () => {
      const { status, text } = await send(toPost([note, note], { "mcp-protocol-version": version }));
      expect([status, text]).toEqual([202, ""]);
    });
  }

  test("a cancellation in the batch of its request does not leave the answer hanging", async () => {
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const { text } = await send(toPost([toCall2025("tools/call", { name: "list_pools" }), cancel]));
    expect((JSON.parse(text) as Body[])[0]?.result).toBeDefined();
  });
});

test.describe("Accept", () => {
  for (const accept of [
    "application/json, text/event-stream",
    "application/json",
    "*/*",
    null,
    "text/html",
    "text/event-stream;q=0",
  ]) {
    for (const [era, body, headers] of toBothEras("tools/list")) {
      test(`${accept} in ${era} is JSON`, async () => {
        const { status, body: answer } = await send(toPost(body, { ...headers, accept }));
        expect([status, answer.result?.tools?.length]).toEqual([200, 5]);
      });
    }
  }

  for (const [era, body, headers] of toBothEras("tools/call", { name: "list_pools" })) {
    test(`a client of ${era} that reads nothing but event streams gets one`, async () => {
      const response = await endpoint(toPost(body, { ...headers, accept: "text/event-stream" }));
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      expect(response.headers.get("cache-control")).toBe("no-store");
      const data = (await response.text()).match(/^event: message\ndata: (.*)\n\n$/)?.[1];
      expect((JSON.parse(data ?? "") as Body).result?.structuredContent).toBeDefined();
    });

    test(`a progressToken in ${era} alone does not make a stream`, async () => {
      const asking = structuredClone(body) as { params: { _meta?: object } };
      asking.params._meta = { ...asking.params._meta, progressToken: 7 };
      expect((await send(toPost(asking, headers))).body.result?.structuredContent).toBeDefined();
    });
  }

  test("a tool that reports progress is streamed to a client that asked for it", async () => {
    const streaming = createEndpoint(undefined, { progressTools: new Set(["list_pools"]) });
    const call = toCall2025("tools/call", { name: "list_pools", _meta: { progressToken: 7 } });
    const response = await streaming(toPost(call));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toContain("structuredContent");
    const json = await streaming(toPost(call, { accept: "application/json" }));
    expect(json.headers.get("content-type")).toBe("application/json");
  });
});

test.describe("notifications, responses, sessions", () => {
  for (const method of ["notifications/initialized", "notifications/cancelled", "notifications/no-such"]) {
    for (const version of [null, "2025-03-26", "2025-06-18", "2025-11-25", modern]) {
      test(`${method} (${version}) is 202 with zero bytes`, async () => {
        const { status, text } = await send(toPost({ jsonrpc: "2.0", method }, { "mcp-protocol-version": version }));
        expect([status, text]).toEqual([202, ""]);
      });
    }
  }
  for (const answer of [{ result: {} }, { error: { code: 1, message: "x" } }]) {
    test(`a client's ${Object.keys(answer)} is 202 in 2025 and no message in 2026`, async () => {
      const message = { jsonrpc: "2.0", id: 4, ...answer };
      expect(await send(toPost(message))).toMatchObject({ status: 202, text: "" });
      const late = await send(toPost(message, { "mcp-protocol-version": modern }));
      expect([late.status, late.body.error?.code]).toEqual([400, -32600]);
    });
  }
  for (const [era, body, headers] of toBothEras("tools/list")) {
    test(`a session id in ${era} is ignored and not echoed`, async () => {
      const { status } = await send(toPost(body, { ...headers, "mcp-session-id": "abc", "last-event-id": "7" }));
      expect(status).toBe(200);
    });
  }
});

test.describe("versions", () => {
  const initialize = (protocolVersion: string) =>
    toCall2025("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } });
  for (const [asked, given] of [
    ["2025-03-26", "2025-03-26"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    [modern, "2025-11-25"],
    ["2024-11-05", "2025-11-25"],
    ["1999-01-01", "2025-11-25"],
  ] as const) {
    test(`initialize with ${asked} → ${given}`, async () => {
      const { status, body } = await send(toPost(initialize(asked)));
      expect(status).toBe(200);
      expect(body.result).toMatchObject({
        protocolVersion: given,
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: "signpost", version: "1.0.0" },
      });
      expect(Object.keys(body.result?.capabilities as object)).toEqual(["tools"]);
    });
  }

  test("initialize without its parameters is bad params", async () => {
    const { status, body } = await send(toPost(toCall2025("initialize", {})));
    expect([status, body.error?.code]).toEqual([200, -32602]);
    expect(body.error?.message).toBe("Invalid params: protocolVersion, capabilities, clientInfo.");
  });

  const header = (version: string | null) => ({ "mcp-protocol-version": version, "mcp-method": "tools/list" });
  const withMeta = (version: string, more: object = {}) =>
    toCall2025("tools/list", { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": version, ...more } });
  const named = (name: string) => toCall2026("tools/call", { name, arguments: {} });
  const call = { ...toHeaders2026(named("list_pools")) };
  const base64 = `=?base64?${Buffer.from("list_pools").toString("base64")}?=`;
  const rows: [name: string, body: object, headers: Headers, status: number, code: number | null][] = [
    ["2025-03-26 in the header", list, header("2025-03-26"), 200, null],
    ["2025-11-25 in the header", list, header("2025-11-25"), 200, null],
    ["unknown header, no _meta", list, header("2023-01-01"), 400, -32000],
    ["2024-11-05 is not served", list, header("2024-11-05"), 400, -32000],
    ["unknown in header and _meta", withMeta("2027-01-01"), header("2027-01-01"), 400, -32022],
    ["modern header, no _meta", list, header(modern), 400, -32602],
    ["modern header, _meta without a version", toCall2025("tools/list", { _meta: {} }), header(modern), 400, -32602],
    [
      "no clientCapabilities",
      toCall2025("tools/list", { _meta: { "io.modelcontextprotocol/protocolVersion": modern } }),
      header(modern),
      400,
      -32602,
    ],
    ["header differs from _meta", withMeta(modern), header("2025-11-25"), 400, -32020],
    ["header differs from _meta, the other way", withMeta("2025-11-25"), header(modern), 400, -32020],
    ["modern _meta, no version header", withMeta(modern), header(null), 400, -32020],
    ["Mcp-Method missing", withMeta(modern), { "mcp-protocol-version": modern }, 400, -32020],
    ["Mcp-Method different", withMeta(modern), { ...header(modern), "mcp-method": "prompts/list" }, 400, -32020],
    ["Mcp-Method in capitals", withMeta(modern), { ...header(modern), "mcp-method": "TOOLS/LIST" }, 400, -32020],
    ["Mcp-Name missing", named("list_pools"), { ...call, "mcp-name": null }, 400, -32020],
    ["Mcp-Name different", named("list_pools"), { ...call, "mcp-name": "other" }, 400, -32020],
    ["Mcp-Name with outer white space", named("list_pools"), { ...call, "mcp-name": "  list_pools " }, 200, null],
    ["Mcp-Name in base64", named("list_pools"), { ...call, "mcp-name": base64 }, 200, null],
    ["Mcp-Name in another's base64", named("get_swap_quote"), { ...call, "mcp-name": base64 }, 400, -32020],
    ["all in order", withMeta(modern), header(modern), 200, null],
  ];
  for (const [name, body, headers, expected, code] of rows) {
    test(`${name} → ${expected}`, async () => {
      const answer = await send(toPost(body, headers));
      expect([answer.status, answer.body.id]).toEqual([expected, 1]);
      expect(answer.body.error?.code ?? null).toBe(code);
      if (code === -32022) expect(answer.body.error?.data?.supported).toContain(modern);
    });
  }

  test("server/discover names the same server, and may be kept", async () => {
    const discover = toCall2026("server/discover");
    const { status, body } = await send(toPost(discover, toHeaders2026(discover)));
    expect(status).toBe(200);
    const initialized = await send(toPost(initialize("2025-11-25")));
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

  test("tools/list of 2026 may be kept; a call may not", async () => {
    const listing = toCall2026("tools/list");
    const { body } = await send(toPost(listing, toHeaders2026(listing)));
    expect(body.result).toMatchObject({ resultType: "complete", ttlMs: 300_000, cacheScope: "public" });
    const calling = named("list_pools");
    const called = await send(toPost(calling, toHeaders2026(calling)));
    expect(called.body.result).toMatchObject({ resultType: "complete" });
    expect(called.body.result).not.toHaveProperty("ttlMs");
  });
});

test.describe("methods and tools", () => {
  for (const method of [
    "no/such",
    "logging/setLevel",
    "resources/list",
    "prompts/list",
    "completion/complete",
    "subscriptions/listen",
  ]) {
    for (const [era, body, headers] of toBothEras(method)) {
      test(`${method} in ${era} is not offered`, async () => {
        const { status, body: answer } = await send(toPost(body, headers));
        expect([status, answer.id, answer.error?.code]).toEqual([era === "2026" ? 404 : 200, 1, -32601]);
      });
    }
  }

  test("ping and initialize belong to 2025, server/discover to 2026", async () => {
    expect((await send(toPost(toCall2025("ping")))).body).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    for (const method of ["ping", "initialize"]) {
      const call = toCall2026(method);
      const { status, body } = await send(toPost(call, toHeaders2026(call)));
      expect([method, status, body.error?.code]).toEqual([method, 404, -32601]);
    }
    expect((await send(toPost(toCall2025("server/discover")))).body.error?.code).toBe(-32601);
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
    for (const [era, body, headers] of toBothEras(method, params)) {
      test(`${name} in ${era} → 200 with ${code}`, async () => {
        const answer = await send(toPost(body, headers));
        expect([answer.status, answer.body.id, answer.body.error?.code]).toEqual([200, 1, code]);
        expect(answer.body.error?.message).not.toMatch(/[\n{]|invalid_type|no_such_tool|__proto__|disabled/);
      });
    }
  }

  for (const [era, body, headers] of toBothEras("tools/call", { name: "list_pools", arguments: { limit: 0 } })) {
    test(`arguments outside the schema in ${era} are a tool's error with code and hint`, async () => {
      const { status, body: answer } = await send(toPost(body, headers));
      expect([status, answer.result?.isError]).toEqual([200, true]);
      expect(answer.result?.content?.[0]?.text).toContain("error invalid_arguments: limit:");
      expect(answer.result?.structuredContent).toMatchObject({ error: { code: "invalid_arguments" } });
    });
  }

  for (const [era, body, headers] of toBothEras("tools/call", { name: "get_network_status" })) {
    test(`a failed reading in ${era} is a tool's error of the same shape`, async () => {
      const { status, body: answer } = await send(toPost(body, headers), createEndpoint(failedNetwork));
      expect([status, answer.result?.isError]).toEqual([200, true]);
      expect(answer.result?.structuredContent).toMatchObject({ trading: "unknown", error: { code: "stale" } });
    });
  }

  for (const [era, body, headers] of toBothEras("tools/call", {
    name: "list_pools",
    arguments: { fields: Array(64).fill("asset") },
  })) {
    test(`65 elements in ${era} are stopped before the tool`, async () => {
      const { body: answer } = await send(toPost(body, headers));
      expect(answer.result?.isError).toBe(true);
      expect(answer.result?.content?.[0]?.text).toContain("maximum of 64 elements");
    });
  }

  for (const [era, body, headers] of toBothEras("tools/list")) {
    test(`tools/list in ${era} keeps order, annotations and schemas`, async () => {
      const { body: answer } = await send(toPost(body, headers));
      const listed = answer.result?.tools as unknown as Record<string, unknown>[];
      expect(listed.map((tool) => tool.name)).toEqual([
        "list_pools",
        "get_network_status",
        "get_inbound_addresses",
        "get_swap_quote",
        "get_swap_status",
      ]);
      for (const tool of listed) {
        expect(tool).toMatchObject({
          annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
          inputSchema: { type: "object", additionalProperties: false },
          outputSchema: { type: "object" },
        });
        expect(tool.title).toBeTruthy();
      }
      expect(answer.result).not.toHaveProperty("nextCursor");
    });
  }
});

test.describe("own faults", () => {
  const faulty: [name: string, handle: () => Promise<Response>][] = [
    ["a throw", () => Promise.reject(new Error("secret 10.1.2.3"))],
    [
      "a 500",
      async () => Response.json({ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "secret" } }, { status: 500 }),
    ],
    ["a -32603", async () => Response.json({ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "secret" } })],
    [
      "the SDK's catch-all",
      async () =>
        Response.json(
          { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error", data: "secret" } },
          { status: 400 },
        ),
    ],
    ["nonsense", async () => new Response("secret")],
    [
      "an unfinished stream",
      async () => new Response("event: message\n", { headers: { "content-type": "text/event-stream" } }),
    ],
  ];
  for (const [name, handle] of faulty) {
    test(`${name} is -32603 with a correlation id and nothing else`, async () => {
      const ids: string[] = [];
      const broken = createEndpoint(undefined, { handle, reportFault: ({ id }) => ids.push(id) });
      const { status, body, text } = await send(toPost(list), broken);
      expect([status, body.error?.code, ids.length]).toEqual([200, -32603, 1]);
      expect(text).toContain(ids[0]);
      expect(text).not.toMatch(/secret|10\.1/);
    });
  }

  test("a client that goes away aborts the reading", async () => {
    for (const [era, body, headers] of toBothEras("tools/call", { name: "get_network_status" })) {
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
      const request = new Request(toPost(body, headers), { signal: caller.signal });
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
