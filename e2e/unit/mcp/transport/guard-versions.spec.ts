// Protocol versions in the guard: which one is negotiated, and headers and _meta that must agree.
import { expect, test } from "@playwright/test";
import { call2025, call2026, createPost, type Headers, headers2026, meta, modern } from "../endpoint.ts";
import { list, send } from "./guard-answers.ts";

test.describe("versions", () => {
  const initialize = (protocolVersion: string) =>
    call2025("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } });
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

  const header = (version: string | null) => ({ "mcp-protocol-version": version, "mcp-method": "tools/list" });
  const withMeta = (version: string, more: object = {}) =>
    call2025("tools/list", { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": version, ...more } });
  const named = (name: string) => call2026("tools/call", { name, arguments: {} });
  const call = { ...headers2026(named("list_pools")) };
  const base64 = `=?base64?${Buffer.from("list_pools").toString("base64")}?=`;
  const rows: [name: string, body: object, headers: Headers, status: number, code: number | null][] = [
    ["2025-03-26 in the header", list, header("2025-03-26"), 200, null],
    ["2025-11-25 in the header", list, header("2025-11-25"), 200, null],
    ["unknown header, no _meta", list, header("2023-01-01"), 400, -32000],
    ["2024-11-05 is not served", list, header("2024-11-05"), 400, -32000],
    ["unknown in header and _meta", withMeta("2027-01-01"), header("2027-01-01"), 400, -32022],
    ["modern header, no _meta", list, header(modern), 400, -32602],
    ["modern header, _meta without a version", call2025("tools/list", { _meta: {} }), header(modern), 400, -32602],
    [
      "no clientCapabilities",
      call2025("tools/list", { _meta: { "io.modelcontextprotocol/protocolVersion": modern } }),
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
    expect(body.result).toMatchObject({ resultType: "complete", ttlMs: 300_000, cacheScope: "public" });
    const calling = named("list_pools");
    const called = await send(createPost(calling, headers2026(calling)));
    expect(called.body.result).toMatchObject({ resultType: "complete" });
    expect(called.body.result).not.toHaveProperty("ttlMs");
  });
});
