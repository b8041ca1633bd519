// Every refusal that a node was recorded to give has a code and a sentence of its own, and none of them says that the network cannot be read.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import {
  classifyRefusal,
  type RefusalContext,
  refusalCode,
  statedMaxAffiliateBps,
  statedRecommendedMin,
  strictestRefusal,
} from "../../../../lib/protocol/quote/refusal.ts";
import { UpstreamError } from "../../../../lib/protocol/upstream/errors.ts";
import { createWorld, status } from "../../../support/world.ts";
import { blamed, rows, simulated } from "./refusal-rows.ts";

const refused = (words: string, status = 400) =>
  new UpstreamError("status", "/quote/swap", { status, refusal: words });
const open = { verdict: "open", haltedBy: [], reason: null } as const;
const context: RefusalContext = {
  request: { from: "BTC", to: "ETH", amount: "1", destination: "0x1", liquidityToleranceBps: 300 },
  from: "BTC.BTC",
  amount: 100_000_000n,
};
const codeOf = (
  words: string,
  status?: number,
  more: Partial<RefusalContext> = {},
  least: bigint | null = null,
) => classifyRefusal(refused(words, status), { ...context, ...more }, open, least).code;

for (const [words, status, code] of rows)
  test(`${status} ${words.slice(0, 90)}: ${code}`, () => expect(codeOf(words, status)).toBe(code));

test("each code has a sentence of its own that says what to do, and none says to wait but a halt", () => {
  const failures = rows.map(([words, status]) =>
    classifyRefusal(refused(words, status), context, open, null),
  );
  const hints = new Map(failures.map(({ code, hint }) => [code, hint]));
  expect(new Set(hints.values()).size).toBe(hints.size);
  for (const { code, hint, retryAfterSeconds } of failures) {
    expect(hint, code).toMatch(/\b(Ask|Name|Do not send)\b/);
    expect(retryAfterSeconds, code).toBe(code === "halted" ? 60 : null);
  }
});

test("where no receiving address was given, the words on it ask for one", () => {
  const { destination: _, ...request } = context.request;
  const words =
    "swap destination address is not the same chain as the target asset: unknown request";
  expect(classifyRefusal(refused(words, 500), { ...context, request }, open, null)).toMatchObject({
    code: "no_destination",
    argument: "destination",
    retryAfterSeconds: null,
  });
});

test("a memo that is too long: only what was given is to be left out", () => {
  const {
    affiliate: _,
    refundAddress: __,
    ...bare
  } = { affiliate: "", refundAddress: "", ...context.request };
  const told = (more: object) => {
    const words = refused("generated memo too long for source chain: invalid request");
    const { code, argument, hint } = classifyRefusal(
      words,
      { ...context, request: { ...bare, ...more } },
      open,
      null,
    );
    expect(code).toBe("memo_too_long");
    return [argument, /Ask (.*?) receiving address\./.exec(hint)?.[1]];
  };
  const [affiliate, refundAddress] = ["t", "bc1"];
  expect(told({})).toEqual(["destination", "with a shorter"]);
  expect(told({ affiliate })).toEqual(["affiliate", "without the affiliate, or with a shorter"]);
  expect(told({ refundAddress })).toEqual([
    "refund_address",
    "without the refund address, or with a shorter",
  ]);
  expect(told({ affiliate, refundAddress })).toEqual([
    "affiliate",
    "without the affiliate and the refund address, or with a shorter",
  ]);
});

test("a memo that the network cannot read: only what was given is to be left out", () => {
  const told = (more: object) => {
    const words = refused(
      `${simulated}MEMO: MEMO FAILURE(S): cannot parse 't' as an Address: t is not recognizable`,
    );
    const request = { ...context.request, ...more };
    const { argument, hint } = classifyRefusal(words, { ...context, request }, open, null);
    return [argument, /Ask .*$/.exec(hint)?.[0]];
  };
  expect(told({})).toEqual(["destination", "Ask with another receiving address."]);
  expect(told({ affiliate: "other" })).toEqual([
    "affiliate",
    "Ask without the affiliate, or with another receiving address.",
  ]);
});

for (const [words, argument, code] of blamed)
  test(`the fault is ${argument}'s, and asking again does not help: ${words.replace(/\s+/g, " ").slice(0, 150)}`, () => {
    const request = { ...context.request, affiliate: "x", affiliateBps: 600 };
    for (const status of [200, 400, 500]) {
      const told = classifyRefusal(refused(words, status), { ...context, request }, open, null);
      const wanted = { code: code ?? `invalid_${argument}`, argument, retryAfterSeconds: null };
      expect(told, String(status)).toMatchObject(wanted);
    }
  });

test("what affiliates may take at most is told where two nodes name it alike", () => {
  const [most, least] = [500, 400].map((bps) =>
    refused(
      `bad affiliate params: total affiliate fee basis points must not exceed ${bps} (provided total bps: 600)`,
    ),
  ) as [UpstreamError, UpstreamError];
  const thorchain = refused(
    "bad affiliate params: total affiliate fee must not be more than 1000 bps",
  );
  expect(statedMaxAffiliateBps([most, most], 2)).toBe(500n);
  expect(statedMaxAffiliateBps([thorchain], 1)).toBe(1_000n);
  for (const refusals of [[most], [most, least], [most, refused("zero emit asset")]])
    expect(statedMaxAffiliateBps(refusals, 2)).toBeNull();
  expect(classifyRefusal(most, context, open, null)).toEqual({
    code: "invalid_affiliate_bps",
    hint: "The network takes a smaller part for affiliates at most. Ask with a smaller affiliate_bps.",
    argument: "affiliate_bps",
    retryAfterSeconds: null,
  });
  const other = classifyRefusal(refused("price limit"), context, open, null, 500n);
  expect(other).toMatchObject({ code: "limit_not_met", argument: "liquidity_tolerance_bps" });
  expect(classifyRefusal(most, context, open, null, 500n)).toEqual({
    code: "invalid_affiliate_bps",
    hint: "The network takes 500 bps for affiliates at most. Ask with a smaller affiliate_bps.",
    argument: "affiliate_bps",
    candidates: ["500"],
    retryAfterSeconds: null,
  });
});

test("a quote of MAYAChain names the most that both nodes take for affiliates, and the argument", async () => {
  const world = createWorld({ network: "mayachain" });
  const error =
    "bad affiliate params: total affiliate fee basis points must not exceed 400 (provided total bps: 600)";
  for (const node of ["node0", "node1"]) world.scripts[node] = { swap: status(200, { error }) };
  const asked = { from: "BTC.BTC", to: "ETH.ETH", amount: "1", affiliate: "x", affiliateBps: 600 };
  const { failure } = await world.network.getQuote(asked);
  expect(failure).toMatchObject({
    code: "invalid_affiliate_bps",
    argument: "affiliate_bps",
    candidates: ["400"],
  });
});

test("an amount above the least that the node names is too large for the pools, not too small", () => {
  const words =
    "amount less than min swap amount (recommended_min_amount_in: 117997): invalid request";
  expect(codeOf(words, 400, { amount: 117_996n }, 117_997n)).toBe("amount_too_small");
  expect(codeOf(words, 400, { amount: 117_997n }, 117_997n)).toBe("pool_too_shallow");
});

test("the least is taken from the refusals where enough of them name one, and none is far above the other", () => {
  const named = (least: string) =>
    refused(`amount less than min swap amount (recommended_min_amount_in: ${least})`);
  expect(statedRecommendedMin([named("100")], 1)).toBe(100n);
  expect(statedRecommendedMin([named("100")], 2)).toBeNull();
  expect(statedRecommendedMin([named("100"), named("111")], 2)).toBe(111n);
  expect(statedRecommendedMin([named("100"), named("112")], 2)).toBeNull();
  expect(statedRecommendedMin([named("100"), named("100000")], 2)).toBeNull();
  expect(statedRecommendedMin([refused("swap too small; recommended minimum: 7761")], 1)).toBe(
    7_761n,
  );
  expect(statedRecommendedMin([refused("zero emit asset")], 1)).toBeNull();
});

test("words that are not known are read by what was asked, where the node judged the request", () => {
  const { destination: _, liquidityToleranceBps: __, ...bare } = context.request;
  const without = { request: bare };
  type Case = readonly [
    words: string,
    code: string | null,
    more?: Partial<RefusalContext>,
    status?: number,
  ];
  const cases: readonly Case[] = [
    ["below your limit", "limit_not_met"],
    ["below your limit", "limit_not_met", { request: { ...bare, toleranceBps: 0 } }],
    ["below your limit", null, without],
    ["below your limit", null, { request: { ...bare, liquidityToleranceBps: 0 } }],
    ["below your limit", null, {}, 500],
    ["whatever", null],
    ...["too small", "dust", "the MINIMUM", "not enough"].map(
      (words) => [words, "amount_too_small"] as const,
    ),
    ...["destination", "address", "memo"].map((words) => [words, "invalid_destination"] as const),
    ["bad address", null, without],
    ...["asset", "symbol", "pool"].map((words) => [words, "invalid_asset"] as const),
    ["asset", null, {}, 503],
  ];
  for (const [words, code, more, status] of cases)
    expect(refusalCode(refused(words, status), { ...context, ...more }), words).toBe(code);
  expect(refusalCode(new UpstreamError("timeout", "/quote/swap"), context)).toBeNull();
  // A body without a status is judged like a fault of the node.
  expect(
    refusalCode(new UpstreamError("status", "/", { refusal: "bad asset" }), context),
  ).toBeNull();
});

test("a node without the path of limit orders takes none, and its words count at any path", () => {
  const at = (path: string, status: number, refusal: string | null = null) =>
    refusalCode(new UpstreamError("status", path, { status, refusal }), context);
  expect(at("/thorchain/quote/limit", 501)).toBe("limit_orders_off");
  expect(at("/thorchain/quote/swap", 501)).toBeNull();
  expect(at("/quote/limit/thorchain", 501)).toBeNull();
  expect(at("/thorchain/quote/limit", 400, "bad from asset")).toBe("invalid_asset");
  const request = { ...context.request, affiliate: "x" };
  expect(codeOf("price limit: cannot parse 'x' as an Address", 400, { request })).toBe(
    "limit_not_met",
  );
});

test("a refusal about one argument names it", () => {
  const argumentOf = (words: string, more: Partial<RefusalContext> = {}, status = 400) =>
    classifyRefusal(refused(words, status), { ...context, ...more }, open, null);
  const named: readonly [words: string, argument: string][] = [
    ["price limit", "liquidity_tolerance_bps"],
    ["not the same chain", "destination"],
    ["memo failure", "destination"],
    ["memo too long", "destination"],
    ["limit orders require", "target_out"],
    ["insufficient funds for outbound", "amount"],
    ["zero emit", "amount"],
  ];
  for (const [words, argument] of named) {
    expect(argumentOf(words).argument, words).toBe(argument);
  }
  const request = { ...context.request, toleranceBps: 5 };
  expect(argumentOf("price limit", { request }).argument).toBe("tolerance_bps");
  for (const words of ["trading is halted", "pool does not exist", "bad symbol"])
    expect(Object.keys(argumentOf(words)), words).not.toContain("argument");
});

test("an amount that is too small is told the least in whole units, where that is known", () => {
  const failureOf = (more: Partial<RefusalContext>, least: bigint | null) =>
    classifyRefusal(refused("zero emit asset"), { ...context, ...more }, open, least);
  const hint =
    "The amount does not cover the fees, or is so small that the network ignores it. Ask for a larger one";
  const plain = { code: "amount_too_small", argument: "amount", retryAfterSeconds: null };
  expect(failureOf({}, 150_000_000n)).toEqual({
    ...plain,
    hint: `${hint}: the recommended minimum or more.`,
    candidates: ["1.5"],
  });
  expect(failureOf({}, null)).toEqual({ ...plain, hint: `${hint}.` });
  const dust = refused("amount less than dust threshold");
  expect(classifyRefusal(dust, { ...context, amount: 1_000n }, open, 1_000n)).toEqual({
    ...plain,
    hint: `${hint}.`,
  });
  expect(failureOf({ amount: 1_000n }, 1_000n)).toEqual({
    ...plain,
    code: "pool_too_shallow",
    hint: "The pools cannot hold this amount. Ask for a smaller one.",
  });
});

test("no answer is no refusal: when to ask again is the upstream's word, or a quarter of a minute", () => {
  const failureOf = (retryAfterMs: number | null) =>
    classifyRefusal(
      new UpstreamError("status", "/", { status: 503, retryAfterMs }),
      context,
      open,
      null,
    );
  for (const [retryAfterMs, seconds] of [
    [null, 15],
    [2_001, 3],
  ] as const)
    expect(failureOf(retryAfterMs)).toEqual({
      code: "unavailable",
      hint: `Do not send. The network gave no quote. Ask again in ${seconds} seconds.`,
      retryAfterSeconds: seconds,
    });
  const halted = { verdict: "halted", haltedBy: ["HALTTRADING"], reason: null } as const;
  expect(classifyRefusal(new UpstreamError("timeout", "/"), context, halted, null).code).toBe(
    "halted",
  );
});

test("of several refusals the strictest is told, and without one the first failure", () => {
  const [limit, halt, unknown] = [
    refused("price limit"),
    refused("trading is halted"),
    refused("whatever"),
  ];
  const [late, later] = [new UpstreamError("timeout", "/"), new UpstreamError("reset", "/")];
  const strictest = (refusals: UpstreamError[], failures: UpstreamError[] = []) =>
    strictestRefusal({ refusals, failures }, context);
  for (const [refusals, told] of [
    [[limit, halt], halt],
    [[halt, limit], halt],
    [[unknown, halt], halt],
    [[halt, unknown], halt],
    [[unknown, limit], unknown],
    [[limit, unknown], limit],
  ] as const) {
    const given = [...refusals];
    expect(strictest(given, [late])).toBe(told);
    expect(given).toEqual(refusals);
  }
  expect(strictest([], [late, later])).toBe(late);
  expect(strictest([])).toBeNull();
});

test.describe("recordings", { tag: "@shared" }, () => {
  test("every recorded refusal has a code, but the node's own trouble with its vaults", () => {
    const folder: string = test.info().config.metadata.recordingsDir;
    test.skip(!folder, "RECORDINGS_DIR is not set");
    const counts = new Map<string, number>();
    for (const name of ["regtest-3.17", "regtest-maya-1.124"]) {
      for (const file of readdirSync(join(folder, name)).filter((one) => one.endsWith(".json"))) {
        const { states, bodies } = JSON.parse(readFileSync(join(folder, name, file), "utf8"));
        for (const { answers } of states as { answers: Record<string, number> }[]) {
          for (const [path, index] of Object.entries(answers)) {
            if (!path.includes("/quote/swap?")) continue;
            const [status, body] = bodies[index] as [number, { message?: string; error?: string }];
            const words = body?.error ?? (status === 200 ? undefined : body?.message);
            if (words === undefined) continue;
            const code = /fail to get max gas details/.test(words)
              ? "vaults"
              : codeOf(words, status);
            counts.set(code, (counts.get(code) ?? 0) + 1);
          }
        }
      }
    }
    expect(counts.get("unavailable")).toBeUndefined();
    // No question in the recordings names an asset or an affiliate that a node refuses.
    const unasked: string[] = ["invalid_asset", "invalid_affiliate", "invalid_affiliate_bps"];
    for (const [, , code] of rows) expect(counts.has(code), code).toBe(!unasked.includes(code));
  });
});
