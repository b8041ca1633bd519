// Which nodes are asked for a quote, and what each of their answers is taken for.
import { expect, test } from "@playwright/test";
import { type QuoteAnswers, readQuotes, readRecommendedMinimum } from "../../../../lib/protocol/quote/answers.ts";
import { UpstreamError } from "../../../../lib/protocol/upstream/errors.ts";
import type { Provider } from "../../../../lib/protocol/upstream/provider.ts";

type Reply = number | "refuses" | "fails" | "breaks";

/** Nodes that give quotes of these outputs, and the names of those that were asked, in turn. */
function createNodes(replies: readonly Reply[], degraded: readonly number[] = []) {
  const calls: string[] = [];
  const nodes = replies.map((reply, index) => ({
    isDegraded: () => degraded.includes(index),
    get: async (path: string) => {
      calls.push(`${index} ${path}`);
      if (reply === "breaks") throw new Error("not of an upstream");
      if (reply === "refuses") throw new UpstreamError("status", path, { status: 400, refusal: "no" });
      if (reply === "fails") throw new UpstreamError("timeout", path);
      return { value: { expected_amount_out: BigInt(reply), recommended_min_amount_in: BigInt(reply) } };
    },
  }));
  return { calls, nodes: nodes as unknown as Provider[] };
}

const signal = new AbortController().signal;
const isRefusal = ({ refusal }: UpstreamError) => refusal !== null;
const brief = ({ quotes, refusals, failures }: QuoteAnswers) => [
  quotes.map((quote) => Number(quote.expected_amount_out)),
  refusals.length,
  failures.length,
];

const rows: readonly [
  replies: Reply[],
  told: readonly [number[], number, number],
  asked: string,
  degraded?: number[],
][] = [
  [[1, 2], [[1, 2], 0, 0], "01"],
  [[1, 2, 3], [[1, 2], 0, 0], "01"],
  [[1, "refuses", 3], [[1], 1, 0], "01"],
  [["refuses", "refuses", 3], [[], 2, 0], "01"],
  // A third stands in for one that failed, and not for two.
  [[1, "fails", 3], [[1, 3], 0, 1], "012"],
  [["refuses", "fails", 3], [[3], 1, 1], "012"],
  [["fails", "fails", 3], [[], 0, 2], "01"],
  [[1, "fails"], [[1], 0, 1], "01"],
  [[1], [[1], 0, 0], "0"],
  [[1, "breaks", 3], [[1, 3], 0, 1], "012"],
  // One that failed of late is asked after the others.
  [[1, 2, 3], [[2, 3], 0, 0], "12", [0]],
  [[1, 2, 3], [[1, 3], 0, 0], "02", [1]],
  [[1, 2], [[2, 1], 0, 0], "10", [0]],
];
for (const [replies, told, asked, degraded] of rows) {
  test(`of ${replies.join(", ")}${degraded ? `, ${degraded} degraded` : ""}: ${asked} are asked`, async () => {
    const { calls, nodes } = createNodes(replies, degraded);
    expect(brief(await readQuotes(nodes, 2, "/q", isRefusal, signal))).toEqual(told);
    expect(calls).toEqual([...asked].map((index) => `${index} /q`));
  });
}

test("where one node is enough, one answer is taken", async () => {
  const one = createNodes([1, 2]);
  expect(brief(await readQuotes(one.nodes, 1, "/q", isRefusal, signal))).toEqual([[1], 0, 0]);
  expect(one.calls).toEqual(["0 /q"]);
  const refusing = createNodes(["refuses"]);
  expect(brief(await readQuotes(refusing.nodes, 1, "/q", isRefusal, signal))).toEqual([[], 1, 0]);
});

test("nobody is asked again for a caller who left", async () => {
  const gone = new AbortController();
  gone.abort();
  const { calls, nodes } = createNodes([1, "fails", 3]);
  await readQuotes(nodes, 2, "/q", isRefusal, gone.signal);
  expect(calls).toHaveLength(2);
});

test("what is no error of an upstream is a failure of that path", async () => {
  const { failures } = await readQuotes(createNodes(["breaks"]).nodes, 2, "/q", () => false, signal);
  expect(failures[0]).toMatchObject({ fault: "not_json", path: "/quote/swap", cause: new Error("not of an upstream") });
});

test("the least is asked of an amount of 500 dollars", async () => {
  const ask = async (price: bigint | undefined, replies: Reply[], quorum: 1 | 2 = 2) => {
    const { calls, nodes } = createNodes(replies);
    const prices = new Map(price === undefined ? [] : [["BTC.BTC", price]]);
    const toPath = (amount: bigint) => `/${amount}`;
    const least = await readRecommendedMinimum(nodes, quorum, "BTC.BTC", prices as never, toPath, signal);
    return [least, calls.join()];
  };
  // At 50,000 dollars, 0.01 BTC.
  expect(await ask(50_000n * 10n ** 8n, [70, 75])).toEqual([75n, "0 /1000000,1 /1000000"]);
  expect(await ask(50_000n * 10n ** 8n, [7, "refuses"])).toEqual([null, "0 /1000000,1 /1000000"]);
  expect(await ask(50_000n * 10n ** 8n, [70, "refuses", 75])).toEqual([75n, "0 /1000000,1 /1000000,2 /1000000"]);
  for (const price of [undefined, 0n, 10n ** 30n]) expect(await ask(price, [7, 8])).toEqual([null, ""]);
});
