// Progress only where it was asked for, and an abort that reaches the network.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { tools } from "../../lib/mcp/tools/all.ts";
import type { Network } from "../../lib/protocol/network.ts";
import { READING_LIMIT_MS } from "../../lib/protocol/upstream/deadline.ts";
import { root } from "../support/root.ts";
import { createEndpoint, createPost, type Headers, inBothEras, meta } from "./endpoint.ts";
import { createHealthyWorld, createNetworkOf, goodInput } from "./run-tool.ts";

const progressTools = new Set(tools.map((tool) => tool.name));
const createWith = (network: Network = createHealthyWorld().network) =>
  createEndpoint(network, { progressTools });
const PROGRESS = "notifications/progress";

/** The same call in every era, with a progressToken if one is given. */
const listCalls = (name: unknown, input: unknown = {}, progressToken?: string | number) =>
  inBothEras("tools/call", { name, arguments: input }).map(
    ([era, body, headers]): [era: string, body: object, headers: Headers] => {
      if (progressToken === undefined) return [era, body, headers];
      const _meta = { ...(era === "2026" && meta), progressToken };
      return [era, { ...body, params: { name, arguments: input, _meta } }, headers];
    },
  );

for (const name of progressTools)
  for (const [era, body, headers] of listCalls(name, goodInput[name], 0))
    test(`${name} in ${era} reports before and after reading, under its token`, async () => {
      const response = await createWith()(createPost(body, headers));
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      const data = [...(await response.text()).matchAll(/^data: ?(.+)$/gm)];
      const report = (progress: number) => ({
        method: PROGRESS,
        params: { progressToken: 0, progress, total: 1, message: expect.any(String) },
      });
      expect(data.map(([, json = ""]) => JSON.parse(json))).toEqual([
        expect.objectContaining(report(0)),
        expect.objectContaining(report(1)),
        expect.objectContaining({
          id: 1,
          result: expect.objectContaining({ structuredContent: expect.anything() }),
        }),
      ]);
    });

for (const [era, body, headers] of listCalls("list_pools", {}, "t")) {
  test(`in ${era} the first report is sent before the network answers`, async () => {
    const { network } = createHealthyWorld();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const getPools: Network["getPools"] = (options) => held.then(() => network.getPools(options));
    const { body: stream } = await createWith({ ...network, getPools })(createPost(body, headers));
    const decoder = new TextDecoder();
    let text = "";
    for await (const part of stream ?? []) {
      text += decoder.decode(part, { stream: true });
      if (!text.includes("\n\n")) continue;
      if (!text.includes('"progress":1')) expect(text).toContain('"progress":0');
      release();
    }
    expect(text).toMatch(/"progress":0[\s\S]*"progress":1[\s\S]*structuredContent/);
  });
}

for (const [what, name, input, token, accept, expected] of [
  ["no token", "list_pools", {}, undefined, "text/event-stream", "structuredContent"],
  ["no stream accepted", "list_pools", {}, "t", "*/*", "structuredContent"],
  ["no Accept", "list_pools", {}, "t", null, "structuredContent"],
  ["a refused argument", "list_pools", { limit: 0 }, "t", "text/event-stream", '"isError":true'],
  ["a name that is no text", ["list_pools"], {}, "t", "text/event-stream", "-32602"],
] as const)
  for (const [era, body, headers] of listCalls(name, input, token))
    test(`${what} in ${era}: no notification`, async () => {
      const toolName = era === "2026" ? { "mcp-name": "list_pools" } : {};
      const request = createPost(body, { ...headers, ...toolName, accept });
      const response = await createWith()(request);
      const text = await response.text();
      expect([text.includes(expected), text.includes(PROGRESS)]).toEqual([true, false]);
      if (accept !== "text/event-stream")
        expect(response.headers.get("content-type")).toBe("application/json");
    });

for (const name of progressTools)
  for (const [token, way] of [
    [undefined, "abort"],
    ["t", "abort"],
    ["t", "cancel"],
  ] as const)
    for (const [era, body, headers] of listCalls(name, goodInput[name], token).slice(1))
      test(`${way} of ${name} in ${era}, ${token ? "a stream" : "JSON"}, aborts its reading`, async () => {
        const signals: (AbortSignal | undefined)[] = [];
        const network = createNetworkOf((signal) => {
          signals.push(signal);
          return new Promise((_, reject) =>
            signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
          );
        });
        const caller = new AbortController();
        const faults: unknown[] = [];
        const reportFault = (fault: unknown) => faults.push(fault);
        const endpoint = createEndpoint(network, { progressTools, reportFault });
        const answer = endpoint(new Request(createPost(body, headers), { signal: caller.signal }));
        await expect.poll(() => signals.map((signal) => signal?.aborted)).toEqual([false]);
        if (way === "abort") caller.abort();
        else await (await answer).body?.cancel();
        await expect.poll(() => signals[0]?.aborted).toBe(true);
        await answer;
        expect(faults).toEqual([]);
      });

test("a reading ends before the platform's time limit", () => {
  // Fluid compute gives a function 300 s unless it names a limit of its own. Without it the least is 10 s.
  const { fluid } = JSON.parse(readFileSync(`${root}vercel.json`, "utf8"));
  expect([fluid, READING_LIMIT_MS]).toEqual([true, 8_000]);
});
