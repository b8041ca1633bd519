// Progress only where it was asked for, and an abort that reaches the network. That each tool passes it on: tools.spec.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import type { Network } from "../../lib/protocol/network.ts";
import { READING_LIMIT_MS } from "../../lib/protocol/upstream/deadline.ts";
import { root } from "../support/root.ts";
import { createEndpoint, createPost, type Headers, inBothEras, meta } from "./endpoint.ts";
import { createHealthyWorld, createNetworkOf } from "./run-tool.ts";

const progressTools = new Set(["list_pools"]);

/** The same call in every era, with a progressToken if one is given. */
const listCalls = (progressToken?: string | number, name: unknown = "list_pools", input = {}) =>
  inBothEras("tools/call", { name, arguments: input }).map(
    ([era, body, headers]): [era: string, body: object, headers: Headers] => {
      const _meta = { ...(era === "2026" && meta), progressToken };
      return [era, { ...body, params: { name, arguments: input, _meta } }, headers];
    },
  );

for (const [era, body, headers] of listCalls(0))
  test(`in ${era} a tool reports before and after reading, under its token`, async () => {
    const { network } = createHealthyWorld();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const getPools: Network["getPools"] = (options) => held.then(() => network.getPools(options));
    const endpoint = createEndpoint({ ...network, getPools }, { progressTools });
    const response = await endpoint(createPost(body, headers));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    let text = "";
    // The network answers only after the first report was sent.
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (/"progress":0.*\n\n/.test(text)) release();
    }
    const sent = [...text.matchAll(/^data: ?(.+)$/gm)].map(([, json = ""]) => JSON.parse(json));
    const report = (progress: number) => ({
      method: "notifications/progress",
      params: { progressToken: 0, progress, total: 1, message: expect.any(String) },
    });
    const answer = { id: 1, result: { structuredContent: expect.anything() } };
    expect(sent).toMatchObject([report(0), report(1), answer]);
  });

const stream = "text/event-stream";
for (const [what, accept, expected, calls] of [
  ["no token", stream, "structuredContent", listCalls()],
  ["no stream accepted", "*/*", "structuredContent", listCalls("t")],
  ["a refused argument", stream, '"isError":true', listCalls("t", "list_pools", { limit: 0 })],
  ["a name that is no text", stream, "-32602", listCalls("t", ["list_pools"])],
] as const)
  for (const [era, body, headers] of calls)
    test(`${what} in ${era}: no notification`, async () => {
      const toolName = era === "2026" && { "mcp-name": "list_pools" };
      const request = createPost(body, { ...headers, ...toolName, accept });
      const response = await createEndpoint(undefined, { progressTools })(request);
      const text = await response.text();
      expect(text).toContain(expected);
      expect(text).not.toContain("notifications/progress");
      if (accept !== stream) expect(response.headers.get("content-type")).toBe("application/json");
    });

for (const [token, way] of [
  [undefined, "abort"],
  ["t", "abort"],
  ["t", "cancel"],
] as const)
  for (const [era, body, headers] of listCalls(token).slice(1))
    test(`${way} in ${era}, ${token ? "a stream" : "JSON"}, aborts the reading`, async () => {
      const signals: (AbortSignal | undefined)[] = [];
      const network = createNetworkOf((signal) => {
        signals.push(signal);
        return new Promise((_, reject) => signal?.addEventListener("abort", reject));
      });
      const caller = new AbortController();
      const faults: unknown[] = [];
      const reportFault = (fault: unknown) => faults.push(fault);
      const endpoint = createEndpoint(network, { progressTools, reportFault });
      const request = new Request(createPost(body, headers), { signal: caller.signal });
      const answer = endpoint(request);
      await expect.poll(() => signals.map((signal) => signal?.aborted)).toEqual([false]);
      if (way === "abort") caller.abort();
      else await (await answer).body?.cancel();
      await expect.poll(() => signals[0]?.aborted).toBe(true);
      await answer;
      // A server holds its request while it answers: one that is collected passes no abort on.
      expect(request.signal.aborted).toBe(way === "abort");
      expect(faults).toEqual([]);
    });

test("a reading ends before the platform's time limit", () => {
  // Fluid compute gives a function 300 s unless it names a limit of its own. Without it the least is 10 s.
  const { fluid } = JSON.parse(readFileSync(`${root}vercel.json`, "utf8"));
  expect([fluid, READING_LIMIT_MS]).toEqual([true, 8_000]);
});
