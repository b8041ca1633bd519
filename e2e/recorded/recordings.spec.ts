// Every recorded answer of a real node or indexer is named here: it is read (and as what), it fails by name, or it is not read at all.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { ZodType } from "zod";
import {
  Constants,
  Health,
  InboundAddresses,
  IndexerPools,
  LastBlock,
  Mimir,
  NodeNetwork,
  Pools,
  Queue,
} from "../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../lib/protocol/upstream/parse-shape.ts";
import { Actions, QuoteSwap, TxStatus } from "../../lib/protocol/upstream/schemas.ts";
import { createWorld, down } from "../support/world.ts";

/** What tells two readings of one format apart: a count, a sum or a member that only the right one has. */
type Mark<T> = readonly [what: (value: T) => unknown, is: unknown];
interface Folder {
  readonly schema: ZodType | null;
  readonly files: Readonly<Record<string, Mark<never>>>;
}
const folder = <T extends ZodType>(
  schema: T,
  files: Readonly<Record<string, Mark<T["_output"]>>>,
): Folder => ({ schema, files: files as Folder["files"] });
const notRead = (...names: readonly string[]): Folder => ({
  schema: null,
  files: Object.fromEntries(names.map((name) => [name, [() => null, null]])),
});
const rows = (is: number) => [(list: readonly unknown[]) => list.length, is] as const;
const actions = (is: number) => [(value: Actions) => value.actions.length, is] as const;

const folders: Readonly<Record<string, Folder>> = {
  errors: notRead("responses"),
  "maya-midgard/actions": folder(Actions, {
    "2024-03.swap_to_cacao": actions(1),
    "2024-03.swaps_and_add": actions(3),
    "2024.swaps_one_pending": actions(4),
  }),
  "maya-midgard/pools": folder(IndexerPools, { "2024-03": rows(9), "2024-07": rows(28) }),
  "mayanode/inbound_addresses": folder(InboundAddresses, {
    "2023.no_dust": [(list) => list.filter((row) => row.dust_threshold === undefined).length, 5],
    "2024-03": [(list) => list.map((row) => row.chain).join(), "BTC,DASH,ETH,KUJI,THOR"],
  }),
  "mayanode/lastblock": folder(LastBlock, { "2024-07": [([row]) => row?.height, 6941409] }),
  "mayanode/mimir": folder(Mimir, {
    "2024-03": [(map) => map.NATIVETRANSACTIONFEE, 5000000000],
    "2024-07": [(map) => map.NATIVETRANSACTIONFEE, 2000000000],
    "2026.halt_global_shape": [(map) => map.SOLVENCYHALTMAYACHAIN, -1],
  }),
  "mayanode/quote_swap": folder(QuoteSwap, {
    "2024-03.btc_to_eth": [(quote) => quote.fees.liquidity, undefined],
    "2024-07.btc_to_eth": [(quote) => quote.expiry, undefined],
  }),
  "midgard/actions": folder(Actions, {
    "2021-02.refunds": actions(30),
    "2021-02.withdraws": actions(30),
    "2021-07.swaps": actions(50),
    "2022-01.single_swap": actions(1),
    "2022-10.refunds": actions(50),
    "2022-10.swaps_one_pending": [
      (value) => value.actions.filter(({ status }) => status === "pending").length,
      1,
    ],
    "2022-11.affiliate_swap_plus_full_refund": actions(2),
    "2024-03.swap_and_donate": actions(2),
    "2024-03.swaps": actions(2),
    "2024.swaps_mixed": actions(4),
  }),
  "midgard/health": folder(Health, {
    "2022-07": [
      ({ lastThorNode, lastCommitted }) => [lastThorNode.height, lastCommitted?.height],
      [6481698, 6481697],
    ],
  }),
  "midgard/pools": folder(IndexerPools, { "2022-07": rows(24), "2024-03": rows(40) }),
  "thornode/constants": folder(Constants, {
    "2022": [({ int_64_values: values }) => values.OutboundTransactionFee, 2000000],
    "2024": [({ int_64_values: values }) => values.L1SlipMinBps, 0],
  }),
  "thornode/inbound_addresses": folder(InboundAddresses, {
    "2021.first_shape": [
      (list) => list.some((row) => row.chain_trading_paused !== undefined),
      false,
    ],
    "2022-07.no_pause_flags": [
      (list) => list.some((row) => row.dust_threshold !== undefined),
      false,
    ],
    "2022.hand_extended_dash": [(list) => list.some((row) => row.chain === "DASH"), true],
    "2024-03.all_open": [(list) => list.find((row) => row.chain === "ETH")?.outbound_fee, 600000n],
    "2024.testnet_fixture": [(list) => list.some((row) => row.router === ""), true],
  }),
  "thornode/lastblock": folder(LastBlock, {
    "2022-07": rows(7),
    "2024.testnet_fixture": rows(5),
    unknown_chain_param: [([row]) => row?.lastObservedIn, 0],
  }),
  "thornode/mimir": folder(Mimir, {
    "2022-07": [(map) => map.HALTTRADING, 0],
    "2022.with_unset_minus_one": [(map) => Object.values(map).includes(-1), true],
    "2024-03": [(map) => map.NODEPAUSECHAINGLOBAL, 12068917],
    "2026.key_answers": [(map) => Object.values(map).includes(-1), true],
  }),
  "thornode/network": folder(NodeNetwork, {
    "2025-04": [
      (network) => [network.rune_price_in_tor, network.tor_price_halted],
      [113614412n, undefined],
    ],
  }),
  "thornode/pools": folder(Pools, {
    "2022-07": rows(36),
    "2024-03": [
      (pools) => pools.find((pool) => pool.asset === "BTC.BTC")?.balance_rune,
      1146799980853764n,
    ],
    "2025": [
      (pools) => [pools.length, pools.every((pool) => pool.asset_tor_price !== undefined)],
      [45, true],
    ],
  }),
  "thornode/queue": folder(Queue, {
    "2022": [(queue) => queue.scheduled_outbound_value, 10383318958594n],
  }),
  "thornode/quote_swap": folder(QuoteSwap, {
    "2023-04.btc_to_eth_affiliate": [(quote) => quote.memo?.startsWith("=:ETH.ETH:"), true],
    "2024-03.btc_to_eth": [(quote) => quote.expected_amount_out, 1770607901n],
  }),
  "thornode/swaps_streaming": notRead("2023-08"),
  "thornode/tx": notRead("2022.done", "2022.incomplete", "2022.observed", "2022.unobserved_error"),
  "thornode/vaults_asgard": notRead("2026-03.trimmed"),
};
/** It holds the queue of payouts, in another form. */
const SCHEDULED = "thornode/queue/2022.scheduled";

/** The state, whether it is final without the indexer, and whether a refund is expected. */
const swaps: Readonly<Record<string, string>> = {
  "derived/01_unknown": "unknown",
  "derived/02_just_observed_no_consensus": "observing",
  "derived/03_confirmation_counting": "confirming",
  "derived/04_swap_pending": "swapping",
  "derived/05_swap_streaming": "swapping",
  "derived/06_outbound_delayed": "outbound_scheduled",
  "derived/07_outbound_due_unsigned": "outbound_signing",
  "derived/08_done": "done, final",
  "derived/09_refund_pending": "outbound_signing, refund",
  "derived/10_refunded": "refunded, final, refund",
  "derived/11_partial_streaming_fill_plus_refund": "partially_refunded, final, refund",
  "derived/12_no_output_dust_consumed": "no_output",
  "done.bnb_to_eth_usdt": "done, final",
  "done.bnb_to_tron": "done, final",
  "done.eth_usdt_to_rune": "done, final",
  "done.ltc_to_tron_usdt": "done, final",
  "partially_refunded.tcy_to_eth_usdt": "partially_refunded, final, refund",
  "swapping.btc_to_tron_usdt": "swapping",
};

test.describe("recordings", { tag: "@shared" }, () => {
  let root: string;
  test.beforeEach(() => {
    root = test.info().config.metadata.recordingsDir;
    test.skip(!root, "RECORDINGS_DIR is not set");
  });
  const load = (name: string): unknown =>
    JSON.parse(readFileSync(join(root, `${name}.json`), "utf8"));

  test("each file is named once", () => {
    // A node that was recorded state by state is no list of answers.
    const names = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".json") && !file.startsWith("regtest-"))
      .map((file) => file.replace(/\.json$/, ""));
    const named = Object.entries(folders).flatMap(([path, { files }]) =>
      Object.keys(files).map((file) => `${path}/${file}`),
    );
    const ofSwaps = Object.keys(swaps).map((file) => `thornode/tx_status/${file}`);
    expect(names.sort()).toEqual([...named, ...ofSwaps, SCHEDULED].sort());
  });

  for (const [path, { schema, files }] of Object.entries(folders))
    for (const [file, [what, is]] of Object.entries(schema ? files : {}))
      test(`${path}/${file} is read`, () => {
        const parse = (value: unknown) => parseShape(schema as ZodType, `/${path}`, value);
        expect(what(parse(load(`${path}/${file}`)) as never)).toEqual(is);
        expect(() => parse({ error: "down" })).toThrow(`GET /${path}: field `);
      });

  test("a format that is not ours fails with the path and the field", () => {
    const parse = (schema: ZodType, value: unknown) => () => parseShape(schema, "/x", value);
    expect(parse(Queue, load(SCHEDULED))).toThrow(/^GET \/x: field \(whole body\): /);
    expect(parse(TxStatus, load("thornode/tx/2022.done"))).toThrow(/^GET \/x: field stages: /);
    expect(parse(Mimir, {})).toThrow(/expected at least one key/);
  });

  for (const [file, told] of Object.entries(swaps))
    test(`${file} is ${told}`, async () => {
      const world = createWorld();
      const body = load(`thornode/tx_status/${file}`) as { readonly tx?: { readonly id: string } };
      const txid = body.tx?.id ?? "0".repeat(64);
      world.scripts.node0 = { pools: load("thornode/pools/2025"), [txid]: body };
      world.scripts.indexer0 = { "*": down };
      const reading = await world.network.getSwap(txid, null);
      const { state, terminal, refundExpected, nextPollSeconds } = reading;
      const text = `${state}${terminal ? ", final" : ""}${refundExpected ? ", refund" : ""}`;
      expect([text, nextPollSeconds === null]).toEqual([told, terminal]);
    });
});
