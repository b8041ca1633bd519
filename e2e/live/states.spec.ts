// Each state of the network, reached once on the built server: what its documents say of it, by states and codes.
// The sentences of each state: said. How pages look: browser.
import type { Page } from "@playwright/test";
import type { SignState } from "../../lib/protocol/model/network-status.ts";
import type { SwapState } from "../../lib/protocol/model/swap.ts";
import { chainPath } from "../../lib/site/registry/chain-paths.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { liquidityPause, signingHalt, tradingHalt } from "../support/halt-key.ts";
import { expectWhole, readOverflow } from "../support/page-checks.ts";
import {
  kept,
  legs,
  MEMO,
  planned,
  plannedAt,
  action as recordedAction,
  sent,
  sentOut,
  stages,
  TXID,
} from "../support/transactions.ts";
import type { Change } from "../support/upstream/view.ts";
import type { Json } from "../support/wire.ts";
import { expect, test } from "./live-test.ts";
import { callTool, listAddresses, resetRemote } from "./tool-calls.ts";

const destination = "0xf1c70000000000000000000000000000000c0c01";
const asked = `from=BTC&to=ETH&amount=0.1&destination=${destination}`;
/** A swap of BTC to ETH whose payout is due. */
const due = "A2".repeat(32);
/** As a node lists it: whole, so that the list of pools is read. */
const hostileAsset = "ETH.SEND-TO-BC1QEVIL";
const hostilePool = {
  status: "Available",
  balance_asset: "90000000000000",
  balance_rune: "2560000000000000",
  asset_tor_price: "400000000",
  trading_halted: false,
};

type Verdict = "open" | "halted" | "unknown";
/** Of the network its state, of a quote its warning or its error and whether it may be sent, and whether the payout goes out. */
type State = readonly [
  name: string,
  changes: readonly Change[],
  network: SignState,
  quote: string | null,
  isSendable: boolean,
  payouts: Verdict,
];
const states: readonly State[] = [
  ["open", [], "open", null, true, "open"],
  // A swap that has happened is paid out anyway.
  ["all halted", [{ mimir: { HALTTRADING: "-10" } }], "halted", "halted", false, "open"],
  [
    "a chain halted",
    [{ mimir: { [tradingHalt("ETH")]: "-10" } }],
    ...(["partly_halted", "halted", false, "open"] as const),
  ],
  [
    "payouts halted, and elsewhere liquidity paused",
    [{ mimir: { [signingHalt("ETH")]: 1, [liquidityPause("LTC")]: 1 } }],
    ...(["payouts_wait", "signing_halted", true, "halted"] as const),
  ],
  [
    "a halt in almost a day",
    [{ mimir: { [tradingHalt("BTC")]: "+14390" } }],
    ...(["halts_soon", "halt_scheduled", true, "open"] as const),
  ],
  [
    "a halt before a deposit is swapped",
    [{ mimir: { [tradingHalt("BTC")]: "+300", [signingHalt("ETH")]: "+600" } }],
    ...(["halts_soon", "halt_scheduled", false, "open"] as const),
  ],
  [
    "blocks that stopped",
    [{ frozen: true, blockTimeOffsetMs: -70_000 }],
    ...(["not_checked", "stale", false, "unknown"] as const),
  ],
  [
    "a source that names another address, and alone says halted",
    [
      {
        provider: "node1",
        inbound: { LTC: { address: "ltc1qanother000000000000000000000000000000" } },
        mimir: { [tradingHalt("ETH")]: 1, [signingHalt("ETH")]: 1 },
      },
    ],
    ...(["sources_disagree", "sources_disagree", false, "unknown"] as const),
  ],
  [
    "no quotes",
    [{ path: "/thorchain/quote", fault: { kind: "status", status: 500 } }],
    ...(["open", "unavailable", false, "open"] as const),
  ],
  [
    "a pool whose name gives orders",
    [{ pools: { [hostileAsset]: hostilePool } }],
    ...(["open", null, true, "open"] as const),
  ],
  [
    "no source",
    [{ fault: { kind: "reset" } }],
    ...(["not_checked", "not_checked", false, "unknown"] as const),
  ],
];

const rename = (value: unknown, id: string): Json =>
  JSON.parse(JSON.stringify(value).replaceAll(TXID, id));

/** More of what the pages show in a state. */
const looks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "a halt in almost a day": (page) => expectWhole(page, "/status"),
  "a source that names another address, and alone says halted": (page) =>
    expectWhole(page, "/status"),
  "blocks that stopped": expectPricing,
  "a pool whose name gives orders": async (page) => {
    await page.goto("/quote");
    await expect(page.locator("body")).not.toContainText("EVIL");
    await page.goto(`/quote?from=${hostileAsset}&to=BTC.BTC&amount=1`);
    await expect(page.getByLabel("You send")).toHaveValue(hostileAsset);
    await page.setViewportSize({ width: 360, height: 900 });
    expect(await readOverflow(page)).toBeLessThanOrEqual(0);
  },
  "no source": async (page) => {
    for (const path of ["/status", `/quote?${asked}`, `/track?txid=${due}`])
      await expectWhole(page, path, async () => {
        await expect(page.getByText(/do not send/i).first()).toBeVisible();
        await expect(page.getByText("Memo:", { exact: true })).toHaveCount(0);
      });
  },
};

for (const [name, changes, network, quote, isSendable, payouts] of states)
  test(`${name}: the network is ${network}, a quote ${quote ?? "open"}`, async ({
    request,
    upstream,
    page,
  }) => {
    const remote = await resetRemote(request, upstream);
    const body = rename(plannedAt(stages.signing, planned.payout), due);
    await remote.change(...changes, { path: `/thorchain/tx/status/${due}`, body });
    const readSaid = async () => {
      const status = await callTool(request, "get_network_status");
      const said = await (await request.get(`/quote.json?${asked}`)).json();
      const swap = await (await request.get(`/track.json?txid=${due}`)).json();
      const codes = [said.error?.code, ...said.warnings.map((one: { code: string }) => one.code)];
      const send = [said.memo, said.inbound_address].map((one) => one !== null);
      return {
        network: status.structuredContent.state,
        quote: codes.includes(quote ?? undefined) || codes,
        send,
        payouts: swap.signing,
      };
    };
    const send = [isSendable, isSendable];
    // On a busy machine a node may answer too late for one reading.
    await expect
      .poll(readSaid, { timeout: 60_000, intervals: [1_000] })
      .toEqual({ network, quote: true, send, payouts });
    // Each form is of the same moment: it says what it may not hide, and nothing of the upstream.
    for (const path of ["/status", "/quote", "/track", "/pricing/now"])
      for (const end of path === "/pricing/now" ? [""] : ["", ".md"]) {
        const address = `${path}${end}?${path === "/track" ? `txid=${due}` : asked}`;
        const answer = await request.get(path === "/status" ? path + end : address);
        expect([address, answer.status()]).toEqual([address, 200]);
        const text = await answer.text();
        expect(text).not.toMatch(/127\.0\.0\.1:\d+\/(?:node|indexer)|ECONN|undici/);
        if (path !== "/quote") continue;
        expect(text.includes(`:${destination}:`), address).toBe(isSendable);
        if (!isSendable) expect(text, address).toMatch(/do not send/i);
      }
    await looks[name]?.(page);
  });

/** The frame of the fee guide holds all that it says, with an outage above its figures. */
async function expectPricing(page: Page): Promise<void> {
  await page.goto("/pricing/now");
  await expect(page.locator(".sizes > p:not(.age)").first()).toBeVisible();
  await expect(page.locator("tbody tr")).toHaveCount(4);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await readOverflow(page), `at ${width} px`).toBeLessThanOrEqual(0);
  }
}

test("after an outage a quote is open again", async ({ request, upstream }) => {
  const remote = await resetRemote(request, upstream);
  const isOpen = async () =>
    (await (await request.get(`/quote.json?${asked}`)).json()).memo !== null;
  await remote.change({ fault: { kind: "reset" } });
  await expect.poll(isOpen, { timeout: 40_000 }).toBe(false);
  await remote.reset();
  await expect.poll(isOpen, { timeout: 40_000 }).toBe(true);
});

interface Swap {
  /** What nodes say. Absent: they do not know the transaction. */
  readonly status?: object;
  /** What the indexer says. */
  readonly action?: { readonly type: string; readonly out?: readonly object[] };
}
const swaps: Readonly<Partial<Record<SwapState, Swap>>> = {
  unknown: {},
  confirming: { status: kept(stages.confirming) },
  done: { status: sentOut(sent.payout, sent.affiliate) },
  refunded: {
    status: sentOut(sent.refund),
    action: { type: "refund", out: [legs.refund] },
  },
  failed: { action: { type: "failed" } },
};

test("a swap has the state that its nodes and the indexer tell, and none without them", async ({
  request,
  upstream,
}) => {
  const remote = await resetRemote(request, upstream);
  const readState = async (id: string) =>
    (await (await request.get(`/track.json?txid=${id}`)).json()).state;
  for (const [place, [state, { status, action }]] of Object.entries(swaps).entries()) {
    const id = `${"AB".repeat(31)}${10 + place}`;
    const told = {
      ...recordedAction(action?.type ?? "swap", action?.out ?? []),
      date: `${Date.now() - 60_000}000000`,
      metadata: { [action?.type ?? "swap"]: { memo: MEMO, reason: "memo can't be empty" } },
    };
    // What the chain of a node keeps of a rejected message.
    const message = { tx_response: { txhash: id, code: state === "failed" ? 5 : 0 } };
    await remote.change(
      ...(status ? [{ path: `/thorchain/tx/status/${id}`, body: rename(status, id) }] : []),
      ...(action
        ? [
            { provider: "indexer0", path: "/v2/actions", body: rename({ actions: [told] }, id) },
            { path: `/cosmos/tx/v1beta1/txs/${id}`, body: message },
          ]
        : []),
    );
    expect(await readState(id)).toBe(state);
  }
  await remote.change({ fault: { kind: "status", status: 500 } });
  expect(await readState(`${"AB".repeat(31)}80`)).toBe("unavailable");
});

test("every live address answers, and no address of the network is of the sample", async ({
  request,
  upstream,
}) => {
  await resetRemote(request, upstream);
  const live = resourcePaths.filter(
    (path) => findResource(path).cache === "live" && findResource(path).kind !== "endpoint",
  );
  const forms = [null, "md", "json", "badge"] as const;
  for (const path of [...live, ...forms.map((form) => chainPath("BTC", form))]) {
    const response = await request.get(path.startsWith("/quote") ? `${path}?${asked}` : path);
    expect(`${response.status()} ${path}`).toBe(`200 ${path}`);
    if (!path.endsWith("/now")) expect(response.headers(), path).not.toHaveProperty("x-robots-tag");
  }
  const told = listAddresses(await callTool(request, "get_inbound_addresses"));
  expect(told.length).toBeGreaterThan(3);
  expect(told.filter((address) => address.startsWith("sample-"))).toEqual([]);
});
