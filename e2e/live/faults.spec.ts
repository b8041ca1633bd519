// This folder tests the built server on a scripted upstream, which a worker has for itself.
// This file: shared calls, cancelled calls, an outage, a halt while it is asked, and every kind of fault.
import { request as httpRequest } from "node:http";
import type { APIRequestContext } from "@playwright/test";
import { SAFETY_KEEP_MS } from "../../lib/protocol/safety/node-reading.ts";
import { ask } from "../support/ask.ts";
import type { Fault } from "../support/upstream/faults.ts";
import { fixtureTxids } from "../support/upstream/read-fixture.ts";
import type { Change } from "../support/upstream/view.ts";
import { expect, test } from "./live-test.ts";
import {
  type Answer,
  COLD_MS,
  callBody,
  callTool,
  listAddresses,
  listOpen,
  listVerdicts,
  type Remote,
  resetRemote,
  sleep,
  type ToolCall,
  untilWell,
} from "./tool-calls.ts";

/** Calls of one safety reading: three facts of two nodes, and the block clock. */
const CALLS_OF_SAFETY = 7;
const RETRY_BURST = 10;

const destination = "0xf1c70000000000000000000000000000000c0c01";
const quoteCall: ToolCall = [
  "get_swap_quote",
  { from: "BTC.BTC", to: "ETH.ETH", amount: "0.1", destination },
];
const allCalls: readonly ToolCall[] = [
  ["get_network_status", {}],
  ["list_pools", { limit: 5 }],
  ["get_inbound_addresses", {}],
  quoteCall,
  ["get_swap_status", { txid: fixtureTxids.done }],
];
/** A transaction id that was not used before. */
const numberedTxid = (number: number) => `AB${String(number).padStart(6, "0")}`.repeat(8);
const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const constants: Change = {
  path: "/thorchain/constants",
  body: { int_64_values: { BlocksPerYear: 5_256_000 } },
};

let remote: Remote;
test.beforeEach(async ({ request, upstream }) => {
  remote = await resetRemote(request, upstream, constants);
});
test.afterEach(() => remote.reset());

test("200 equal parallel calls share the calls of one reading", async ({ baseURL }) => {
  const ask200 = async () => {
    await remote.forgetCalls();
    const answers = await Promise.all(
      // A connection of its own: Node ends one that was idle for five seconds, and may lose a message on it.
      Array.from({ length: 200 }, () =>
        ask(`${baseURL}/mcp`, {
          method: "POST",
          headers: json,
          body: callBody(["get_network_status", {}]),
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  };
  // The first burst warms up the server's code.
  await ask200();
  await remote.change({ fault: { kind: "latency", ms: 300 } });
  await sleep(COLD_MS);
  const startMs = Date.now();
  await ask200();
  // On a busy machine the burst may last longer than a reading is kept, and a call that ran into its limit is made again.
  const readings = 1 + Math.floor((Date.now() - startMs) / SAFETY_KEEP_MS);
  const counts = new Map<string, number>();
  for (const { provider, path, state } of await remote.calls())
    if (state !== "aborted")
      counts.set(`${provider} ${path}`, (counts.get(`${provider} ${path}`) ?? 0) + 1);
  for (const path of ["mimir", "pools", "network"])
    for (const node of ["node0", "node1"])
      expect([...counts.keys()]).toContain(`${node} /thorchain/${path}`);
  expect([...counts].filter(([, count]) => count > readings)).toEqual([]);
});

test("a client that leaves cancels the calls that were made for it", async ({ baseURL }) => {
  const paths = ["/thorchain/quote", "/thorchain/tx"];
  // Neither question was asked before. Of equal calls the last client counts.
  const calls: readonly ToolCall[] = [
    ["get_swap_quote", { ...quoteCall[1], amount: "0.123" }],
    ["get_swap_status", { txid: numberedTxid(900) }],
  ];
  await remote.change(...paths.map((path): Change => ({ path, fault: { kind: "hang" } })));
  await remote.forgetCalls();
  const listStates = async () => {
    const made = await remote.calls();
    return paths.map((path) => [
      ...new Set(made.filter((one) => one.path.startsWith(path)).map(({ state }) => state)),
    ]);
  };
  const clients = calls.map((call) =>
    httpRequest(`${baseURL}/mcp`, { method: "POST", headers: json })
      .on("error", () => undefined)
      .end(callBody(call)),
  );
  await expect.poll(listStates, { intervals: [30] }).toEqual([["open"], ["open"]]);
  for (const client of clients) client.destroy();
  await expect.poll(listStates, { intervals: [30] }).toEqual([["aborted"], ["aborted"]]);
});

test("a full outage is not amplified, and every tool reports that it could not verify", async ({
  request,
}) => {
  await remote.change({ fault: { kind: "hang" } });
  await sleep(COLD_MS);
  await remote.forgetCalls();
  let needed = 0;
  let newTxid = 0;
  const askEach = async (name: string, args: object) => {
    const isSwap = name === "get_swap_status";
    needed += CALLS_OF_SAFETY + (isSwap ? 1 : 0);
    newTxid += 1;
    const answer = await callTool(request, name, isSwap ? { txid: numberedTxid(newTxid) } : args);
    expect([answer.isError, listOpen(answer), listAddresses(answer)], name).toEqual([true, [], []]);
  };
  await Promise.all(allCalls.map(([name, args]) => askEach(name, args)));
  await remote.change({ fault: { kind: "reset" } });
  for (let round = 0; round < 6; round += 1)
    for (const [name, args] of allCalls) await askEach(name, args);
  const made = (await remote.calls()).length;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThanOrEqual(1.1 * needed + RETRY_BURST);
  // With circuit breakers, a dead provider costs a probe now and then, not one call each time.
  expect(made).toBeLessThan(needed / 3);
});

test("after a halt and a change of the vault no answer mixes them with what was before", async ({
  request,
}) => {
  const rows: { chain: string; address: string; router?: string }[] = await remote.read(
    "/node0/thorchain/inbound_addresses",
  );
  const oldAddress = rows.find((row) => row.chain === "BTC")?.address as string;
  const newAddress = "bc1qnewvault00000000000000000000000000000";
  const legal = new Set([newAddress, ...rows.flatMap((row) => [row.address, row.router])]);
  expect(listAddresses(await callTool(request, ...quoteCall))).toEqual([oldAddress]);
  await remote.change({ inbound: { BTC: { address: newAddress } }, mimir: { HALTETHTRADING: 1 } });
  await sleep(COLD_MS);
  const wrong: string[] = [];
  // On a busy machine a reading may fail, and its answer then shows neither address.
  await expect(async () => {
    const [status, inbounds, quote] = await Promise.all([
      callTool(request, "get_network_status"),
      callTool(request, "get_inbound_addresses"),
      callTool(request, ...quoteCall),
    ]);
    const seen = [...listAddresses(inbounds), ...listAddresses(quote)];
    wrong.push(...seen.filter((one) => one === oldAddress || !legal.has(one)));
    if (quote.structuredContent.memo) wrong.push(quote.structuredContent.memo);
    const eth = status.structuredContent.chains?.find((row) => row.chain === "ETH");
    if (eth?.trading === "open") wrong.push("ETH is open");
    expect(eth).toMatchObject({ trading: "halted", deposits: "halted", signing: "open" });
    expect(seen).toContain(newAddress);
  }).toPass();
  expect(wrong).toEqual([]);
});

/** What each other fault becomes is held where one call is read. */
const faults: readonly Fault[] = [
  { kind: "hang_after_headers" },
  { kind: "reset" },
  { kind: "status", status: 500, body: { error: "127.0.0.1 at Object.<anonymous> (x.ts:1)" } },
  { kind: "huge" },
];

/** What is neither right nor unknown in an answer. */
function findWrong([name]: ToolCall, answer: Answer, well: Answer): string[] {
  const [said, right] = [answer.structuredContent, well.structuredContent];
  const [verdicts, addresses] = [listVerdicts(right), listAddresses(well)];
  const depths = new Map(right.pools?.map((pool) => [pool.asset, pool.asset_depth]));
  const told: readonly (readonly [about: string, told: unknown, ...right: unknown[]])[] = [
    ...[...listVerdicts(said)].map(
      ([about, verdict]) => [about, verdict, verdicts.get(about), "unknown"] as const,
    ),
    ...listAddresses(answer).map((address) => ["address", address, ...addresses] as const),
    ...(said.pools ?? []).map(
      (pool) => [pool.asset, pool.asset_depth, depths.get(pool.asset)] as const,
    ),
    ["output", said.expected_amount_out, right.expected_amount_out, null],
    ["memo", said.memo, right.memo, null],
    // Of a swap and of the network.
    ["state", said.state, right.state, "unavailable", "not_checked"],
  ];
  return told.flatMap(([about, one, ...allowed]) =>
    allowed.includes(one) ? [] : `${name}: ${about} ${one}`,
  );
}

const askAll = (request: APIRequestContext) =>
  Promise.all(allCalls.map(([name, args]) => callTool(request, name, args)));

test("with a fault of the first node the answer is right or unknown, never the word of the second alone", async ({
  request,
}) => {
  await sleep(COLD_MS);
  await untilWell(request);
  const healthy = await askAll(request);
  expect(healthy.filter(({ isError }) => isError)).toEqual([]);
  for (const fault of faults) {
    await remote.change({ provider: "node0", fault });
    // Until nothing is left of what the first node said before.
    const readTrading = async () => {
      const answers = await askAll(request);
      const wrong = allCalls.flatMap((call, place) =>
        findWrong(call, answers[place] as Answer, healthy[place] as Answer),
      );
      expect(wrong).toEqual([]);
      return answers[0]?.structuredContent.trading;
    };
    const options = { message: fault.kind, timeout: 20_000, intervals: [700] };
    await expect.poll(readTrading, options).toBe("unknown");
  }
});
