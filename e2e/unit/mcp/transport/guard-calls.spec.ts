// Methods and tools behind the guard, in both eras: unknown ones, bad parameters, and errors of tools.
import { expect, test } from "@playwright/test";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import { call2025, call2026, createEndpoint, createPost, headers2026, inBothEras } from "../endpoint.ts";
import { failedNetwork } from "../fake-network.ts";
import { send } from "./guard-answers.ts";

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
        expect([status, answer.id, answer.error?.code]).toEqual([era === "2026" ? 404 : 200, 1, -32601]);
      });
    }
  }

  test("ping and initialize exist in 2025, server/discover in 2026", async () => {
    expect((await send(createPost(call2025("ping")))).body).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
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
        expect(answer.body.error?.message).not.toMatch(/[\n{]|invalid_type|no_such_tool|__proto__|disabled/);
      });
    }
  }

  for (const [era, body, headers] of inBothEras("tools/call", { name: "list_pools", arguments: { limit: 0 } })) {
    test(`arguments outside the schema in ${era} are a tool error with code and hint`, async () => {
      const { status, body: answer } = await send(createPost(body, headers));
      expect([status, answer.result?.isError]).toEqual([200, true]);
      expect(answer.result?.content?.[0]?.text).toContain("error invalid_arguments: limit must be at least 1.");
      expect(answer.result?.structuredContent).toMatchObject({ error: { code: "invalid_arguments" } });
    });
  }

  for (const [era, body, headers] of inBothEras("tools/call", { name: "get_network_status" })) {
    test(`a failed reading in ${era} is a tool error of the same shape`, async () => {
      const { status, body: answer } = await send(createPost(body, headers), createEndpoint(failedNetwork));
      expect([status, answer.result?.isError]).toEqual([200, true]);
      expect(answer.result?.structuredContent).toMatchObject({ trading: "unknown", error: { code: "stale" } });
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
