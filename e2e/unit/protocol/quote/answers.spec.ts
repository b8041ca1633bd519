// Which nodes are asked for a quote, and what each of their answers is taken for.
import { expect, test } from "@playwright/test";
import type { QuoteAnswers, QuoteSources } from "../../../../lib/protocol/quote/answers.ts";
import { readQuotes, readRecommendedMinimum } from "../../../../lib/protocol/quote/answers.ts";
import { UpstreamError } from "../../../../lib/protocol/upstream/errors.ts";
import type { Provider } from "../../../../lib/protocol/upstream/provider.ts";

type Reply = number | "refuses" | "fails" | "breaks" | "names no least";

/** Nodes that give quotes of these outputs, and the names of those that were asked, in turn. */
function createNodes(replies: readonly Reply[], degraded: readonly number[] = []) {
  const calls: string[] = [];
  const nodes = replies.map((reply, index) => ({
    operator: `operator${index}`,
    isDegraded: () => degraded.includes(index),
    get: async (path: string) => {
      calls.push(`${index} ${path}`);
      if (reply === "breaks") throw new Error("not of an upstream");
      if (reply === "refuses")
        throw new UpstreamError("status", path, { status: 400, refusal: "no" });
      if (reply === "fails") throw new UpstreamError("timeout", path);
      if (reply === "names no least") return { value: { expected_amount_out: 1n } };
      return {
        value: { expected_amount_out: BigInt(reply), recommended_min_amount_in: BigInt(reply) },
      };
    },
  }));
  return { calls, nodes: nodes as unknown as Provider[] };
}

const signal = new AbortController().signal;
const isRefusal = ({ refusal }: UpstreamError) => refusal !== null;
/** Outputs of up to 2 apart are alike, and so are two refusals. */
const isAlike: QuoteSources["isAlike"] = (one, other) => {
  const [a, b] = [one, other].map((said) =>
    said instanceof UpstreamError ? null : said.expected_amount_out,
  );
  return a === b || (typeof a === "bigint" && typeof b === "bigint" && a - b <= 2n && b - a <= 2n);
};
const readFrom = (nodes: readonly Provider[], more: Partial<QuoteSources> = {}) =>
  readQuotes({ nodes, quorum: 2, isRefusal, isAlike, signal, ...more }, "/q");
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
  [[1, "refuses"], [[1], 1, 0], "01"],
  [[1, 9], [[1, 9], 0, 0], "01"],
  // Where two differ, a third decides.
  [[1, "refuses", 3], [[1, 3], 0, 0], "012"],
  [[1, "refuses", "refuses"], [[], 2, 0], "012"],
  [[1, 9, 2], [[1, 2], 0, 0], "012"],
  [[9, 1, 2], [[1, 2], 0, 0], "012"],
  [[1, 9, 5], [[1, 9], 0, 0], "012"],
  [[1, 9, "fails"], [[1, 9], 0, 0], "012"],
  [[1, 9, "refuses"], [[1, 9], 0, 0], "012"],
  [[1, "refuses", 9], [[1], 1, 0], "012"],
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
    expect(brief(await readFrom(nodes))).toEqual(told);
    expect(calls).toEqual([...asked].map((index) => `${index} /q`));
  });
}

test("nodes of one operator are one source, and a node that is not judged decides and does not replace", async () => {
  const oneOperator = createNodes([1, 1, 2]);
  Object.assign(oneOperator.nodes[1] as object, { operator: "operator0" });
  expect(brief(await readFrom(oneOperator.nodes))).toEqual([[1, 2], 0, 0]);
  expect(oneOperator.calls).toEqual(["0 /q", "2 /q"]);
  const { calls, nodes } = createNodes([9, 1, 2]);
  const { isOutvoted, ...answers } = await readFrom(nodes.slice(0, 2), { reserve: nodes.slice(2) });
  expect([brief({ ...answers, isOutvoted }), isOutvoted]).toEqual([[[1, 2], 0, 0], true]);
  expect(calls).toHaveLength(3);
  expect((await readFrom(nodes.slice(1))).isOutvoted).toBe(false);
});

test("where one node is enough, one answer is taken", async () => {
  const one = createNodes([1, 2]);
  expect(brief(await readFrom(one.nodes, { quorum: 1 }))).toEqual([[1], 0, 0]);
  expect(one.calls).toEqual(["0 /q"]);
  const refusing = createNodes(["refuses"]);
  expect(brief(await readFrom(refusing.nodes, { quorum: 1 }))).toEqual([[], 1, 0]);
});

test("nobody is asked again for a caller who left", async () => {
  const gone = new AbortController();
  gone.abort();
  const { calls, nodes } = createNodes([1, "fails", 3]);
  await readFrom(nodes, { signal: gone.signal });
  expect(calls).toHaveLength(2);
});

test("what is no error of an upstream is a failure of that path", async () => {
  const { failures } = await readFrom(createNodes(["breaks"]).nodes, { isRefusal: () => false });
  expect(failures[0]).toMatchObject({
    fault: "not_json",
    path: "/quote/swap",
    cause: new Error("not of an upstream"),
  });
});

test("the least is asked of an amount of 500 dollars", async () => {
  const ask = async (price: bigint | undefined, replies: Reply[], quorum: 1 | 2 = 2) => {
    const { calls, nodes } = createNodes(replies);
    const prices = new Map(price === undefined ? [] : [["BTC.BTC", price]]);
    const toPath = (amount: bigint) => `/${amount}`;
    const least = await readRecommendedMinimum(
      { nodes, quorum, signal },
      "BTC.BTC",
      prices as never,
      toPath,
    );
    return [least, calls.join()];
  };
  // At 50,000 dollars, 0.01 BTC.
  expect(await ask(50_000n * 10n ** 8n, [70, 75])).toEqual([75n, "0 /1000000,1 /1000000"]);
  expect(await ask(50_000n * 10n ** 8n, [7, "refuses"])).toEqual([null, "0 /1000000,1 /1000000"]);
  expect(await ask(50_000n * 10n ** 8n, [70, "refuses", 75])).toEqual([
    75n,
    "0 /1000000,1 /1000000,2 /1000000",
  ]);
  // A third decides between two that name other figures, and between one that names none.
  const [two, three] = ["0 /1000000,1 /1000000", "0 /1000000,1 /1000000,2 /1000000"];
  expect(await ask(50_000n * 10n ** 8n, [70, 75, 80])).toEqual([75n, two]);
  expect(await ask(50_000n * 10n ** 8n, [70, 700, 75])).toEqual([75n, three]);
  expect(await ask(50_000n * 10n ** 8n, [70, "names no least", 75])).toEqual([75n, three]);
  expect(await ask(50_000n * 10n ** 8n, [70, "names no least"])).toEqual([null, two]);
  expect(await ask(50_000n * 10n ** 8n, [70, 700, "fails"])).toEqual([null, three]);
  expect(
    await ask(50_000n * 10n ** 8n, ["refuses", "refuses", 75]),
    "of two that say nothing",
  ).toEqual([null, two]);
  for (const price of [undefined, 0n, 10n ** 30n])
    expect(await ask(price, [7, 8])).toEqual([null, ""]);
});
