// What a request to the endpoint may be: its method, host, body and messages, and the form of the answer.
import { expect, test } from "@playwright/test";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import type { Headers } from "../endpoint.ts";
import {
  call2025,
  call2026,
  createEndpoint,
  createPost,
  createRequest,
  inBothEras,
  modern,
} from "../endpoint.ts";
import { type Body, endpoint, list, send } from "./guard-answers.ts";

test.describe("Accept", () => {
  for (const accept of [
    "application/json, text/event-stream",
    "application/json",
    "*/*",
    null,
    "text/html",
    "text/event-stream;q=0",
  ]) {
    for (const [era, body, headers] of inBothEras("tools/list")) {
      test(`${accept} in ${era} is JSON`, async () => {
        const { status, body: answer } = await send(createPost(body, { ...headers, accept }));
        expect([status, answer.result?.tools?.length]).toEqual([200, tools.length]);
      });
    }
  }

  for (const [era, body, headers] of inBothEras("tools/call", { name: "list_pools" })) {
    test(`a client of ${era} that accepts only event streams gets one`, async () => {
      const response = await endpoint(
        createPost(body, { ...headers, accept: "text/event-stream" }),
      );
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      expect(response.headers.get("cache-control")).toBe("no-store");
      const data = (await response.text()).match(/^event: message\ndata: (.*)\n\n$/)?.[1];
      expect((JSON.parse(data ?? "") as Body).result?.structuredContent).toBeDefined();
    });

    test(`a progressToken in ${era} alone gives no stream`, async () => {
      const asking = structuredClone(body) as { params: { _meta?: object } };
      asking.params._meta = { ...asking.params._meta, progressToken: 7 };
      expect(
        (await send(createPost(asking, headers))).body.result?.structuredContent,
      ).toBeDefined();
    });
  }

  test("a tool's progress is streamed to a client that asked for it", async () => {
    const streaming = createEndpoint(undefined, { progressTools: new Set(["list_pools"]) });
    const call = call2025("tools/call", { name: "list_pools", _meta: { progressToken: 7 } });
    const response = await streaming(createPost(call));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toContain("structuredContent");
    const json = await streaming(createPost(call, { accept: "application/json" }));
    expect(json.headers.get("content-type")).toBe("application/json");
  });
});

test.describe("batches", () => {
  const note = { jsonrpc: "2.0", method: "notifications/whatever" };
  const calls = (count: number) =>
    Array.from({ length: count }, (_, index) => call2025("ping", undefined, index));
  const rows: [name: string, body: unknown[], version: string | null, status: number][] = [
    ["empty", [], null, 400],
    ["empty", [], "2025-03-26", 400],
    ["of one", calls(1), "2025-06-18", 400],
    ["of one", calls(1), "2025-11-25", 400],
    ["of one", calls(1), modern, 400],
    ["of nine", calls(9), null, 400],
    [
      "with initialize",
      [call2025("initialize", { protocolVersion: "2025-03-26" }), note],
      null,
      400,
    ],
    ["with a broken message", [list, { id: 2 }], null, 400],
    ["with equal ids", [list, list], null, 400],
    ["with a 2026 message", [call2026("tools/list")], null, 400],
  ];
  for (const [name, body, version, expected] of rows) {
    test(`${name}, ${version ?? "no version"} → ${expected}`, async () => {
      const answer = await send(createPost(body, { "mcp-protocol-version": version }));
      expect(answer.status).toBe(expected);
      expect(answer.body).toMatchObject({ id: null, error: { code: -32600 } });
    });
  }

  for (const version of [null, "2025-03-26"]) {
    test(`one to eight messages are answered in order, ${version ?? "no version"}`, async () => {
      const slow = call2025("tools/call", { name: "list_pools" }, "slow");
      const eight = [slow, ...calls(6), call2025("no/such", undefined, 99)];
      const { status, text } = await send(createPost(eight, { "mcp-protocol-version": version }));
      expect(status).toBe(200);
      const bodies = JSON.parse(text) as Body[];
      expect(bodies.map((body) => body.id)).toEqual(["slow", 0, 1, 2, 3, 4, 5, 99]);
      expect(bodies[7]?.error?.code).toBe(-32601);
      const one = await send(createPost(calls(1), { "mcp-protocol-version": version }));
      expect(JSON.parse(one.text)).toEqual([{ jsonrpc: "2.0", id: 0, result: {} }]);
    });

    test(`only notifications give 202, ${version ?? "no version"}`, async () => {
      const { status, text } = await send(
        createPost([note, note], { "mcp-protocol-version": version }),
      );
      expect([status, text]).toEqual([202, ""]);
    });
  }

  test("a cancellation in the same batch as its request does not block the answer", async () => {
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const { text } = await send(
      createPost([call2025("tools/call", { name: "list_pools" }), cancel]),
    );
    expect((JSON.parse(text) as Body[])[0]?.result).toBeDefined();
  });
});

test.describe("body", () => {
  const nest = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const deepCall = (depth: number) =>
    `{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"a":${nest(depth - 3)}}}}`;
  const filled = (bytes: number) => JSON.stringify(list).padEnd(bytes, " ");
  const rows: [
    name: string,
    body: unknown,
    headers: Headers,
    status: number,
    code: number | null,
    id?: unknown,
  ][] = [
    ["no Content-Type", list, { "content-type": null }, 415, -32000],
    ["text/plain", list, { "content-type": "text/plain;charset=UTF-8" }, 415, -32000],
    ["application/json-seq", list, { "content-type": "application/json-seq" }, 415, -32000],
    [
      "application/json with parameters",
      list,
      { "content-type": "Application/JSON ; charset=utf-8" },
      200,
      null,
    ],
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
    [
      "params that are no object",
      { jsonrpc: "2.0", id: 9, method: "tools/list", params: [1] },
      {},
      400,
      -32600,
      9,
    ],
  ];
  for (const [name, body, headers, expected, code, id] of rows) {
    for (const version of [null, "2025-06-18"]) {
      test(`${name} → ${expected} (${version ?? "no version"})`, async () => {
        const answer = await send(
          createPost(body, { "mcp-protocol-version": version, ...headers }),
        );
        expect(answer.status).toBe(expected);
        if (code === null) expect(answer.body.result?.tools).toHaveLength(tools.length);
        else expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: id ?? null, error: { code } });
      });
    }
  }

  test("a chunked body is counted while it is read, and reading stops at the limit", async () => {
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
    const { status, body } = await send(createPost(long));
    expect([status, body.error?.code, cancelled]).toEqual([413, -32000, true]);
    expect(sent).toBeLessThan(80_000);
  });

  test("the checks run in a fixed order", async () => {
    const bad = { host: "evil.example", "content-type": "text/plain", "content-length": "99999" };
    expect((await send(createPost("{", bad))).status).toBe(403);
    expect((await send(createPost("{", { ...bad, host: "localhost" }))).status).toBe(415);
    expect((await send(createPost("{", { "content-length": "99999" }))).status).toBe(413);
  });
});

test.describe("notifications, responses, sessions", () => {
  for (const method of [
    "notifications/initialized",
    "notifications/cancelled",
    "notifications/no-such",
  ]) {
    for (const version of [null, "2025-03-26", "2025-06-18", "2025-11-25", modern]) {
      test(`${method} (${version}) is 202 without a body`, async () => {
        const { status, text } = await send(
          createPost({ jsonrpc: "2.0", method }, { "mcp-protocol-version": version }),
        );
        expect([status, text]).toEqual([202, ""]);
      });
    }
  }
  for (const answer of [{ result: {} }, { error: { code: 1, message: "x" } }]) {
    test(`a client's ${Object.keys(answer)} is 202 in 2025 and invalid in 2026`, async () => {
      const message = { jsonrpc: "2.0", id: 4, ...answer };
      expect(await send(createPost(message))).toMatchObject({ status: 202, text: "" });
      const late = await send(createPost(message, { "mcp-protocol-version": modern }));
      expect([late.status, late.body.error?.code]).toEqual([400, -32600]);
    });
  }
  for (const [era, body, headers] of inBothEras("tools/list")) {
    test(`a session id in ${era} is ignored and not echoed`, async () => {
      const { status } = await send(
        createPost(body, { ...headers, "mcp-session-id": "abc", "last-event-id": "7" }),
      );
      expect(status).toBe(200);
    });
  }
});

test.describe("methods", () => {
  test("OPTIONS is a preflight", async () => {
    const { status, headers, text } = await send(
      createRequest("OPTIONS", { origin: "https://anywhere.example" }),
    );
    expect([status, text]).toEqual([204, ""]);
    expect(Object.fromEntries(headers)).toMatchObject({
      allow: "POST",
      "access-control-allow-methods": "POST, OPTIONS",
      "access-control-allow-headers":
        "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID",
      "access-control-max-age": "86400",
    });
    expect((await send(createRequest("OPTIONS", { host: "evil.example" }))).status).toBe(403);
    expect(
      (await send(createRequest("OPTIONS", { host: "localhost", origin: "https://evil.example" })))
        .status,
    ).toBe(403);
  });

  for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
    test(`${method} is refused with the right method`, async () => {
      for (const accept of ["*/*", "text/event-stream"]) {
        const { status, headers, body } = await send(createRequest(method, { accept }));
        expect([status, headers.get("allow"), body.id, body.error?.code]).toEqual([
          405,
          "POST",
          null,
          -32000,
        ]);
        expect(body.error?.message).toContain("POST JSON-RPC to https://signpost.example/mcp");
        expect(body.error?.message).toContain(
          "https://signpost.example/.well-known/mcp/server-card.json",
        );
      }
    });
  }

  test("HEAD is refused without a body", async () => {
    const { status, headers, text } = await send(createRequest("HEAD"));
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
      const { status, body } = await send(
        createPost(list, { host, origin, "x-forwarded-host": "signpost.example" }),
      );
      expect(status).toBe(expected);
      if (expected === 403) expect(body).toMatchObject({ id: null, error: { code: -32000 } });
    });
  }
});
