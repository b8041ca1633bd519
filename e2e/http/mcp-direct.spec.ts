// After its first request, the endpoint answers POST without Next. Both ways give the same answers.

import { MAX_BODY_BYTES } from "../../lib/mcp/transport/messages.ts";
import { expect, test } from "../support/answering-test.ts";
import { otherForms, skipOn } from "../support/forms.ts";
import { ask, type RawAnswer } from "../support/raw-request.ts";

skipOn(otherForms, "It compares with answers that our server gives without Next.");

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const callMessage = (name: string, more: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: "a", method: "tools/call", params: { name, arguments: {}, ...more } });
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

const messages: readonly (readonly [what: string, headers: Readonly<Record<string, string>>, body: string])[] = [
  ["a list of the tools", json, '{"jsonrpc":"2.0","id":7,"method":"tools/list"}'],
  ["a call", json, callMessage("list_pools")],
  ["a call of no tool", json, callMessage("no_such_tool")],
  ["a batch", json, `[${ping},${callMessage("list_pools")}]`],
  ["a notification", json, '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
  ["a stream alone", { ...json, accept: "text/event-stream" }, ping],
  ["an unknown version", { ...json, "mcp-protocol-version": "1999-01-01" }, ping],
  ["a foreign origin", { ...json, origin: "https://canary.example" }, ping],
  ["no JSON", json, "{"],
  ["no body", json, ""],
  ["another type", { "content-type": "text/plain" }, ping],
  ["a body over the limit", json, `"${"x".repeat(MAX_BODY_BYTES)}"`],
];

/** Next adds its router's Vary and a header for search engines, and sends bodies in chunks. */
const ofNext = ["vary", "x-robots-tag", "transfer-encoding", "content-length", "date"];

function withoutNextHeaders({ status, headers, body }: RawAnswer) {
  const fields = Object.entries(headers).filter(([name]) => !ofNext.includes(name));
  const text = headers["transfer-encoding"] ? body.replace(/(?:^|\r\n)[0-9a-f]+\r\n/g, "").trimEnd() : body;
  return { status, fields: Object.fromEntries(fields), body: text };
}

for (const [what, headers, body] of messages) {
  test(`${what} has the same answer without Next`, async ({ baseURL }) => {
    const own = new URL(baseURL as string).host;
    // The configured host bypasses Next. Another name of the same machine goes through it.
    const other = own.replace("localhost", "127.0.0.1");
    await ask(baseURL as string, "POST", "/mcp", { ...json, host: own }, ping);
    // Repeated if a block or a second has passed between the two.
    await expect(async () => {
      const direct = await ask(baseURL as string, "POST", "/mcp", { ...headers, host: own }, body);
      const throughNext = await ask(baseURL as string, "POST", "/mcp", { ...headers, host: other }, body);
      expect(throughNext.headers.vary).toContain("rsc");
      expect(direct.headers.vary).toBeUndefined();
      expect(withoutNextHeaders(direct)).toEqual(withoutNextHeaders(throughNext));
    }).toPass({ timeout: 20_000 });
  });
}
