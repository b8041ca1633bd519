// The body in the guard: its type, size, depth and form, and the order of these checks.
import { expect, test } from "@playwright/test";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import { createPost, type Headers } from "../endpoint.ts";
import { list, send } from "./guard-answers.ts";

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
        const answer = await send(createPost(body, { "mcp-protocol-version": version, ...headers }));
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
