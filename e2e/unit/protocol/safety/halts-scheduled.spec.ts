// Halts ahead: scheduled with their first height for the chains that they concern, and not in force before.
import { expect, test } from "@playwright/test";
import { judge, judgePair } from "../../../../lib/protocol/safety/halts.ts";
import { nodeReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { chainOf, H, halted, NOW, open, toEvidence, unknown } from "./halt-evidence.ts";

test("a halt ahead is scheduled with its first height and an estimated time, not in force", () => {
  const timeMs = NOW - 3_000;
  const thor = chainOf({ mimir: { HALTETHTRADING: H + 100 } }, "ETH");
  expect(thor.trading).toEqual(open);
  expect(thor.scheduled).toEqual([
    {
      parameter: "HALTETHTRADING",
      value: H + 100,
      height: H + 100,
      estimatedTimeMs: timeMs + 600_000,
    },
  ]);
  const maya = {
    network: "mayachain",
    mimir: { HALTETHCHAIN: H + 1, HALTSIGNINGETH: H + 9 },
  } as const;
  expect(chainOf(maya, "ETH").scheduled, "strict: at v the halt is one block away").toEqual([
    { parameter: "HALTETHCHAIN", value: H + 1, height: H + 2, estimatedTimeMs: timeMs + 12_000 },
  ]);
  expect(chainOf(maya, "ETH").signing, "a signing key has no height there").toEqual(
    halted("HALTSIGNINGETH"),
  );
});

test("every key that may come on by height is scheduled for the chain that it concerns", () => {
  const names = [
    "HALTTRADING",
    "HALTETHTRADING",
    "HALTCHAINGLOBAL",
    "HALTETHCHAIN",
    "SOLVENCYHALTETHCHAIN",
  ];
  const all = [...names, "HALTSIGNING", "HALTSIGNINGETH", "PAUSELP", "PAUSELPETH"];
  const mimir = Object.fromEntries(
    [...all, "NODEPAUSECHAINGLOBAL", "RAGNAROK-ETH-ETH"].map((key) => [key, H + 2]),
  );
  const scheduled = (chain: string) =>
    chainOf({ mimir }, chain).scheduled.map((one) => one.parameter);
  expect(scheduled("ETH").sort()).toEqual([...all].sort());
  expect(scheduled("BTC").sort()).toEqual([
    "HALTCHAINGLOBAL",
    "HALTSIGNING",
    "HALTTRADING",
    "PAUSELP",
  ]);
});

test("a halt ahead is told where two nodes name it alike, and is a doubt where they do not", () => {
  const at = (height: number) => ({ HALTETHTRADING: height });
  for (const [first, second, verdict, told] of [
    [at(H + 20), at(H + 20), "open", [H + 20]],
    [at(H + 50), at(H + 20), "unknown", []],
    [at(H + 20), {}, "unknown", []],
    [{}, at(H + 20), "unknown", []],
    [at(H + 20), at(H), "unknown", []],
    [at(H), at(H), "halted", []],
  ] as const) {
    const { trading, signing, scheduled } = chainOf(
      { mimir: first, second: { mimir: second } },
      "ETH",
    );
    expect([trading.verdict, signing.verdict, scheduled.map((one) => one.height)]).toEqual([
      verdict,
      "open",
      told,
    ]);
  }
});

test("of two nodes at different heights the foremost dates a halt, and one whose parameters were not read disputes nothing", () => {
  const mimir = { HALTETHTRADING: H + 100 };
  const timesAt = (height: number) =>
    chainOf({ mimir, second: { height, mimir } }, "ETH").scheduled.map(
      ({ estimatedTimeMs }) => estimatedTimeMs,
    );
  expect(timesAt(H - 3), "the clock is as high as the first").toEqual([NOW - 3_000 + 600_000]);
  expect(timesAt(H + 2)).toEqual([NOW - 3_000 + 588_000]);
  const unread = chainOf({ mimir, second: { mimir: null } }, "ETH");
  expect(unread.scheduled.map(({ height }) => height)).toEqual([H + 100]);
  expect(unread.trading).toEqual(unknown(nodeReasons.oneSource));
});

test("a halt of the whole network, or of a form, that one of two nodes names is a doubt by that name", () => {
  const doubt = { verdict: "unknown", haltedBy: [], reason: nodeReasons.schedulesApart };
  const network = judge(toEvidence({ mimir: { HALTTRADING: H + 100 }, second: {} }));
  expect(network.network).toEqual(doubt);
  const evidence = toEvidence({ mimir: { HALTSECUREDGLOBAL: H + 100 }, second: {} });
  const pools = new Map([["BTC.BTC", { asset: "BTC.BTC", status: "Available" }]]);
  const pair = (to: string) => judgePair(evidence, judge(evidence), ["BTC.BTC", to], pools);
  expect(pair("BTC-BTC")).toEqual(doubt);
  expect(pair("THOR.RUNE")).toEqual(open);
});
