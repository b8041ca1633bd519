// Scripts that the model failed at once, and their neighbours: each run begins with them.
import type { Script, Step, Where } from "./steps.ts";
import type { Fault } from "./world.ts";

type Read = Extract<Step, { do: "read" }>["read"];
const read = (what: Read = "status", pair = 0): Step => ({ do: "read", read: what, pair });
const together = read("together");
const advance = (ms: number): Step => ({ do: "advance", ms });
const height = (provider: number, offset: number): Step => ({ do: "height", provider, offset });
const time = (provider: number, offsetMs: number): Step => ({ do: "time", provider, offsetMs });
const slow = (provider: number): Step => ({ do: "latency", provider, ms: 2_400 });
const fault = (provider: number, path: string, failure: Fault = "reset"): Step => {
  return { do: "fault", provider, path, fault: failure };
};
const repaired: Step = { do: "repairAll", halts: false };
const unlisted = (chain: number, where: Where): Step => {
  return { do: "row", chain, present: false, where };
};
const churned = (what: "vault" | "router", chain: number, where: Where): Step => {
  return { do: "churn", chain, what, where };
};
/** The first parameter is that of all trading. */
const halted = (where: Where): Step => {
  return { do: "mimir", key: 0, value: { is: "plain", value: 1 }, where };
};
const flagged = (everyRow: boolean): Step => {
  return { do: "flag", chain: 0, flag: 0, value: "true", where: 0, everyRow };
};
/** MAYAChain's halts come into force a block later. */
const votedAt = (network: Script["network"], key: number, blocks: number): Step => {
  const offset = network === "thorchain" ? blocks : blocks - 1;
  return { do: "mimir", key, value: { is: "height", offset }, where: "all" };
};
/** A reading in which the process stands still after some answers. */
const frozen = (ms: number, after = 0, what: Read = "status"): Step => {
  return { do: "read", read: what, pair: 0, freeze: { after, ms } };
};
const readIn = (process: number): Step => ({ do: "read", read: "status", pair: 0, process });

const script = (more: Partial<Script>, ...steps: Step[]): Script => {
  return { network: "thorchain", nodes: 1, indexers: 1, isCalm: false, ...more, steps };
};
const networks = ["thorchain", "mayachain"] as const;

export const found: readonly Script[] = [
  // In the oracle: a low block counted against its node, although the node had told its height again since.
  script(
    { nodes: 3, operators: "aba" },
    ...[frozen(1_000), height(0, -6), advance(6_000), repaired, read()],
  ),
  // In the reader: two nodes of one operator put that of another out of the comparison, which was six blocks ahead, and were two witnesses.
  ...[-40_000, 0].map((offsetMs) =>
    script({ operators: "aba", nodes: 3 }, time(3, offsetMs), height(1, 6), read()),
  ),
  // In the reader: a process that stood still for some seconds did not read again what that had cut off.
  script({ nodes: 2 }, frozen(5_000, 4)),
  script({ nodes: 2 }, frozen(9_000, 15, "quote")),
  // In the oracle: what a node told while the process stood still was never read, so that the node told a lower height later is no step back.
  script({}, height(0, 6), frozen(4_501, 3), repaired),
  // In the reader: a spare was asked in place of nodes whose answers a process had slept through for some seconds.
  script({ nodes: 3, operators: "aab" }, churned("vault", 0, 1), frozen(4_501)),
  // In the reader: a node that had been slow was no spare for one that was tried again after its faults.
  script(
    { nodes: 3, operators: "abc", indexers: 2 },
    ...[slow(0), frozen(60_000, 7), fault(2, "*"), time(0, -40_000), advance(29_000)],
  ),
  // In the oracle: a node that was in step told another process so, and its block was asked for after it had fallen behind.
  script(
    { nodes: 3, operators: "abc", processes: 3 },
    ...[frozen(60_000, 11), height(0, -6), read(), halted("all"), read()],
  ),
  // What a process takes from the cache is as old as it was to whoever read it.
  script(
    { nodes: 2, processes: 2 },
    ...[read(), advance(4_900), readIn(1), advance(2_000), readIn(1)],
  ),
  // In the reader: nodes whose answers a process slept through counted as failed, and the third as heard.
  ...(["aab", "abb", "aaa"] as const).flatMap((operators) =>
    [0, 11].flatMap((after) => {
      const three = { nodes: 3, operators };
      const asleep = frozen(60_000, after);
      return [
        script(three, height(0, 6), asleep),
        script(three, asleep, height(2, 6)),
        script(three, asleep, unlisted(0, 1), advance(100)),
      ];
    }),
  ),
  // In the oracle: a process that went on read twice, and a node that failed in the first of both readings was not asked again.
  script(
    { nodes: 3, operators: "aab" },
    ...[halted(0), fault(0, "inbound_addresses"), frozen(60_000)],
  ),
  // In the reader: between the node's height and a clock one block ahead, a pause that ends by height was taken for over.
  script({}, height(1, 1), votedAt("thorchain", 2, 0), read()),
  script({ network: "mayachain" }, height(1, 1), votedAt("mayachain", 2, 2), read()),
  // In the oracle: the second node is in step with the clock, but six blocks behind the first: of three it is replaced, of two it is a doubt.
  ...[2, 3].map((nodes) => script({ nodes, indexers: 2 }, height(1, -5), height(0, 1), read())),
  // In the oracle: since the last reading a block was made that brings a scheduled halt into force, of all or of one chain.
  ...networks.flatMap((network) =>
    [0, 10].map((key) =>
      script(
        { network, isCalm: true },
        ...[votedAt(network, key, 2), advance(11_900), together, advance(200), read("inbounds")],
        ...Array.from({ length: 6 }, (_, source) => read("quote", source)),
      ),
    ),
  ),
  // In the oracle: a node falls behind what it told ten minutes ago, of a network that stood still meanwhile.
  script(
    {},
    ...[read(), { do: "freeze" } as const, advance(590_000), repaired, height(0, -3)],
    ...[advance(10_001), read()],
  ),
  // In the oracle: the answers of a slow reading took 7.2 s, and its block clock was told first.
  script({}, height(1, -5), read(), advance(4_900), slow(0), read()),
  // In the oracle: the two nodes that are compared name another router than the third, which is not asked.
  script(
    { nodes: 3 },
    ...[churned("router", 1, 0), churned("router", 1, 1), advance(100), read("inbounds")],
  ),
  // In the oracle: one node lists no chain at all, and two others, or one, list one.
  ...[2, 3].map((nodes) =>
    script(
      { nodes },
      ...[unlisted(0, "all"), unlisted(1, "all"), unlisted(2, 0), advance(6_100), together],
    ),
  ),
  // In the oracle: of three nodes the second is down, and the third is in step with the clock, but six blocks behind the first.
  script(
    { nodes: 3, indexers: 2 },
    ...[height(0, 1), fault(1, "*"), height(2, -5), read(), read()],
  ),
  // In the oracle: the first node, slow and without its parameters, tells the pools with the second; the third tells the parameters.
  script(
    { nodes: 3 },
    ...[read(), slow(0), fault(0, "mimir", "redirect")],
    ...[read("quote"), read("quote"), read("quote")],
  ),
  // In the oracle: the first of three nodes says that trading is halted, and fails with the rest, so that the third takes its place.
  ...networks.flatMap((network) =>
    (
      [
        [halted(0), "inbound_addresses"],
        [flagged(true), "mimir"],
        [churned("vault", 0, 0), "mimir"],
      ] as const
    ).map(([change, path]) =>
      script(
        { network, nodes: 3 },
        ...[change, fault(0, path, "redirect"), together, advance(1_000), together],
      ),
    ),
  ),
  // In the oracle: the next reading begins at the instant at which the replaced node said halted and failed, and does not ask it again.
  ...networks.flatMap((network) =>
    (["lastblock", "mimir"] as const).map((path) =>
      script({ network, nodes: 3 }, fault(0, path), flagged(false), read(), read(), together),
    ),
  ),
  // In the reader: a third operator, asked about a pool alone, had said by then that all trading is halted.
  script(
    { nodes: 3, operators: "abc" },
    read("inbounds"),
    { do: "pool", asset: 0, status: "Available", halted: true, where: 0 },
    ...[votedAt("thorchain", 0, 0), together, advance(100), read()],
  ),
];
