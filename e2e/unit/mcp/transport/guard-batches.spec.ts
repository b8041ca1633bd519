// Batches in the guard: one to eight messages in versions with
// batches, answered in order. Others are refused as a whole.
import { expect, test } from "@playwright/test";
import { call2025, call2026, createPost, modern } from "../endpoint.ts";
import { type Body, list, send } from "./guard-answers.ts";

test.describe("batches", () => {
  const note = { jsonrpc: "2.0", method: "notifications/whatever" };
  const calls = (count: number) => Array.from({ length: count }, (_, index) => call2025("ping", undefined, index));
  const rows: [name: string, body: unknown[], version: string | null, status: number][] = [
    ["empty", [], null, 400],
    ["empty", [], "2025-03-26", 400],
    ["of one", calls(1), "2025-06-18", 400],
    ["of one", calls(1), "2025-11-25", 400],
    ["of one", calls(1), modern, 400],
    ["of nine", calls(9), null, 400],
    ["with initialize", [call2025("initialize", { protocolVersion: "2025-03-26" }), note], null, 400],
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
      const eight = [
        call2025("tools/call", { name: "list_pools" }, "slow"),
        ...calls(6),
        call2025("no/such", undefined, 99),
      ];
      const { status, text } = await send(createPost(eight, { "mcp-protocol-version": version }));
      expect(status).toBe(200);
      const bodies = JSON.parse(text) as Body[];
      expect(bodies.map((body) => body.id)).toEqual(["slow", 0, 1, 2, 3, 4, 5, 99]);
      expect(bodies[7]?.error?.code).toBe(-32601);
      const one = await send(createPost(calls(1), { "mcp-protocol-version": version }));
      expect(JSON.parse(one.text)).toEqual([{ jsonrpc: "2.0", id: 0, result: {} }]);
    });

    test(`only notifications give 202, ${version ?? "no version"}`, async () => {
      const { status, text } = await send(createPost([note, note], { "mcp-protocol-version": version }));
      expect([status, text]).toEqual([202, ""]);
    });
  }

  test("a cancellation in the same batch as its request does not block the answer", async () => {
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const { text } = await send(createPost([call2025("tools/call", { name: "list_pools" }), cancel]));
    expect((JSON.parse(text) as Body[])[0]?.result).toBeDefined();
  });
});
