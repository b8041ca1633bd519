// Our own faults behind the guard: an error with only an id. And a client that goes away ends the reading.
import { expect, test } from "@playwright/test";
import type { Network } from "../../../../lib/protocol/network.ts";
import { createEndpoint, createPost, inBothEras } from "../endpoint.ts";
import { createFakeNetwork, status } from "../fake-network.ts";
import { list, send } from "./guard-answers.ts";

test.describe("our own faults", () => {
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
