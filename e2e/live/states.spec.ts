// The built server on a scripted upstream: states of the network one after the other, each carried through to every kind of surface.
// What each state says: said. How pages look: browser.
import { request as httpRequest } from "node:http";
import type { APIRequestContext } from "@playwright/test";
import type { SignState } from "../../lib/protocol/model/network-status.ts";
import { chainPath } from "../../lib/site/registry/chain-paths.ts";
import {
  findResource,
  isPart,
  isResourcePath,
  resourcePaths,
} from "../../lib/site/registry/resources.ts";
import { signingHalt, tradingHalt } from "../support/halt-key.ts";
import { expectWholeIn } from "../support/page-checks.ts";
import { planned, plannedAt, stages, TXID } from "../support/transactions.ts";
import type { Change } from "../support/upstream/view.ts";
import { expect, test } from "./live-test.ts";
import {
  callBody,
  callTool,
  createRemote,
  expectUnknown,
  listAddresses,
  type ToolCall,
} from "./tool-calls.ts";

const destination = "0xf1c70000000000000000000000000000000c0c01";
const asked = `from=BTC&to=ETH&amount=0.1&destination=${destination}`;
/** A swap of BTC to ETH whose payout is due. */
const due: Change = {
  path: `/thorchain/tx/status/${TXID}`,
  body: JSON.parse(JSON.stringify(plannedAt(stages.signing, planned.payout))),
};
/** The path of each kind of surface but tools. */
const surfaces = ["/status", `/quote?${asked}`, `/track?txid=${TXID}`, "/pricing/now"].flatMap(
  (address) => {
    const [path = "", query = ""] = address.split("?");
    const forms = path === "/pricing/now" ? [""] : ["", ".md"];
    return forms.map((form) => `${path}${form}${query && `?${query}`}`);
  },
);

interface State {
  readonly changes: readonly Change[];
  readonly network: SignState;
  /** The warning or the error of a quote. */
  readonly quote: string | null;
  readonly isSendable: boolean;
  /** Whether the payout of a swap goes out. */
  readonly payouts: "open" | "halted" | "unknown";
}
const open: State = {
  changes: [],
  network: "open",
  quote: null,
  isSendable: true,
  payouts: "open",
};
const newVault = "bc1qnewvault00000000000000000000000000000";
const states: Readonly<Record<string, State>> = {
  open,
  "payouts halted": {
    changes: [{ mimir: { [signingHalt("ETH")]: 1 } }],
    network: "payouts_wait",
    quote: "signing_halted",
    isSendable: true,
    payouts: "halted",
  },
  "a source that names another address, and alone says halted": {
    changes: [
      {
        provider: "node1",
        inbound: { LTC: { address: "ltc1qanother000000000000000000000000000000" } },
        mimir: { [tradingHalt("ETH")]: 1, [signingHalt("ETH")]: 1 },
      },
    ],
    network: "sources_disagree",
    quote: "sources_disagree",
    isSendable: false,
    payouts: "unknown",
  },
  "no source": {
    changes: [{ fault: { kind: "reset" } }],
    network: "not_checked",
    quote: "not_checked",
    isSendable: false,
    payouts: "unknown",
  },
  "open after the outage": open,
  "halted, with another vault, while the process stood still": {
    changes: [{ mimir: { [tradingHalt("ETH")]: "-10" }, inbound: { BTC: { address: newVault } } }],
    network: "partly_halted",
    quote: "halted",
    isSendable: false,
    payouts: "open",
  },
};

/** Longer than any fact is kept. */
const STILL_MS = 7_000;
/** Calls of one safety reading: three facts of two nodes, and the block clock. */
const CALLS_OF_SAFETY = 7;

test("a state of the network reaches the tools, the documents and the pages", async ({
  request,
  scripted,
  page,
}) => {
  const remote = createRemote(request, scripted.upstream);
  const readState = async (code: string | null) => {
    const status = await callTool(request, "get_network_status");
    const quote = await (await request.get(`/quote.json?${asked}`)).json();
    const swap = await (await request.get(`/track.json?txid=${TXID}`)).json();
    const codes = [quote.error?.code, ...quote.warnings.map((one: { code: string }) => one.code)];
    expect(quote.memo === null).toBe(quote.inbound_address === null);
    return {
      network: status.structuredContent.state,
      quote: codes.includes(code) ? code : (codes[0] ?? null),
      isSendable: quote.memo !== null,
      payouts: swap.signing,
    };
  };
  const readVault = async () =>
    listAddresses(await callTool(request, "get_inbound_addresses", { chain: "BTC" }));
  for (const [name, { changes, ...expected }] of Object.entries(states))
    await test.step(name, async () => {
      if (name.endsWith("stood still")) {
        const oldVault = await readVault();
        process.kill(-scripted.pid, "SIGSTOP");
        await remote.script(due, ...changes);
        await new Promise((resolve) => setTimeout(resolve, STILL_MS));
        process.kill(-scripted.pid, "SIGCONT");
        // Whatever is read first, nothing older is told.
        expect(await readVault()).not.toEqual(oldVault);
        expect(await readState(expected.quote)).toMatchObject({ isSendable: false });
      } else await remote.script(due, ...changes);
      // On a busy machine a node may answer too late for one reading.
      const options = { timeout: 60_000, intervals: [500] };
      await expect.poll(() => readState(expected.quote), options).toEqual(expected);
      for (const address of surfaces) {
        const answer = await request.get(address);
        const text = await answer.text();
        expect([address, answer.status()]).toEqual([address, 200]);
        expect(text).not.toMatch(/127\.0\.0\.1:\d+\/(?:node|indexer)|ECONN|undici/);
        if (!address.startsWith("/quote")) continue;
        expect(text.includes(`:${destination}:`), address).toBe(expected.isSendable);
        if (!expected.isSendable) expect(text, address).toMatch(/do not send/i);
      }
      if (name === "open") await expectAllLive(request);
      if (name !== "no source") return;
      // The height of a block that was read just before stays fresh for some seconds.
      await expect(() => expectUnknown(request)).toPass(options);
      // With circuit breakers, a dead provider costs a probe now and then, not one call each time.
      await remote.forgetCalls();
      for (let round = 0; round < 4; round += 1) await expectUnknown(request);
      expect((await remote.calls()).length).toBeLessThan((4 * 5 * CALLS_OF_SAFETY) / 3);
      for (const path of ["/status", `/quote?${asked}`]) await expectWholeIn(page, path, [360]);
    });
});

/** Every live address answers, and no address of the network is of the sample. */
async function expectAllLive(request: APIRequestContext): Promise<void> {
  const live = resourcePaths.filter((path) => {
    const { cache, kind } = findResource(path);
    return cache === "live" && kind !== "endpoint";
  });
  const forms = [null, "md", "json", "badge"] as const;
  for (const path of [...live, ...forms.map((form) => chainPath("BTC", form))]) {
    const response = await request.get(path.startsWith("/quote") ? `${path}?${asked}` : path);
    expect([path, response.status()]).toEqual([path, 200]);
    const isForSearch = !isResourcePath(path) || !isPart(path);
    if (isForSearch) expect(response.headers(), path).not.toHaveProperty("x-robots-tag");
  }
  const addresses = listAddresses(await callTool(request, "get_inbound_addresses"));
  expect(addresses.length).toBeGreaterThan(3);
  expect(addresses.filter((address) => address.startsWith("sample-"))).toEqual([]);
}

test("a client that leaves cancels the calls that were made for it", async ({
  request,
  upstream,
  baseURL,
}) => {
  const remote = createRemote(request, upstream);
  // Neither question was asked before. Of equal calls the last client counts.
  const questions: readonly (readonly [path: string, call: ToolCall])[] = [
    ["/thorchain/quote", ["get_swap_quote", { from: "BTC", to: "ETH", amount: "0.123" }]],
    ["/thorchain/tx", ["get_swap_status", { txid: "AB000900".repeat(8) }]],
  ];
  await remote.script(...questions.map(([path]): Change => ({ path, fault: { kind: "hang" } })));
  const listStates = async () => {
    const calls = await remote.calls();
    return questions.map(([path]) => [
      ...new Set(calls.filter((call) => call.path.startsWith(path)).map(({ state }) => state)),
    ]);
  };
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const clients = questions.map(([, call]) =>
    httpRequest(`${baseURL}/mcp`, { method: "POST", headers })
      .on("error", () => undefined)
      .end(JSON.stringify(callBody(call))),
  );
  await expect.poll(listStates, { intervals: [30] }).toEqual([["open"], ["open"]]);
  for (const client of clients) client.destroy();
  await expect.poll(listStates, { intervals: [30] }).toEqual([["aborted"], ["aborted"]]);
});
