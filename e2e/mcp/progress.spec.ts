// Progress only where it was asked for, and an abort that reaches the network.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { tools } from "../../lib/mcp/tools/all.ts";
import type { Network } from "../../lib/protocol/network.ts";
import { READING_LIMIT_MS } from "../../lib/protocol/upstream/deadline.ts";
import { root } from "../support/root.ts";
import { createEndpoint, createPost, type Headers, inBothEras } from "./endpoint.ts";
import { createHealthyWorld, createNetworkOf, goodInput } from "./run-tool.ts";

const names = new Set(tools.map((tool) => tool.name));
const createWith = (network: Network = createHealthyWorld().network) =>
  createEndpoint(network, { progressTools: names });
const PROGRESS = "notifications/progress";

/** The same call in every era, with a progressToken if one is given. */
function listCalls(
  name: unknown,
  input: unknown = {},
  token?: string | number,
): [era: string, body: object, headers: Headers][] {
  const params = { name, arguments: input };
  return inBothEras("tools/call", params).map(([era, body, headers]) => {
    const asking = structuredClone(body) as { params: { _meta?: object } };
    if (token !== undefined) asking.params._meta = { ...asking.params._meta, progressToken: token };
    return [era, asking, headers];
  });
}

for (const name of names)
  for (const token of ["t-1", 0])
    for (const [era, body, headers] of listCalls(name, goodInput[name], token))
      test(`${name} in ${era} reports before and after reading, under the token ${JSON.stringify(token)}`, async () => {
        const response = await createWith()(createPost(body, headers));
        expect(response.headers.get("content-type")).toBe("text/event-stream");
        const data = [...(await response.text()).matchAll(/^data: ?(.+)$/gm)];
        const messages = data.map(([, json = ""]) => JSON.parse(json));
        const report = (progress: number) => ({
          method: PROGRESS,
          params: { progressToken: token, progress, total: 1, message: expect.any(String) },
        });
        expect(messages).toEqual([
          expect.objectContaining(report(0)),
          expect.objectContaining(report(1)),
          expect.objectContaining({ id: 1, result: expect.anything() }),
        ]);
        expect(messages[2].result.structuredContent).toBeDefined();
      });

for (const [era, body, headers] of listCalls("list_pools", {}, "t")) {
  test(`in ${era} the first report is sent before the network answers`, async () => {
    const { network } = createHealthyWorld();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const getPools: Network["getPools"] = (options) => held.then(() => network.getPools(options));
    const response = await createWith({ ...network, getPools })(createPost(body, headers));
    const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    let text = "";
    while (!text.includes("\n\n")) text += (await reader.read()).value ?? "";
    expect([text.includes('"progress":0'), text.includes('"progress":1')]).toEqual([true, false]);
    release();
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    expect(text).toContain("structuredContent");
  });

  for (const accept of ["application/json", "*/*", null])
    test(`a token in ${era} with Accept ${accept} gets JSON and no notification`, async () => {
      const response = await createWith()(createPost(body, { ...headers, accept }));
      expect(response.headers.get("content-type")).toBe("application/json");
      const text = await response.text();
      expect([text.includes("structuredContent"), text.includes(PROGRESS)]).toEqual([true, false]);
    });

  test(`a token in ${era} for a tool without progress gets JSON`, async () => {
    const response = await createEndpoint()(createPost(body, headers));
    expect(response.headers.get("content-type")).toBe("application/json");
  });
}

for (const [era, body, headers] of listCalls("list_pools"))
  for (const [accept, type] of [
    [undefined, "application/json"],
    ["text/event-stream", "text/event-stream"],
  ] as const)
    test(`without a token, ${era} with Accept ${accept} gets no notification`, async () => {
      const request = createPost(body, { ...headers, ...(accept && { accept }) });
      const response = await createWith()(request);
      expect(response.headers.get("content-type")).toBe(type);
      expect(await response.text()).not.toContain(PROGRESS);
    });

for (const name of [{ toString: 1 }, null, ["list_pools"]])
  for (const [era, body, headers] of listCalls(name, {}, "t"))
    test(`a name ${JSON.stringify(name)} in ${era} is the client's error, not ours`, async () => {
      const named = { ...headers, ...(era === "2026" && { "mcp-name": "list_pools" }) };
      const answer = await (await createWith()(createPost(body, named))).json();
      expect(answer).toMatchObject({ id: 1, error: { code: -32602 } });
    });

for (const [era, body, headers] of listCalls("list_pools", { limit: 0 }, "t"))
  test(`a refused call in ${era} reports no progress`, async () => {
    const text = await (await createWith()(createPost(body, headers))).text();
    expect([text.includes("invalid_arguments"), text.includes(PROGRESS)]).toEqual([true, false]);
  });

/** A network whose readings all wait for their signal. */
function createWaiting() {
  const signals: (AbortSignal | undefined)[] = [];
  const network = createNetworkOf((signal) => {
    signals.push(signal);
    return new Promise((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
  });
  return { network, signals };
}

for (const name of names)
  for (const [token, way] of [
    [undefined, "abort"],
    ["t", "abort"],
    ["t", "cancel"],
  ] as const)
    for (const [era, body, headers] of listCalls(name, goodInput[name], token))
      test(`${way} of ${name} in ${era}, ${token ? "a stream" : "JSON"}, aborts its reading`, async () => {
        const { network, signals } = createWaiting();
        const caller = new AbortController();
        const faults: unknown[] = [];
        const reportFault = (fault: unknown) => faults.push(fault);
        const serve = createEndpoint(network, { progressTools: names, reportFault });
        const answer = serve(new Request(createPost(body, headers), { signal: caller.signal }));
        await expect.poll(() => signals.length).toBe(1);
        expect(signals[0]?.aborted).toBe(false);
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
