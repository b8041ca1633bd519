// The warnings of each reading, by code, and that the advice says each of them.
import { expect, test } from "@playwright/test";
import { adviceText, type Envelope } from "../../../lib/protocol/model/envelope.ts";
import { signingHalt, tradingHalt } from "../../support/halt-key.ts";
import { createWorld, toBlock, type World } from "../../support/world.ts";

const TXID = "A".repeat(64);
const question = { from: "BTC.BTC", to: "ETH.ETH", amount: "0.1" };

type Read = (world: World) => Promise<Pick<Envelope, "warnings" | "advice">>;
const readings: Readonly<Record<string, Read>> = {
  status: ({ network }) => network.getStatus(),
  pools: ({ network }) => network.getPools(),
  inbounds: ({ network }) => network.getInbounds(),
  quote: ({ network }) => network.getQuote(question),
  swap: ({ network }) => network.getSwap(TXID, null),
};

const inBlocks = (world: World, blocks: number) => toBlock(world).height + blocks;
type Change = (world: World) => unknown;
const vote = (votes: Readonly<Record<string, number>>) => (world: World) =>
  Object.assign(world.mimir, votes);
const haltsIn = (blocks: number) => (world: World) =>
  vote({ [tradingHalt("BTC")]: inBlocks(world, blocks) })(world);
const second = (script: (world: World) => World["scripts"][string]) => (world: World) =>
  (world.scripts.node1 = script(world));
const lagging = (world: World) => [
  { chain: "BTC", last_observed_in: 1, thorchain: inBlocks(world, -6) },
];
/** Of each reading that is named. */
const alike = (names: string, ...codes: string[]) =>
  Object.fromEntries(names.split(" ").map((name) => [name, codes]));
const scheduled = alike("status inbounds quote", "halt_scheduled");
const rows: readonly [
  what: string,
  nodes: number,
  change: Change,
  codes: Readonly<Record<string, string[]>>,
][] = [
  [
    "two nodes that agree, all open",
    2,
    () => 0,
    { ...alike("status pools inbounds quote"), swap: ["do_not_resend"] },
  ],
  [
    "one node is configured",
    1,
    () => 0,
    {
      ...alike("status pools inbounds quote", "one_source"),
      swap: ["do_not_resend", "one_source"],
    },
  ],
  [
    "a chain is halted, and signing on another",
    2,
    vote({ [tradingHalt("BTC")]: 1, [signingHalt("ETH")]: 1 }),
    { status: ["halted", "signing_halted"], quote: ["halted"] },
  ],
  [
    "signing is halted where the payout goes",
    2,
    vote({ [signingHalt("ETH")]: 1 }),
    alike("quote", "signing_halted"),
  ],
  [
    "the whole network is halted",
    2,
    vote({ HALTTRADING: 1 }),
    alike("status pools inbounds quote", "halted"),
  ],
  ["a halt is scheduled in half an hour", 2, haltsIn(300), scheduled],
  ["a halt is scheduled in ten hours", 2, haltsIn(6_000), scheduled],
  ["a halt is scheduled in two days", 2, haltsIn(29_000), alike("status inbounds quote")],
  [
    "one of two is silent",
    2,
    second(() => ({ mimir: { $down: true } })),
    alike("status inbounds quote", "one_source"),
  ],
  [
    "two nodes are too far apart",
    2,
    second((world) => ({ lastblock: lagging(world) })),
    alike("status pools inbounds quote", "sources_disagree"),
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
      for (const { code, text } of warnings)
        if (code !== "one_source") expect(adviceText(advice), name).toContain(text);
    }
  });

test("with a chain, the status has its row and its warnings only", async () => {
  const world = createWorld({ nodes: 2 });
  Object.assign(world.mimir, {
    [tradingHalt("BTC")]: 1,
    [tradingHalt("LTC")]: inBlocks(world, 300),
  });
  const codesOf = async (chain: string) => {
    const { chains, warnings } = await world.network.getStatus({ chain });
    expect(chains.map((row) => row.chain)).toEqual([chain.toUpperCase()]);
    return warnings.map(({ code }) => code);
  };
  expect(await codesOf("btc")).toEqual(["halted"]);
  expect(await codesOf("LTC")).toEqual(["halt_scheduled"]);
  expect(await codesOf("ETH")).toEqual([]);
  await expect(world.network.getStatus({ chain: "NOPE" })).rejects.toMatchObject({
    code: "unknown_chain",
  });
});
