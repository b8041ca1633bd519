// A process that stands still while an upstream's answer is on its way, as a platform freezes one, and goes on later.
// What it then says is what a process says that begins now.
import { expect, test } from "@playwright/test";
import { createWorld, type World } from "../../support/world.ts";

const destination = `0x${"ab".repeat(20)}`;
const txid = "A".repeat(64);

const questions = {
  getStatus: ({ network }: World) => network.getStatus(),
  getPools: ({ network }: World) => network.getPools(),
  getInbounds: ({ network }: World) => network.getInbounds(),
  getQuote: ({ network }: World) =>
    network.getQuote({
      from: "BTC",
      to: "ETH.ETH",
      amount: "1",
      destination,
      toleranceBps: 10_000,
    }),
  getSwap: ({ network }: World) => network.getSwap(txid, null),
} as const;

const observed = (confirmations: number) => ({
  tx: {
    id: txid,
    chain: "BTC",
    from_address: "someone",
    coins: [{ asset: "BTC.BTC", amount: "100000000" }],
  },
  stages: {
    inbound_observed: { started: true, final_count: confirmations, completed: confirmations > 1 },
  },
});

/** Whatever can change has changed while the process stood still: halts, vaults, fees, queues, quotes and the swap. */
function changeAll(world: World, nodes: number): void {
  world.mimir.HALTLTCTRADING = 1;
  world.rows.BTC = { address: "btcvault2", outbound_fee: "700000", gas_rate: "20" };
  for (let node = 0; node < nodes; node += 1) {
    world.scripts[`node${node}`] = {
      outbound_fees: [{ asset: "BTC.BTC", outbound_fee: "2206" }],
      queue: { swap: 2, outbound: 24, internal: 0, scheduled_outbound_value: "7" },
      network: { ...numbers, outbound_fee_multiplier: "200", rune_price_in_tor: "160000000" },
      [txid]: observed(2),
    };
  }
}
const numbers = {
  total_bond_units: "1",
  native_outbound_fee_rune: "2000001",
  native_tx_fee_rune: "2000001",
};

const createTruth = (nodes: number) => {
  const world = createWorld({ nodes, attemptMs: 2_500 });
  for (let node = 0; node < nodes; node += 1)
    world.scripts[`node${node}`] = { [txid]: observed(1) };
  return world;
};
const toText = (reading: unknown) =>
  JSON.stringify(reading, (_, value) => (typeof value === "bigint" ? `${value}` : value));

for (const [nodes, length, frozenMs] of [
  [2, "a minute", 60_000],
  [3, "a day", 86_400_000],
] as const)
  for (const [name, ask] of Object.entries(questions)) {
    // With three nodes the other readings read what the status does.
    if (nodes === 3 && !["getStatus", "getSwap"].includes(name)) continue;
    test(`${name} of ${nodes} nodes: frozen for ${length} at each call in turn, nothing older is told`, async () => {
      const calm = createTruth(nodes);
      await ask(calm);
      const count = calm.calls.length;
      expect(count).toBeGreaterThan(6);
      const told: unknown[] = [];
      const expected: unknown[] = [];
      for (let at = 1; at <= count; at += 1) {
        const world = createTruth(nodes);
        let replies = 0;
        world.intercept = (_name, { pathname }, reply) => {
          replies += 1;
          // The reply of this call was given before: it waits in the socket.
          if (replies === at) {
            world.nowMs += frozenMs;
            changeAll(world, nodes);
          }
          const isNewQuote = replies > at && pathname.endsWith("/quote/swap");
          return isNewQuote ? { ...(reply as object), recommended_min_amount_in: "8824" } : reply;
        };
        const call = `${at} of ${count}: ${calm.calls[at - 1]}`;
        told.push([call, toText(await ask(world))]);
        world.restart();
        expected.push([call, toText(await ask(world))]);
      }
      expect(told).toEqual(expected);
    });
  }

/** The process stands still while the reply of this call is on its way. */
function freezeAt(world: World, at: number, frozenMs: number): void {
  let replies = 0;
  world.intercept = (_name, _url, reply) => {
    replies += 1;
    if (replies === at) world.nowMs += frozenMs;
    return reply;
  };
}

test("a process that stood still for some seconds holds it against no node", async () => {
  const calm = createTruth(3);
  await calm.network.getStatus();
  for (const at of calm.calls.keys()) {
    const world = createTruth(3);
    freezeAt(world, at + 1, 7_000);
    await world.network.getStatus();
    world.nowMs += 6_000;
    const { providers } = await world.network.getStatus();
    expect(providers.filter(({ ok }) => !ok)).toEqual([]);
  }
});

for (const [name, ask] of Object.entries(questions))
  test(`${name}: a process that stood still for some seconds reads again what that cut off`, async () => {
    const calm = createTruth(2);
    await ask(calm);
    for (const [at, call] of calm.calls.entries()) {
      const world = createTruth(2);
      freezeAt(world, at + 1, 9_000);
      expect((await ask(world)).failure, call).toBeNull();
    }
  });
