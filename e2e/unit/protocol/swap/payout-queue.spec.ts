// A payout that is planned and not signed: while a queue has it, it waits; in no queue it is given up, if two nodes say so.
import { expect, test } from "@playwright/test";
import { depositBody, payoutBody, processedStages } from "../../../support/wire.ts";
import { createWorld, down, type Reply, type Script, status } from "../../../support/world.ts";

const TXID = "9D30542F".repeat(8);
const USER = "0xdest000000000000000000000000000000000000";

interface Told {
  /** Since the payout was scheduled. */
  readonly blocks?: number;
  readonly isSigned?: boolean;
  readonly isRefund?: boolean;
  readonly isAffiliatePaid?: boolean;
}

const share = {
  ...payoutBody(TXID, "thor1affiliate", "1", "00".repeat(32)),
  chain: "THOR",
  coins: [{ asset: "THOR.RUNE", amount: "1" }],
};
const record = ({
  blocks = 300,
  isSigned = false,
  isRefund = false,
  isAffiliatePaid = false,
}: Told) => ({
  tx: depositBody(TXID, `=:ETH.ETH:${USER}`),
  planned_out_txs: [
    isRefund
      ? {
          chain: "BTC",
          to_address: "bc1qsender",
          coin: { asset: "BTC.BTC", amount: "90" },
          refund: true,
        }
      : { chain: "ETH", to_address: USER, coin: { asset: "ETH.ETH", amount: "5" }, refund: false },
  ],
  ...(isSigned && { out_txs: [payoutBody(TXID, USER)] }),
  ...(isAffiliatePaid && { out_txs: [share] }),
  stages: {
    ...processedStages,
    outbound_signed: { blocks_since_scheduled: blocks, completed: isSigned },
  },
});
const other = [{ in_hash: "00".repeat(32) }];
/** A node writes an empty list as null. */
const none = status(200, null);
const own = [...other, { in_hash: TXID.toLowerCase() }];

/** What one node answers: its record, its list of payouts to sign, and its list of those that are scheduled. */
const node = (
  told: Told,
  outbound: Reply | ((path: URL) => Reply) = none,
  scheduled: Reply = none,
): Script => ({
  [TXID]: record(told),
  outbound,
  scheduled,
});
/** The answers of one path, one after the other. */
const inTurn = (...replies: Reply[]) => {
  const left = [...replies];
  return () => (left.length > 1 ? left.shift() : left[0]);
};

interface Asked {
  readonly nodes: readonly Script[];
  readonly mimir?: Readonly<Record<string, number>>;
  readonly network?: "thorchain" | "mayachain";
}

async function ask({ nodes, mimir = {}, network = "thorchain" }: Asked) {
  const world = createWorld({ nodes: nodes.length, network });
  world.mimir = { ...world.mimir, ...mimir };
  world.scripts = Object.fromEntries(nodes.map((script, index) => [`node${index}`, script]));
  const reading = await world.network.getSwap(TXID, null);
  return {
    reading,
    calls: world.calls.filter((call) => /queue\/(outbound|scheduled)/.test(call)).length,
  };
}

const late = node({});
const old = node({ blocks: 100_000 });
const PERIOD = "SIGNINGTRANSACTIONPERIOD";
const signedNow = inTurn(record({}), record({ isSigned: true }));
const signing = "outbound_signing";
const rows: readonly [what: string, state: string, asked: Asked][] = [
  ["no queue of either node has it", "dropped", { nodes: [late, node({}, other, other)] }],
  ["one node has it to be signed", signing, { nodes: [late, node({}, own)] }],
  ["one node has it scheduled", signing, { nodes: [node({}, none, own), late] }],
  [
    "it was scheduled, and is to be signed again",
    signing,
    { nodes: [late, node({}, inTurn(none, own))] },
  ],
  ["one node does not tell its queue", signing, { nodes: [late, node({}, down)] }],
  ["one node does not tell what is scheduled", signing, { nodes: [late, node({}, none, down)] }],
  ["it was signed meanwhile", signing, { nodes: [late, { ...late, [TXID]: signedNow }] }],
  [
    "it was not tried for a whole period",
    signing,
    { nodes: [node({ blocks: 299 }), node({ blocks: 299 })] },
  ],
  [
    "a shorter period is over",
    "dropped",
    { nodes: Array(2).fill(node({ blocks: 30 })), mimir: { [PERIOD]: 30 } },
  ],
  [
    "a longer period than the queues show",
    signing,
    { nodes: [old, old], mimir: { [PERIOD]: 301 } },
  ],
  ["the one node there is", "dropped", { nodes: [late] }],
  ["on MAYAChain", "dropped", { nodes: [late, late], network: "mayachain" }],
];
for (const [what, state, asked] of rows) {
  test(`${what}: ${state}`, async () => {
    const { reading } = await ask(asked);
    expect(reading).toMatchObject({ state, terminal: false, doubt: null });
    expect(reading.out.length, "nothing of it is told as a payout").toBe(
      state === "dropped" ? 0 : 1,
    );
  });
}

test("what was paid of it stays told", async () => {
  const part = record({ isSigned: true });
  const both = {
    ...part,
    planned_out_txs: [...record({}).planned_out_txs, ...record({ isRefund: true }).planned_out_txs],
    stages: record({}).stages,
  };
  const script = { ...late, [TXID]: both };
  const { reading } = await ask({ nodes: [script, script] });
  expect(reading).toMatchObject({
    state: "dropped",
    refundExpected: true,
    headline: "Refund no longer tried",
  });
  expect(reading.out.map(({ kind, asset }) => `${kind} ${asset}`)).toEqual(["swap ETH.ETH"]);
  const isSwapped = ({ stages }: typeof reading) =>
    stages.find(({ stage }) => stage === "swapped")?.done;
  expect(isSwapped(reading)).toBe(true);
  const refund = node({ isRefund: true });
  expect(
    isSwapped((await ask({ nodes: [refund, refund] })).reading),
    "nothing was swapped for the user",
  ).toBe(false);
});

test("a refund beside a payout that is made already is waited for while a queue has it, and else no longer tried", async () => {
  const both = {
    ...record({ isSigned: true }),
    planned_out_txs: [...record({}).planned_out_txs, ...record({ isRefund: true }).planned_out_txs],
  };
  const stateOf = async (stages: object, outbound?: Reply) => {
    const script = {
      ...node({}, outbound),
      [TXID]: { ...both, stages: { ...both.stages, ...stages } },
    };
    const { reading } = await ask({ nodes: [script, script] });
    return [reading.state, reading.refundExpected, reading.terminal];
  };
  expect(await stateOf({}, own)).toEqual(["outbound_signing", true, false]);
  expect(await stateOf({})).toEqual(["dropped", true, false]);
  const delayed = { outbound_delay: { remaining_delay_seconds: 60, completed: false } };
  expect(await stateOf(delayed)).toEqual(["outbound_scheduled", true, false]);
});

test("the queues are asked only where a payout is late", async () => {
  const young = node({ blocks: 299 });
  expect((await ask({ nodes: [young, young] })).calls).toBe(0);
  const waits = node({}, own);
  expect((await ask({ nodes: [waits, waits] })).calls, "one list of each node").toBe(2);
});

test("final once the end that the network votes is a day over, and not before", async () => {
  const mimir = { MAXOUTBOUNDATTEMPTS: 100 };
  const at = async (blocks: number, votes: Asked["mimir"] = mimir) => {
    const { reading } = await ask({
      nodes: [node({ blocks }), node({ blocks })],
      mimir: votes ?? {},
    });
    return { state: reading.state, isFinal: reading.terminal, next: reading.nextPollSeconds };
  };
  const state = "dropped";
  expect(await at(100 * 300 + 14_399)).toEqual({ state, isFinal: false, next: 300 });
  expect(await at(100 * 300 + 14_400)).toEqual({ state, isFinal: true, next: null });
  expect(await at(10_000_000, {}), "without a vote there is no end").toEqual({
    state,
    isFinal: false,
    next: 300,
  });
});

const sender =
  "of the sender, or of the refund address in the memo. If the money did not arrive, show this id to the network's team.";
const balances = `Look at the balances of the recipient and ${sender}`;
const told: readonly [what: string, asked: Asked, headline: string, text: string][] = [
  [
    "a payout",
    { nodes: [late, late], mimir: { MAXOUTBOUNDATTEMPTS: 100 } },
    "Payout no longer tried",
    `The deposit is swapped. No payout is recorded, and the network no longer tries. The network usually swaps such money back, at any price. ${balances}`,
  ],
  [
    "a payout of a swap whose affiliate was paid",
    { nodes: Array(2).fill(node({ isAffiliatePaid: true })), mimir: { MAXOUTBOUNDATTEMPTS: 100 } },
    "Payout no longer tried",
    `The deposit is swapped. No payout is recorded, and the network no longer tries. ${balances}`,
  ],
  [
    "a refund",
    {
      nodes: [node({ isRefund: true }), node({ isRefund: true })],
      mimir: { MAXOUTBOUNDATTEMPTS: 100 },
    },
    "Refund no longer tried",
    `The deposit, or a part of it, was to go back. No refund is recorded, and the network no longer tries. The network may have sent the money to its treasury. Look at the balance ${sender}`,
  ],
  [
    "a payout, where no vote ends the attempts",
    { nodes: [late, late] },
    "Payout no longer tried",
    `The deposit is swapped. No payout is recorded, and the network no longer tries. ${balances}`,
  ],
  [
    "a payout of MAYAChain",
    { nodes: [late, late], network: "mayachain" },
    "Payout no longer tried",
    `The deposit is swapped. No payout is recorded, and the network no longer tries. ${balances}`,
  ],
];
for (const [what, asked, headline, text] of told) {
  test(`${what} that is no longer tried: what to look at`, async () => {
    const { reading } = await ask(asked);
    expect([reading.headline, reading.explanation]).toEqual([headline, text]);
  });
}
