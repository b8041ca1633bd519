// The warnings of each reading, by code, and that the advice says each of them.
import { expect, test } from "@playwright/test";
import { signingHalt, tradingHalt } from "../../support/halt-key.ts";
import { createWorld, toBlock, type World } from "./network-world.ts";

const TXID = "A".repeat(64);
const question = { from: "BTC.BTC", to: "ETH.ETH", amount: "0.1" };

type Read = (
  world: World,
) => Promise<{ readonly warnings: readonly { code: string; text: string }[]; readonly advice: string }>;
const readings: Readonly<Record<string, Read>> = {
  status: ({ network }) => network.getStatus(),
  pools: ({ network }) => network.getPools(),
  inbounds: ({ network }) => network.getInbounds(),
  quote: ({ network }) => network.getQuote(question),
  swap: ({ network }) => network.getSwap(TXID, null),
};

const inBlocks = (world: World, blocks: number) => toBlock(world).height + blocks;
const rows: readonly [
  what: string,
  nodes: number,
  change: (world: World) => void,
  codes: Readonly<Record<string, string[]>>,
][] = [
  [
    "two nodes that agree, all open",
    2,
    () => {},
    { status: [], pools: [], inbounds: [], quote: [], swap: ["do_not_resend"] },
  ],
  [
    "one node is configured",
    1,
    () => {},
    {
      status: ["one_source"],
      pools: ["one_source"],
      inbounds: ["one_source"],
      quote: ["one_source"],
      swap: ["do_not_resend", "one_source"],
    },
  ],
  [
    "a chain is halted, and signing on another",
    2,
    (world) => Object.assign(world.mimir, { [tradingHalt("BTC")]: 1, [signingHalt("ETH")]: 1 }),
    { status: ["halted", "signing_halted"], quote: ["halted"] },
  ],
  [
    "signing is halted where the payout goes",
    2,
    (world) => Object.assign(world.mimir, { [signingHalt("ETH")]: 1 }),
    { quote: ["signing_halted"] },
  ],
  [
    "the whole network is halted",
    2,
    (world) => Object.assign(world.mimir, { HALTTRADING: 1 }),
    { status: ["halted"], pools: ["halted"], inbounds: ["halted"], quote: ["halted"] },
  ],
  [
    "a halt is scheduled in half an hour",
    2,
    (world) => Object.assign(world.mimir, { [tradingHalt("BTC")]: inBlocks(world, 300) }),
    { status: ["halt_scheduled"], inbounds: ["halt_scheduled"], quote: ["halt_scheduled"] },
  ],
  [
    "a halt is scheduled in ten hours",
    2,
    (world) => Object.assign(world.mimir, { [tradingHalt("BTC")]: inBlocks(world, 6_000) }),
    { status: ["halt_scheduled"], inbounds: ["halt_scheduled"], quote: ["halt_scheduled"] },
  ],
  [
    "a halt is scheduled in two days",
    2,
    (world) => Object.assign(world.mimir, { [tradingHalt("BTC")]: inBlocks(world, 29_000) }),
    { status: [], inbounds: [], quote: [] },
  ],
  [
    "one of two nodes is silent",
    2,
    (world) => Object.assign(world.scripts, { node1: { mimir: { $down: true } } }),
    { status: ["one_source"], inbounds: ["one_source"], quote: ["one_source"] },
  ],
  [
    "two nodes are too far apart",
    2,
    (world) =>
      Object.assign(world.scripts, {
        node1: { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height - 6 }] },
      }),
    {
      status: ["sources_disagree"],
      pools: ["sources_disagree"],
      inbounds: ["sources_disagree"],
      quote: ["sources_disagree"],
    },
  ],
];

for (const [what, nodes, change, expected] of rows)
  test(`warnings: ${what}`, async () => {
    for (const [name, codes] of Object.entries(expected)) {
      const world = createWorld({ nodes });
      change(world);
      const { warnings, advice } = await (readings[name] as Read)(world);
      expect(
        warnings.map(({ code }) => code),
        name,
      ).toEqual(codes);
      // What holds for every answer of a source is a warning only.
      for (const { code, text } of warnings) if (code !== "one_source") expect(advice, name).toContain(text);
    }
  });

test("with a chain, the status has its row and its warnings only", async () => {
  const world = createWorld({ nodes: 2 });
  Object.assign(world.mimir, { [tradingHalt("BTC")]: 1, [tradingHalt("LTC")]: inBlocks(world, 300) });
  const codesOf = async (chain: string) => {
    const { chains, warnings } = await world.network.getStatus({ chain });
    expect(chains.map((row) => row.chain)).toEqual([chain.toUpperCase()]);
    return warnings.map(({ code }) => code);
  };
  expect(await codesOf("btc")).toEqual(["halted"]);
  expect(await codesOf("LTC")).toEqual(["halt_scheduled"]);
  expect(await codesOf("ETH")).toEqual([]);
  await expect(world.network.getStatus({ chain: "NOPE" })).rejects.toMatchObject({ code: "unknown_chain" });
});
