// Messages without an answer: notifications and responses in both eras. Session ids are ignored.
import { expect, test } from "@playwright/test";
import { createPost, inBothEras, modern } from "../endpoint.ts";
import { send } from "./guard-answers.ts";

test.describe("notifications, responses, sessions", () => {
  for (const method of ["notifications/initialized", "notifications/cancelled", "notifications/no-such"]) {
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
      const { status } = await send(createPost(body, { ...headers, "mcp-session-id": "abc", "last-event-id": "7" }));
      expect(status).toBe(200);
    });
  }
});
