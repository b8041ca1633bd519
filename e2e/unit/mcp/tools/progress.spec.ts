// Progress only if requested, an abort that reaches the network, and deadlines below the platform's.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import type { Network } from "../../../../lib/protocol/network.ts";
import { READING_LIMIT_MS } from "../../../../lib/protocol/upstream/deadline.ts";
import { root } from "../../../support/root.ts";
import { createEndpoint, createPost, type Headers, inBothEras } from "../endpoint.ts";
import { createFakeNetwork } from "../fake-network.ts";
import { goodInput } from "../run-tool.ts";

const names = new Set(tools.map((tool) => tool.name));
const createWith = (network: Network) => createEndpoint(network, { progressTools: names });

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { progressToken: unknown; progress: number; total: number; message: string };
  readonly result?: { isError?: boolean; structuredContent?: unknown };
}

/** The same call in every era, with a progressToken if one is given. */
function listCalls(
  name: string,
  input: object,
  token?: string | number,
): [era: string, body: object, headers: Headers][] {
  return inBothEras("tools/call", { name, arguments: input }).map(([era, body, headers]) => {
    const asking = structuredClone(body) as { params: { _meta?: object } };
    if (token !== undefined) asking.params._meta = { ...asking.params._meta, progressToken: token };
    return [era, asking, headers];
  });
}

async function readEvents(response: Response): Promise<Message[]> {
  const data = [...(await response.text()).matchAll(/^data: ?(.+)$/gm)];
  return data.map(([, json]) => JSON.parse(json as string) as Message);
}

for (const name of names) {
  for (const token of ["t-1", 0]) {
    for (const [era, body, headers] of listCalls(name, goodInput[name] as object, token)) {
      test(`${name} in ${era} reports before and after reading, under the token ${JSON.stringify(token)}`, async () => {
        const events: string[] = [];
        const recording = new Proxy(createFakeNetwork(), {
          get: (target, property: keyof Network) => {
            events.push(property);
            return target[property];
          },
        });
        const response = await createWith(recording)(createPost(body, headers));
        expect(response.headers.get("content-type")).toBe("text/event-stream");
        const messages = await readEvents(response);
        const progress = "notifications/progress";
        expect(messages.map(({ method }) => method)).toEqual([progress, progress, undefined]);
        expect(messages.slice(0, 2).map(({ params }) => params)).toEqual([
          { progressToken: token, progress: 0, total: 1, message: expect.any(String) },
          { progressToken: token, progress: 1, total: 1, message: expect.any(String) },
        ]);
        expect(messages[2]?.id).toBe(1);
        expect(messages[2]?.result?.structuredContent).toBeDefined();
        expect(events.length).toBe(1);
      });
    }
  }
}

test("the first report is sent before the network answers", async () => {
  for (const [era, body, headers] of listCalls(
    "get_swap_quote",
    goodInput.get_swap_quote as object,
    "t",
  )) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const fake = createFakeNetwork();
    const slow = createFakeNetwork({
      getQuote: (request, options) => held.then(() => fake.getQuote(request, options)),
    });
    const response = await createWith(slow)(createPost(body, headers));
    const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    let text = "";
    while (!text.includes("\n\n")) text += (await reader.read()).value ?? "";
    expect(text, era).toContain('"progress":0');
    expect(text, era).not.toContain('"progress":1');
    release();
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    expect(text, era).toContain("structuredContent");
  }
});

for (const [era, body, headers] of listCalls("list_pools", {})) {
  test(`without a token, ${era} gets JSON and no notification`, async () => {
    const response = await createWith(createFakeNetwork())(createPost(body, headers));
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).not.toContain("notifications/progress");
    const streamed = await createWith(createFakeNetwork())(
      createPost(body, { ...headers, accept: "text/event-stream" }),
    );
    expect(await streamed.text()).not.toContain("notifications/progress");
  });
}

for (const [era, body, headers] of listCalls("list_pools", {}, "t")) {
  for (const accept of ["application/json", "*/*", null]) {
    test(`a token in ${era} with Accept ${accept} gets JSON and no notification`, async () => {
      const response = await createWith(createFakeNetwork())(
        createPost(body, { ...headers, accept }),
      );
      expect(response.headers.get("content-type")).toBe("application/json");
      const text = await response.text();
      expect(text).toContain("structuredContent");
      expect(text).not.toContain("notifications/progress");
    });
  }
}

for (const [era, body, headers] of listCalls("list_pools", {}, "t")) {
  for (const name of [{ toString: 1 }, null, ["list_pools"]]) {
    test(`a name ${JSON.stringify(name)} in ${era} is an error of the client, not ours`, async () => {
      const odd = structuredClone(body) as { params: { name: unknown } };
      odd.params.name = name;
      const response = await createWith(createFakeNetwork())(createPost(odd, headers));
      expect(await response.json()).toMatchObject({ id: 1, error: { code: -32602 } });
    });
  }
}

for (const [era, body, headers] of listCalls("list_pools", { limit: 0 }, "t")) {
  test(`a refused call in ${era} reads nothing and reports no progress`, async () => {
    const response = await createWith(createFakeNetwork())(createPost(body, headers));
    const text = await response.text();
    expect(text).toContain("invalid_arguments");
    expect(text).not.toContain("notifications/progress");
  });
}

/** A network whose readings all wait for their signal. */
function createWaiting() {
  const signals: (AbortSignal | undefined)[] = [];
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const wait = (signal: AbortSignal | undefined): Promise<never> => {
    signals.push(signal);
    reach();
    return new Promise((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
  };
  const network: Network = {
    getStatus: (options) => wait(options?.signal),
    getPools: (options) => wait(options?.signal),
    getInbounds: (options) => wait(options?.signal),
    getQuote: (_request, options) => wait(options?.signal),
    getSwap: (_txid, _chain, options) => wait(options?.signal),
  };
  return { network, signals, reached };
}

for (const name of names) {
  for (const [era, body, headers] of listCalls(name, goodInput[name] as object)) {
    test(`an aborted request for ${name} in ${era} aborts its reading`, async () => {
      const { network, signals, reached } = createWaiting();
      const caller = new AbortController();
      const faults: unknown[] = [];
      const endpoint = createEndpoint(network, {
        progressTools: names,
        reportFault: (fault) => faults.push(fault),
      });
      const answer = endpoint(new Request(createPost(body, headers), { signal: caller.signal }));
      await reached;
      expect(signals[0]?.aborted).toBe(false);
      caller.abort();
      await answer;
      expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
      expect(faults).toEqual([]);
    });
  }

  for (const [era, body, headers] of listCalls(name, goodInput[name] as object, "t")) {
    for (const way of ["abort", "cancel"] as const) {
      test(`${way} of the stream of ${name} in ${era} aborts its reading`, async () => {
        const { network, signals, reached } = createWaiting();
        const caller = new AbortController();
        const response = await createWith(network)(
          new Request(createPost(body, headers), { signal: caller.signal }),
        );
        expect(response.headers.get("content-type")).toBe("text/event-stream");
        await reached;
        expect(signals[0]?.aborted).toBe(false);
        if (way === "abort") caller.abort();
        else await response.body?.cancel();
        await expect.poll(() => signals[0]?.aborted, { timeout: 2000 }).toBe(true);
      });
    }
  }
}

test("a reading ends before the platform's time limit", () => {
  // Fluid compute gives a function 300 s unless it names a limit of its own. Without it the least is 10 s.
  const { fluid } = JSON.parse(readFileSync(`${root}vercel.json`, "utf8"));
  expect(fluid).toBe(true);
  expect(READING_LIMIT_MS).toBe(8000);
});
