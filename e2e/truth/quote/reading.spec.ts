// Which nodes are asked, and what their answers are together.
import { expect, test } from "@playwright/test";
import type { QuoteReading } from "../../../lib/protocol/model/quote.ts";
import { refuseWith, scriptNodes } from "../../support/changes.ts";
import { rowsOf } from "../../support/rows.ts";
import type { Row } from "../../support/wire.ts";
import { down, type World } from "../../support/world.ts";
import {
  askedOf,
  askWorld,
  blocksApart,
  createQuoteWorld,
  inWords,
  outcomeOf,
  quoteCalls,
  read,
  type Saying,
  warningCodes,
} from "./asked.ts";

const PATH = "thorchain/quote/swap";
/** As "1000000 apart refuses": what each node says. */
const answers: Readonly<Record<string, Saying>> = {
  fails: () => down,
  refuses: () => refuseWith("bad destination address"),
  "refuses-else": () => refuseWith("pool does not exist"),
};
const sayingsOf = (text: string): Saying[] =>
  text.split(" ").map((word) => answers[word] ?? { expected_amount_out: word });
const outputOf = (quote: QuoteReading) =>
  quote.expectedAmountOut === null ? outcomeOf(quote) : `${quote.expectedAmountOut}`;

// What each node says, which of them are asked, and what is told: an output, or a code.
const rows = rowsOf(`
  two that are near, of three | 1000000 995000 1000000 | 01 | 995000
  a third that refutes a refusal | 1000000 refuses 995000 | 012 | 995000 | outvoted
  a third near the first | 1000000 900000 995000 | 012 | 995000 | outvoted
  a third near none | 1000000 900000 950000 | 012 | sources_disagree
  a third near both | 1000000 985000 992500 | 012 | sources_disagree
  a third refusal decides | refuses refuses-else refuses | 012 | invalid_destination | outvoted
  a third stands in for one that failed | 1000000 fails 995000 | 012 | 995000
  a quote beside a refusal and a failure | refuses fails 1000000 | 012 | sources_disagree
  two failures | fails fails 1000000 | 01 | unavailable
`);
for (const [name, sayings = "", asked = "", expected, outvoted] of rows)
  test(`of ${name}: ${expected}, and ${asked} are asked`, async () => {
    const say = sayingsOf(sayings);
    const world = createQuoteWorld({ say, in: { nodes: say.length }, change: blocksApart });
    const quote = await askWorld(world);
    expect(outputOf(quote)).toBe(expected);
    expect(quoteCalls(world)).toEqual([...asked].map((node) => `node${node} ${PATH}`));
    expect(warningCodes(quote).includes("outvoted")).toBe(outvoted !== undefined);
  });

// Whether two quotes are the same. Limits of time and price are as near as blocks move them.
const differences = rowsOf(`
  3 | notes=Send.
  2 | notes=+
  2 | expiry=960
  3 | expiry=961
  3 | expiry=0 | expiry=1
  2 | memo=:985000 | within=200
  3 | memo=:995000 | within=200
`);
for (const [calls, difference, question = ""] of differences)
  test(`where two quotes differ by ${difference}, ${calls} nodes are asked`, async () => {
    for (const node of [0, 1]) {
      const asked = askedOf(`nodes=3 ${question} ${node}:${difference}`);
      const world = createQuoteWorld(asked);
      await askWorld(world, asked.ask);
      expect(quoteCalls(world)).toHaveLength(Number(calls));
    }
  });

test("a node that failed is asked later, and two of one operator are one source", async () => {
  const world = createQuoteWorld({ say: sayingsOf("fails 1000000 1000000"), in: { nodes: 3 } });
  for (let round = 0; round < 6; round += 1) {
    await askWorld(world);
    world.nowMs += 2_000;
  }
  const nodesOf = (asked: World) => quoteCalls(asked).map((call) => call.split(" ")[0]);
  expect(nodesOf(world).slice(-3)).toEqual(["node1", "node0", "node2"]);
  const urls = { node0: "https://a.gateway.test", node1: "https://b.gateway.test" };
  const shared = createQuoteWorld({ in: { nodes: 3, urls } });
  expect(outputOf(await askWorld(shared))).toBe("1000000");
  expect(nodesOf(shared)).toEqual([expect.anything(), "node2"]);
});

test("equal questions share a call for a second, and each answer is judged anew", async () => {
  const world = createQuoteWorld();
  const countCalls = async (work: () => Promise<unknown>) => {
    const before = quoteCalls(world).length;
    await work();
    return quoteCalls(world).length - before;
  };
  const ask = () => askWorld(world);
  expect(await countCalls(() => Promise.all([ask(), ask(), ask()]))).toBe(2);
  expect(await countCalls(() => askWorld(world, { amount: "0.02" }))).toBe(2);
  world.nowMs += 999;
  expect(await countCalls(ask)).toBe(0);
  world.nowMs += 1;
  expect(await countCalls(ask)).toBe(2);
  world.mimir.HALTETHTRADING = 1;
  world.nowMs += 6_000;
  expect(outcomeOf(await ask())).toBe("halted");
});

test("without verified safety or pools no node is asked", async () => {
  const late = createQuoteWorld();
  late.frozenAtMs = late.nowMs;
  late.nowMs += 61_000;
  const unread = createQuoteWorld({ change: (world) => scriptNodes(world, { pools: down }) });
  expect((await askWorld(late)).failure?.code).toBe("stale");
  expect((await askWorld(unread)).failure?.code).toBe("upstream_unavailable");
  expect([...quoteCalls(late), ...quoteCalls(unread)]).toEqual([]);
});

test("while nothing can be read, a pair is halted where the whole network was", async () => {
  for (const [mimir, verdict] of [
    [{ HALTTRADING: 1 }, "halted"],
    [{ HALTBTCTRADING: 1 }, "unknown"],
    [{}, "unknown"],
  ] as const) {
    const world = createQuoteWorld({ mimir });
    await askWorld(world);
    world.intercept = () => down;
    world.nowMs += 60_000;
    const quote = await askWorld(world);
    expect([quote.trading.verdict, quote.memo]).toEqual([verdict, null]);
    expect(quote.failure).not.toBeNull();
  }
});

test("sources that are late by the time of their answer give no quote", async () => {
  const world: World = createQuoteWorld({
    say: (quote: Row) => {
      world.nowMs += 7_000;
      return quote;
    },
    in: { nodes: 1 },
  });
  world.frozenAtMs = world.nowMs - 24_000;
  const quote = await askWorld(world);
  expect(quote).toMatchObject({ failure: { code: "stale" }, expectedAmountOut: null, fees: [] });
});

test("of outputs that are apart a halt is told first", async () => {
  const quote = await read("1:out=900000 HALTETHTRADING=1");
  expect(quote).toMatchObject({ expectedAmountOut: null, failure: null });
  expect(warningCodes(quote)).toEqual(["halted"]);
});

test("of a chain that nobody judged, payouts are not known to run", async () => {
  for (const [pair, payoutSigning] of [
    ["from=NEW.NEW to=ETH", "open"],
    ["from=BTC to=NEW.NEW", "unknown"],
  ] as const) {
    const quote = await read(`estimate ${pair} lists=NEW.NEW`);
    expect(quote).toMatchObject({ failure: null, payoutSigning, trading: { verdict: "unknown" } });
    expect(quote.expectedAmountOut, inWords(quote.reason)).toBe(1_000_000n);
  }
});
