// Who may call the guard: POST only, a host of ours only, and a local host only from a local origin.
import { expect, test } from "@playwright/test";
import { createPost, createRequest } from "../endpoint.ts";
import { list, send } from "./guard-answers.ts";

test.describe("methods", () => {
  test("OPTIONS is a preflight", async () => {
    const { status, headers, text } = await send(createRequest("OPTIONS", { origin: "https://anywhere.example" }));
    expect([status, text]).toEqual([204, ""]);
    expect(Object.fromEntries(headers)).toMatchObject({
      allow: "POST",
      "access-control-allow-methods": "POST, OPTIONS",
      "access-control-allow-headers":
        "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID",
      "access-control-max-age": "86400",
    });
    expect((await send(createRequest("OPTIONS", { host: "evil.example" }))).status).toBe(403);
    expect((await send(createRequest("OPTIONS", { host: "localhost", origin: "https://evil.example" }))).status).toBe(
      403,
    );
  });

  for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
    test(`${method} is refused with the right method`, async () => {
      for (const accept of ["*/*", "text/event-stream"]) {
        const { status, headers, body } = await send(createRequest(method, { accept }));
        expect([status, headers.get("allow"), body.id, body.error?.code]).toEqual([405, "POST", null, -32000]);
        expect(body.error?.message).toContain("POST JSON-RPC to https://signpost.example/mcp");
        expect(body.error?.message).toContain("https://signpost.example/.well-known/mcp/server-card.json");
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
      const { status, body } = await send(createPost(list, { host, origin, "x-forwarded-host": "signpost.example" }));
      expect(status).toBe(expected);
      if (expected === 403) expect(body).toMatchObject({ id: null, error: { code: -32000 } });
    });
  }
});
