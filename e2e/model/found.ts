// Scripts that the model failed at once, and their neighbours: each run begins with them.
import type { Script, Step } from "./steps.ts";

const status: Step = { do: "read", read: "status", pair: 0 };
const networks = ["thorchain", "mayachain"] as const;
/** MAYAChain's halts come into force a block later. */
const toHeight = (network: Script["network"], blocks: number) =>
  ({ is: "height", offset: network === "thorchain" ? blocks : blocks - 1 }) as const;

const simple: Script = { network: "thorchain", nodes: 1, indexers: 1, isCalm: false, steps: [] };

/** In the reader: between the node's height and a clock one block ahead, a pause that ends by height was taken for over. */
const pauseBetweenHeights = networks.map(
  (network): Script => ({
    ...simple,
    network,
    steps: [
      { do: "height", provider: 1, offset: 1 },
      {
        do: "mimir",
        key: 2,
        value: { is: "height", offset: network === "thorchain" ? 0 : 1 },
        where: "all",
      },
      status,
    ],
  }),
);

/** In the oracle: the second node is in step with the clock, but six blocks behind the first: of three it is replaced, of two it is a doubt. */
const secondIsBehind = [2, 3].map(
  (nodes): Script => ({
    ...simple,
    nodes,
    indexers: 2,
    steps: [
      { do: "height", provider: 1, offset: -5 },
      { do: "height", provider: 0, offset: 1 },
      status,
    ],
  }),
);

/** In the reader: two nodes of one operator put that of another out of the comparison, which was six blocks ahead, and were two witnesses. */
const oneOperatorAhead = [-40_000, 0].map(
  (offsetMs): Script => ({
    ...simple,
    operators: "aba",
    nodes: 3,
    steps: [
      { do: "time", provider: 3, offsetMs },
      { do: "height", provider: 1, offset: 6 },
      status,
    ],
  }),
);

/** In the oracle: since the last reading a block was made that brings a scheduled halt into force, of all or of one chain. */
const haltBetweenReadings = networks.flatMap((network) =>
  [0, 10].map(
    (key): Script => ({
      ...simple,
      network,
      isCalm: true,
      steps: [
        { do: "mimir", key, value: toHeight(network, 2), where: "all" },
        { do: "advance", ms: 11_900 },
        { do: "read", read: "together", pair: 0 },
        { do: "advance", ms: 200 },
        { do: "read", read: "inbounds", pair: 0 },
        ...Array.from({ length: 20 }, (_, pair): Step => ({ do: "read", read: "quote", pair })),
      ],
    }),
  ),
);

/** In the oracle: a node falls behind what it told ten minutes ago, of a network that stood still meanwhile. */
const heightOfLongAgo: Script = {
  ...simple,
  steps: [
    status,
    { do: "freeze" },
    { do: "advance", ms: 590_000 },
    { do: "repairAll", halts: false },
    { do: "height", provider: 0, offset: -3 },
    { do: "advance", ms: 10_001 },
    status,
  ],
};

/** In the oracle: the answers of a slow reading took 7.2 s, and its block clock was told first. */
const clockOfSlowReading: Script = {
  ...simple,
  steps: [
    { do: "height", provider: 1, offset: -5 },
    status,
    { do: "advance", ms: 4_900 },
    { do: "latency", provider: 0, ms: 2_400 },
    status,
  ],
};

/** In the oracle: the two nodes that are compared name another router than the third, which is not asked. */
const routerOfTwoOfThree: Script = {
  ...simple,
  nodes: 3,
  steps: [
    { do: "churn", chain: 1, what: "router", where: 0 },
    { do: "churn", chain: 1, what: "router", where: 1 },
    { do: "advance", ms: 100 },
    { do: "read", read: "inbounds", pair: 0 },
  ],
};

/** In the oracle: one node lists no chain at all, and two others, or one, list one. */
const emptyListOfOne = [2, 3].map(
  (nodes): Script => ({
    ...simple,
    nodes,
    steps: [
      { do: "row", chain: 0, present: false, where: "all" },
      { do: "row", chain: 1, present: false, where: "all" },
      { do: "row", chain: 2, present: false, where: 0 },
      { do: "advance", ms: 6_100 },
      { do: "read", read: "together", pair: 0 },
    ],
  }),
);

/** In the oracle: of three nodes the second is down, and the third is in step with the clock, but six blocks behind the first. */
const thirdIsBehind: Script = {
  ...simple,
  nodes: 3,
  indexers: 2,
  steps: [
    { do: "height", provider: 0, offset: 1 },
    { do: "fault", provider: 1, path: "*", fault: "reset" },
    { do: "height", provider: 2, offset: -5 },
    status,
    status,
  ],
};

/** In the oracle: the first node, slow and without its parameters, tells the pools with the second; the third tells the parameters. */
const factsOfDifferentNodes: Script = {
  ...simple,
  nodes: 3,
  steps: [
    status,
    { do: "latency", provider: 0, ms: 2_400 },
    { do: "fault", provider: 0, path: "mimir", fault: "redirect" },
    ...Array.from({ length: 3 }, (): Step => ({ do: "read", read: "quote", pair: 0 })),
  ],
};

/** In the oracle: the first of three nodes says that trading is halted, and fails with the rest, so that the third takes its place. */
const haltOfReplaced = networks.flatMap((network) =>
  (
    [
      [{ do: "mimir", key: 0, value: { is: "plain", value: 1 }, where: 0 }, "inbound_addresses"],
      [{ do: "flag", chain: 0, flag: 0, value: "true", where: 0, everyRow: true }, "mimir"],
      [{ do: "churn", chain: 0, what: "vault", where: 0 }, "mimir"],
    ] as const
  ).map(
    ([change, path]): Script => ({
      ...simple,
      network,
      nodes: 3,
      steps: [
        change,
        { do: "fault", provider: 0, path, fault: "redirect" },
        { do: "read", read: "together", pair: 0 },
        { do: "advance", ms: 1_000 },
        { do: "read", read: "together", pair: 0 },
      ],
    }),
  ),
);

/** In the oracle: the next reading begins at the instant at which the replaced node said halted and failed, and does not ask it again. */
const nextReadingAtOnce = networks.flatMap((network) =>
  ["lastblock", "mimir"].map(
    (path): Script => ({
      ...simple,
      network,
      nodes: 3,
      steps: [
        { do: "fault", provider: 0, path, fault: "reset" },
        { do: "flag", chain: 0, flag: 0, value: "true", where: 0, everyRow: false },
        status,
        status,
        { do: "read", read: "together", pair: 0 },
      ],
    }),
  ),
);

/** In the reader: a third operator, asked about a pool alone, had said by then that all trading is halted. */
const thirdSaysHalted: Script = {
  ...simple,
  nodes: 3,
  operators: "abc",
  steps: [
    { do: "read", read: "inbounds", pair: 0 },
    { do: "pool", asset: 0, status: "Available", halted: true, where: 0 },
    { do: "mimir", key: 0, value: toHeight("thorchain", 0), where: "all" },
    { do: "read", read: "together", pair: 0 },
    { do: "advance", ms: 100 },
    status,
  ],
};

const readIn = (process: number, frozenMs = 0, after = 0): Step => {
  return {
    do: "read",
    read: "status",
    pair: 0,
    process,
    freeze: frozenMs > 0 ? { after, ms: frozenMs } : null,
  };
};

/** What a process takes from the cache is as old as it was to whoever read it. */
const agesOfTwoProcesses: Script = {
  ...simple,
  nodes: 2,
  processes: 2,
  steps: [
    readIn(0),
    { do: "advance", ms: 4_900 },
    readIn(1),
    { do: "advance", ms: 2_000 },
    readIn(1),
  ],
};

/** In the reader: nodes whose answers a process slept through counted as failed, and the third as heard. */
const nodesOfFrozen = (["aab", "abb", "aaa"] as const).flatMap((operators) =>
  [0, 11].flatMap((after) =>
    [0, 1].flatMap((at): Script[] => {
      const of = { ...simple, nodes: 3, operators };
      const ahead: Step = { do: "height", provider: 2 * at, offset: 6 };
      const unlisted: Step = { do: "row", chain: 0, present: false, where: 1 };
      return [
        {
          ...of,
          steps: at ? [readIn(0, 60_000, after), ahead] : [ahead, readIn(0, 60_000, after)],
        },
        { ...of, steps: [readIn(0, 60_000, after), unlisted, { do: "advance", ms: 100 }] },
      ];
    }),
  ),
);

/** In the oracle: a process that went on read twice, and a node that failed in the first of both readings was not asked again. */
const readTwiceWhenThawed: Script = {
  ...simple,
  nodes: 3,
  operators: "aab",
  steps: [
    { do: "mimir", key: 0, value: { is: "plain", value: 1 }, where: 0 },
    { do: "fault", provider: 0, path: "inbound_addresses", fault: "reset" },
    readIn(0, 60_000),
  ],
};

/** In the reader: a node that had been slow was no spare for one that was tried again after its faults. */
const slowIsSpare: Script = {
  ...simple,
  nodes: 3,
  operators: "abc",
  indexers: 2,
  steps: [
    { do: "latency", provider: 0, ms: 2_400 },
    readIn(0, 60_000, 7),
    { do: "fault", provider: 2, path: "*", fault: "reset" },
    { do: "time", provider: 0, offsetMs: -40_000 },
    { do: "advance", ms: 29_000 },
  ],
};

/** In the oracle: a node that was in step told another process so, and its block was asked for after it had fallen behind. */
const behindSinceShared: Script = {
  ...simple,
  nodes: 3,
  operators: "abc",
  indexers: 1,
  processes: 3,
  steps: [
    readIn(0, 60_000, 11),
    { do: "height", provider: 0, offset: -6 },
    readIn(0),
    { do: "mimir", key: 0, value: { is: "plain", value: 1 }, where: "all" },
    readIn(0),
  ],
};

/** In the reader: a process that stood still for some seconds did not read again what that had cut off. */
const cutOff = (
  [
    ["status", 4, 5_000],
    ["quote", 15, 9_000],
  ] as const
).map(
  ([read, after, ms]): Script => ({
    ...simple,
    nodes: 2,
    steps: [{ do: "read", read, pair: 0, freeze: { after, ms } }],
  }),
);

/** In the oracle: what a node told while the process stood still was never read, so that the node told a lower height later is no step back. */
const heightSleptThrough: Script = {
  ...simple,
  steps: [
    { do: "height", provider: 0, offset: 6 },
    { do: "read", read: "status", pair: 0, freeze: { after: 3, ms: 4_501 } },
    { do: "repairAll", halts: false },
  ],
};

/** In the reader: a spare was asked in place of nodes whose answers a process had slept through for some seconds. */
const spareOfFrozen: Script = {
  ...simple,
  nodes: 3,
  operators: "aab",
  steps: [
    { do: "churn", chain: 0, what: "vault", where: 1 },
    { do: "read", read: "status", pair: 0, freeze: { after: 0, ms: 4_501 } },
  ],
};

/** In the oracle: a low block counted against its node, although the node had told its height again since. */
const blockBeforeHeight: Script = {
  ...simple,
  nodes: 3,
  operators: "aba",
  steps: [
    { do: "read", read: "status", pair: 0, freeze: { after: 0, ms: 1_000 } },
    { do: "height", provider: 0, offset: -6 },
    { do: "advance", ms: 6_000 },
    { do: "repairAll", halts: false },
    { do: "read", read: "status", pair: 0 },
  ],
};

export const found: readonly Script[] = [
  blockBeforeHeight,
  ...oneOperatorAhead,
  ...cutOff,
  heightSleptThrough,
  spareOfFrozen,
  slowIsSpare,
  behindSinceShared,
  agesOfTwoProcesses,
  ...nodesOfFrozen,
  readTwiceWhenThawed,
  ...pauseBetweenHeights,
  ...secondIsBehind,
  ...haltBetweenReadings,
  heightOfLongAgo,
  clockOfSlowReading,
  routerOfTwoOfThree,
  ...emptyListOfOne,
  thirdIsBehind,
  factsOfDifferentNodes,
  ...haltOfReplaced,
  ...nextReadingAtOnce,
  thirdSaysHalted,
];
