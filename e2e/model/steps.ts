// The steps of a script, as data that fast-check can shrink, weighted so that halts, faults and sound moments all occur.
import fc from "fast-check";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { cacheLies } from "../adversary/cache-liar.ts";
import type { Inbox } from "./upstreams.ts";
import { assetsOf, type Fault, faults } from "./world.ts";

type Read = "status" | "inbounds" | "pools" | "quote" | "together";
/** Where a change is told: by the whole network, or by one node alone (a disagreement). */
export type Where = "all" | 0 | 1;
type MimirValue = { is: "plain"; value: number } | { is: "height"; offset: number };

/** The process stands still for a time after so many more answers. */
export type Freeze = NonNullable<Inbox["freeze"]>;

export type Step =
  | { do: "advance"; ms: number }
  | { do: "read"; read: Read; pair: number; process?: number; freeze?: Freeze | null }
  | { do: "restart"; process: number }
  | { do: "cache"; lie: (typeof cacheLies)[number] }
  | { do: "mimir"; key: number; value: MimirValue; where: Where }
  | {
      do: "flag";
      chain: number;
      flag: number;
      value: "true" | "false" | "missing" | "text";
      where: Where;
      everyRow: boolean;
    }
  | { do: "row"; chain: number; present: boolean; where: Where }
  | { do: "churn"; chain: number; what: "vault" | "router"; where: Where }
  | { do: "pool"; asset: number; status: string; halted: boolean; where: Where }
  | { do: "freeze" }
  | { do: "thaw" }
  | { do: "fault"; provider: number; path: string; fault: Fault }
  | { do: "height"; provider: number; offset: number }
  | { do: "time"; provider: number; offsetMs: number }
  | { do: "lag"; provider: number; behindMs: number; pace: number }
  | { do: "repeat"; provider: number; node: number }
  | { do: "clock"; errorMs: number }
  | { do: "stick" | "latency" | "unsync" | "strangeQuote" | "repair"; provider: number; ms: number }
  | { do: "repairAll"; halts: boolean };

/** Keys that halt something, look as if they did, or did once: the exact names and their neighbours. */
export function keysToVote(preset: Preset): readonly string[] {
  const codes = preset.chains.map((chain) => chain.code);
  return [
    ...["HALTTRADING", "HALTCHAINGLOBAL", "NODEPAUSECHAINGLOBAL", "HALTSIGNING", "PAUSELP"],
    ...codes.flatMap((code) => [
      ...[`HALT${code}TRADING`, `HALT${code}CHAIN`, `SOLVENCYHALT${code}CHAIN`],
      ...[`HALTSIGNING${code}`, `PAUSELP${code}`],
    ]),
    ...assetsOf(preset).map((asset) => `RAGNAROK-${asset.replace(".", "-")}`),
    ...(preset.segment === "thorchain" ? ["HALTTCYTRADING"] : []),
    ...["HALTRADING", "HALTBTCSIGNING", "HALTSIGNINGXYZ", "STREAMINGSWAPPAUSE"],
    ...["HALTSECUREDGLOBAL", "HALTWASMGLOBAL", "TCYCLAIMINGHALT", "HALTCHURNING"],
    ...["PAUSELOANS", "STOPSOLVENCYCHECK", "PAUSELPDEPOSIT-BTC-BTC"],
  ];
}

const step = <Name extends Step["do"], Members extends object>(
  name: Name,
  members: { [Key in keyof Members]: fc.Arbitrary<Members[Key]> },
) => fc.record<Members>(members).map((drawn) => ({ do: name, ...drawn }));

const where = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Where>("all") },
  { weight: 1, arbitrary: fc.constantFrom<Where>(0, 1) },
);
const everywhere = fc.constant<Where>("all");
const index = fc.nat({ max: 999 });
const process = fc.nat({ max: 2 });
const value = fc.oneof(
  fc
    .constantFrom(1, 1, 1, 0, -1, 2, 10 ** 12)
    .map((plain): MimirValue => ({ is: "plain", value: plain })),
  fc.integer({ min: -3, max: 5 }).map((offset): MimirValue => ({ is: "height", offset })),
);
const advance = step("advance", {
  ms: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(100, 1_000, 4_900, 5_000, 5_100, 6_000, 6_100) },
    { weight: 3, arbitrary: fc.integer({ min: 100, max: 20_000 }) },
    { weight: 2, arbitrary: fc.constantFrom(29_000, 31_000, 61_000, 120_000, 590_000, 700_000) },
  ),
});
const freeze = fc.record({
  after: fc.nat({ max: 40 }),
  ms: fc.oneof(
    fc.integer({ min: 1_000, max: 20_000 }),
    fc.constantFrom(60_000, 60_000, 3_600_000, 86_400_000),
  ),
});
const [status, inbounds, quote] = ["status", "inbounds", "quote"] as const;
const read = step("read", {
  read: fc.constantFrom(status, status, inbounds, inbounds, "pools", quote, quote, "together"),
  pair: index,
  process,
  freeze: fc.option(freeze, { freq: 6 }),
});
const processTroubles = [
  step("restart", { process }),
  step("cache", { lie: fc.constantFrom(...cacheLies) }),
];
const changes = (place: typeof where, isCalm: boolean) => [
  // The five keys of the whole network come first in the list.
  step("mimir", { key: fc.oneof(fc.nat({ max: 4 }), index), value, where: place }),
  step("mimir", { key: index, value, where: place }),
  step("flag", {
    chain: index,
    flag: index,
    value: isCalm
      ? fc.constantFrom("true", "false", "missing")
      : fc.constantFrom("true", "true", "false", "missing", "text"),
    where: place,
    everyRow: fc.boolean(),
  }),
  step("row", { chain: index, present: fc.boolean(), where: place }),
  step("churn", { chain: index, what: fc.constantFrom("vault", "router"), where: place }),
  step("pool", {
    asset: index,
    status: fc.constantFrom("Available", "Available", "Staged", "Suspended", "Other"),
    halted: fc.boolean(),
    where: place,
  }),
];
const paths = [
  ...["*", "*", "mimir", "inbound_addresses", "lastblock", "block", "health", "pools"],
  ...["quote/swap", "network"],
];
const fault = (path: fc.Arbitrary<string>) =>
  step("fault", { provider: index, path, fault: fc.constantFrom(...faults) });
const troubles = [
  fc.constant<Step>({ do: "freeze" }),
  fc.constant<Step>({ do: "freeze" }),
  fault(fc.constant("*")),
  fault(fc.constantFrom(...paths)),
  fc.constant<Step>({ do: "thaw" }),
  step("height", {
    provider: index,
    offset: fc.oneof(fc.integer({ min: -12, max: 8 }), fc.constantFrom(-5, -6, -1000)),
  }),
  step("time", {
    provider: index,
    offsetMs: fc.constantFrom(-40_000, -20_000, 4_000, 12_000, 60_000),
  }),
  ...[1, 2].map(() =>
    step("lag", {
      provider: index,
      behindMs: fc.constantFrom(0, 12_000, 36_000, 360_000, 7_200_000),
      pace: fc.constantFrom(1, 1, 20, 0.1, 0),
    }),
  ),
  step("repeat", { provider: index, node: index }),
  // A clock that is late by a minute makes a block of a minute ago one of now: no block tells.
  step("clock", { errorMs: fc.constantFrom(0, -4_000, 4_000, 60_000, 3_600_000) }),
  fc.record({
    do: fc.constantFrom(
      ...(["stick", "latency", "latency", "unsync"] as const),
      ...(["strangeQuote", "repair", "repair"] as const),
    ),
    provider: index,
    ms: fc.constantFrom(50, 400, 1_500, 2_400, 2_500),
  }),
];
const repairAll = step("repairAll", { halts: fc.boolean() });

const common = (place: typeof where, isCalm: boolean): fc.WeightedArbitrary<Step>[] => [
  { weight: 7, arbitrary: read },
  { weight: 5, arbitrary: advance },
  { weight: 4, arbitrary: fc.oneof<fc.Arbitrary<Step>[]>(...changes(place, isCalm)) },
  { weight: 1, arbitrary: repairAll },
  { weight: 2, arbitrary: fc.oneof<fc.Arbitrary<Step>[]>(...processTroubles) },
];

export interface Script {
  readonly network: "thorchain" | "mayachain";
  readonly nodes: number;
  readonly indexers: number;
  /** Who runs each node: "aab" is two nodes of one operator and one of another. Absent: each has its own. */
  readonly operators?: string;
  /** They share a cache. Absent: one, without a cache. */
  readonly processes?: 1 | 2 | 3 | undefined;
  /** Of upstreams halts, flags and churns only: every verdict is then known exactly. */
  readonly isCalm: boolean;
  readonly steps: Step[];
}
const deployments = [
  ...["a", "ab", "ab", "ab", "aa"],
  ...["abc", "abc", "abc", "aab", "aba", "abb", "aaa"],
];
const drawn = (isCalm: boolean, ...steps: fc.WeightedArbitrary<Step>[]) =>
  fc.record({
    network: fc.constantFrom("thorchain" as const, "mayachain" as const),
    operators: fc.constantFrom(...deployments),
    indexers: fc.constantFrom(1, 2, 3),
    processes: fc.constantFrom(undefined, 1 as const, 2 as const, 3 as const),
    isCalm: fc.constant(isCalm),
    steps: fc.array(fc.oneof(...steps), { minLength: 2, maxLength: 24, size: "max" }),
  });
const trouble = { weight: 4, arbitrary: fc.oneof<fc.Arbitrary<Step>[]>(...troubles) };
export const scripts: fc.Arbitrary<Script> = fc
  .oneof(
    { weight: 1, arbitrary: drawn(true, ...common(everywhere, true)) },
    { weight: 2, arbitrary: drawn(false, ...common(where, false), trouble) },
  )
  .map((script) => ({ ...script, nodes: script.operators.length }));
