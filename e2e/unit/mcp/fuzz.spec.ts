// For any input, the endpoint answers JSON-RPC with the right id, without a 5xx, a fault of ours or a thrown text.
import { strict as assert } from "node:assert";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { prompts } from "../../../lib/mcp/prompts/prompts.ts";
import { countRuns } from "../../support/runs.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { call2025, call2026, createEndpoint, createPost, headers2026 } from "./endpoint.ts";
import { createFakeNetwork, swap } from "./fake-network.ts";
import { type Shot, shot } from "./fuzz-inputs.ts";

/** A normal answer takes less than a hundredth of this, even on a slow machine. */
const HANG_MS = 30_000;
const statuses = [200, 202, 204, 400, 403, 404, 405, 413, 415];
/** Every kind of answer that the inputs must produce. */
const kinds = [
  ...["result", "tool error", "array", "stream", "-32601", "-32602"].map((kind) => `200 ${kind}`),
  ...["-32600", "-32602", "-32700", "-32020", "-32000"].map((kind) => `400 ${kind}`),
  ...["202 empty", "403 -32000", "404 -32601", "405 -32000", "413 -32000", "415 -32000"],
];
const leak =
  /node_modules|\/lib\/|\.tsx?:\d|\.m?js:\d|\bat (async )?[\w.<>]+ \(|file:\/\/|(Type|Range|Reference|Syntax)Error|\bZodError\b/;

interface Answer {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: { readonly isError?: boolean; readonly content?: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

const guide = {
  uri: "https://signpost.example/guide.md",
  name: "guide",
  title: "Guide",
  description: "A guide",
};
const documents = [{ ...guide, read: () => "# Guide\n" }];

function createRequest({ method, headers, body }: Shot): Request {
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request("http://127.0.0.1:3000/mcp", {
    method,
    headers: [...headers] as [string, string][],
    ...(hasBody && { body }),
  });
}

/** @throws if it does not come. */
async function withinBound<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("hangs")), HANG_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function parseBody(bytes: Uint8Array): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return null;
  }
}

function idOf(message: unknown): string | number | null {
  const id = typeof message === "object" && message !== null && "id" in message ? message.id : null;
  return typeof id === "string" || Number.isInteger(id) ? (id as string | number) : null;
}

type Form = "single" | "array" | "stream";

/** The messages of an answer in any form, without progress notifications. */
function readAnswers(
  text: string,
  type: string | null,
): { readonly answers: readonly Answer[]; readonly form: Form } {
  if (type === "text/event-stream") {
    const events = [...text.matchAll(/^data: (.*)$/gm)].map((match) =>
      JSON.parse(match[1] as string),
    );
    return { answers: events.filter((event) => event.method === undefined), form: "stream" };
  }
  const parsed: Answer | Answer[] = JSON.parse(text);
  return Array.isArray(parsed)
    ? { answers: parsed, form: "array" }
    : { answers: [parsed], form: "single" };
}

/** One entry per expected answer, in order: the ids that are right for it. */
function expectedIds({ body }: Shot, status: number, form: Form): readonly (readonly unknown[])[] {
  const parsed = parseBody(body);
  if ([403, 405, 413, 415].includes(status) || !parsed) return [[null]];
  const { value } = parsed;
  if (Array.isArray(value)) {
    // A request that is refused as a whole gets a single error, never a stream.
    if (form === "single") return [[null]];
    return value
      .filter((message) => idOf(message) !== null && "method" in message)
      .map((message) => [idOf(message)]);
  }
  const isCall = typeof (value as { method?: unknown } | null)?.method === "string";
  // A response belongs to no request.
  return [isCall ? [idOf(value)] : [null, idOf(value)]];
}

function isAnswer({ jsonrpc, error, ...rest }: Answer): boolean {
  if (jsonrpc !== "2.0" || (error === undefined) !== "result" in rest) return false;
  if (error === undefined) return typeof rest.result === "object" && rest.result !== null;
  return Number.isInteger(error.code) && error.code !== -32603 && typeof error.message === "string";
}

/** The kind of answer. @throws if it is none of the known kinds. */
function answerKind(sent: Shot, { status, headers }: Response, text: string): string {
  const type = headers.get("content-type");
  assert(statuses.includes(status), `status ${status}`);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.doesNotMatch(text, leak);
  if (text === "") {
    assert(status === 202 || status === 204 || sent.method === "HEAD", `empty ${status}`);
    assert.equal(type, null);
    return `${status} empty`;
  }
  assert(type === "application/json" || type === "text/event-stream", `type ${type}`);
  const { answers, form } = readAnswers(text, type);
  assert(answers.every(isAnswer), text);
  const wanted = expectedIds(sent, status, form);
  assert.equal(answers.length, wanted.length, text);
  assert(
    answers.every(({ id }, index) => wanted[index]?.some((one) => one === id)),
    text,
  );
  if (form !== "single") return `${status} ${form}`;
  const [{ error, result } = {} as Answer] = answers;
  return `${status} ${error ? error.code : result?.isError ? "tool error" : "result"}`;
}

test("any body under any headers is answered", { tag: "@long" }, async () => {
  const runs = countRuns(5_000);
  test.setTimeout(120_000 + runs * 60);
  const faults: unknown[] = [];
  const seen = new Map<string, number>();
  let mostCpuMs = 0;
  const endpoint = createEndpoint(
    createSampleNetwork(),
    { reportFault: (fault) => faults.push(fault), progressTools: new Set(["get_swap_status"]) },
    { networkName: "sample", documents, prompts },
  );

  // No `expect` in here, because each is a step in the report, and its time grows with the square of the steps.
  await fc.assert(
    fc.asyncProperty(shot, async (sent) => {
      const before = process.cpuUsage();
      const response = await withinBound(endpoint(createRequest(sent)));
      const text = await withinBound(response.text());
      const { user, system } = process.cpuUsage(before);
      mostCpuMs = Math.max(mostCpuMs, (user + system) / 1000);
      assert.deepEqual(faults, []);
      const kind = answerKind(sent, response, text);
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }),
    { numRuns: runs },
  );

  const figures = {
    runs,
    mostCpuMs: Math.round(mostCpuMs),
    seen: Object.fromEntries([...seen].sort()),
  };
  await test
    .info()
    .attach("figures", { body: JSON.stringify(figures, null, 2), contentType: "application/json" });
  // Fewer runs may miss the rarest kind, and a spec must not fail by chance.
  if (runs >= 50_000) expect([...seen.keys()]).toEqual(expect.arrayContaining(kinds));
  expect(seen.size).toBeGreaterThan(5);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("parallel requests with the same id each get their own answer", { tag: "@long" }, async () => {
  const count = countRuns(10_000);
  test.setTimeout(300_000);
  let underWay = 0;
  let most = 0;
  const network = createFakeNetwork({
    // Waits a different number of job-queue turns each time, so answers come in another order than requests.
    getSwap: async (txid) => {
      most = Math.max(most, ++underWay);
      for (let turn = Number.parseInt(txid.slice(-2), 16) * 3; turn > 0; turn--) await null;
      underWay -= 1;
      return { ...swap, txid };
    },
  });
  const endpoint = createEndpoint(network, {}, { prompts });
  const ask = async (index: number) => {
    const txid = index.toString(16).toUpperCase().padStart(64, "0");
    const params = { name: "get_swap_status", arguments: { txid } };
    const call = index % 2 ? call2026("tools/call", params) : call2025("tools/call", params);
    const accept = index % 3 ? "application/json" : "text/event-stream";
    const response = await endpoint(
      createPost(call, { ...(index % 2 ? headers2026(call) : {}), accept }),
    );
    const text = await response.text();
    const [answer, ...others] = readAnswers(text, response.headers.get("content-type")).answers;
    const ids = new Set(text.match(/\b[0-9A-F]{64}\b/g));
    return (
      response.status === 200 &&
      answer?.id === 1 &&
      others.length === 0 &&
      ids.size === 1 &&
      ids.has(txid)
    );
  };
  const right = await Promise.all(Array.from({ length: count }, (_, index) => ask(index + 1)));
  expect(right.filter((isRight) => !isRight).length).toBe(0);
  expect(right.length).toBe(count);
  expect(most).toBeGreaterThan(100);
});
