// Every recorded answer of a real node or indexer has a named expectation here: it is read (and as what), it fails by name, or it is not read at all.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { ZodType } from "zod";
import type { SwapState } from "../../../lib/protocol/model/swap.ts";
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
} from "../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../lib/protocol/upstream/parse-shape.ts";
import { Actions, QuoteSwap, TxStatus } from "../../../lib/protocol/upstream/schemas.ts";
import { listKnownAssets } from "../../../lib/protocol/values/assets.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { read as readSwap } from "../../fixtures/swap-bodies.ts";

/** `what` tells two readings of one format apart: a count, a sum or a member that only the right reading has. */
interface Expectation {
  readonly schema: ZodType | null;
  readonly what: (value: never) => unknown;
  readonly is: unknown;
}
const read = <T extends ZodType>(
  schema: T,
  what: (value: T["_output"]) => unknown,
  is: unknown,
): Expectation => ({
  schema,
  what: what as never,
  is,
});
const count = <T extends ZodType>(schema: T, is: number) =>
  read(schema, (value) => (value as unknown[]).length, is);
const actions = (is: number) => read(Actions, (value) => value.actions.length, is);
const notRead: Expectation = { schema: null, what: () => "not read", is: "not read" };

const expectations: Readonly<Record<string, Expectation>> = {
  "errors/responses.json": notRead,
  "maya-midgard/actions/2024-03.swap_to_cacao.json": actions(1),
  "maya-midgard/actions/2024-03.swaps_and_add.json": actions(3),
  "maya-midgard/actions/2024.swaps_one_pending.json": actions(4),
  "maya-midgard/pools/2024-03.json": count(IndexerPools, 9),
  "maya-midgard/pools/2024-07.json": count(IndexerPools, 28),
  "mayanode/inbound_addresses/2023.no_dust.json": read(
    InboundAddresses,
    (rows) => rows.filter((row) => row.dust_threshold === undefined).length,
    5,
  ),
  "mayanode/inbound_addresses/2024-03.json": read(
    InboundAddresses,
    (rows) => rows.map((row) => row.chain).join(),
    "BTC,DASH,ETH,KUJI,THOR",
  ),
  "mayanode/lastblock/2024-07.json": read(LastBlock, (rows) => rows[0]?.height, 6941409),
  "mayanode/mimir/2024-03.json": read(Mimir, (map) => map.NATIVETRANSACTIONFEE, 5000000000),
  "mayanode/mimir/2024-07.json": read(Mimir, (map) => map.NATIVETRANSACTIONFEE, 2000000000),
  "mayanode/mimir/2026.halt_global_shape.json": read(Mimir, (map) => map.SOLVENCYHALTMAYACHAIN, -1),
  "mayanode/quote_swap/2024-03.btc_to_eth.json": read(
    QuoteSwap,
    (quote) => quote.fees.liquidity,
    undefined,
  ),
  "mayanode/quote_swap/2024-07.btc_to_eth.json": read(
    QuoteSwap,
    (quote) => quote.expiry,
    undefined,
  ),
  "midgard/actions/2021-02.refunds.json": actions(30),
  "midgard/actions/2021-02.withdraws.json": actions(30),
  "midgard/actions/2021-07.swaps.json": actions(50),
  "midgard/actions/2022-01.single_swap.json": actions(1),
  "midgard/actions/2022-10.refunds.json": actions(50),
  "midgard/actions/2022-10.swaps_one_pending.json": read(
    Actions,
    ({ actions }) => actions.filter((action) => action.status === "pending").length,
    1,
  ),
  "midgard/actions/2022-11.affiliate_swap_plus_full_refund.json": actions(2),
  "midgard/actions/2024-03.swap_and_donate.json": actions(2),
  "midgard/actions/2024-03.swaps.json": actions(2),
  "midgard/actions/2024.swaps_mixed.json": actions(4),
  "midgard/health/2022-07.json": read(
    Health,
    (health) => [health.lastThorNode.height, health.lastCommitted?.height],
    [6481698, 6481697],
  ),
  "midgard/pools/2022-07.json": count(IndexerPools, 24),
  "midgard/pools/2024-03.json": count(IndexerPools, 40),
  "thornode/constants/2022.json": read(
    Constants,
    (constants) => constants.int_64_values.OutboundTransactionFee,
    2000000,
  ),
  "thornode/constants/2024.json": read(
    Constants,
    (constants) => constants.int_64_values.L1SlipMinBps,
    0,
  ),
  "thornode/inbound_addresses/2021.first_shape.json": read(
    InboundAddresses,
    (rows) => rows.some((row) => row.chain_trading_paused !== undefined),
    false,
  ),
  "thornode/inbound_addresses/2022-07.no_pause_flags.json": read(
    InboundAddresses,
    (rows) => rows.some((row) => row.dust_threshold !== undefined),
    false,
  ),
  "thornode/inbound_addresses/2022.hand_extended_dash.json": read(
    InboundAddresses,
    (rows) => rows.some((row) => row.chain === "DASH"),
    true,
  ),
  "thornode/inbound_addresses/2024-03.all_open.json": read(
    InboundAddresses,
    (rows) => rows.find((row) => row.chain === "ETH")?.outbound_fee,
    600000n,
  ),
  "thornode/inbound_addresses/2024.testnet_fixture.json": read(
    InboundAddresses,
    (rows) => rows.some((row) => row.router === ""),
    true,
  ),
  "thornode/lastblock/2022-07.json": count(LastBlock, 7),
  "thornode/lastblock/2024.testnet_fixture.json": count(LastBlock, 5),
  "thornode/lastblock/unknown_chain_param.json": read(
    LastBlock,
    (rows) => rows[0]?.lastObservedIn,
    0,
  ),
  "thornode/mimir/2022-07.json": read(Mimir, (map) => map.HALTTRADING, 0),
  "thornode/mimir/2022.with_unset_minus_one.json": read(
    Mimir,
    (map) => Object.values(map).includes(-1),
    true,
  ),
  "thornode/mimir/2024-03.json": read(Mimir, (map) => map.NODEPAUSECHAINGLOBAL, 12068917),
  "thornode/mimir/2026.key_answers.json": read(
    Mimir,
    (map) => Object.values(map).includes(-1),
    true,
  ),
  "thornode/network/2025-04.json": read(
    NodeNetwork,
    (network) => [network.rune_price_in_tor, network.tor_price_halted],
    [113614412n, undefined],
  ),
  "thornode/pools/2022-07.json": count(Pools, 36),
  "thornode/pools/2024-03.json": read(
    Pools,
    (pools) => pools.find((pool) => pool.asset === "BTC.BTC")?.balance_rune,
    1146799980853764n,
  ),
  "thornode/pools/2025.json": read(
    Pools,
    (pools) => [pools.length, pools.every((pool) => pool.asset_tor_price !== undefined)],
    [45, true],
  ),
  "thornode/queue/2022.json": read(
    Queue,
    (queue) => queue.scheduled_outbound_value,
    10383318958594n,
  ),
  "thornode/queue/2022.scheduled.json": notRead,
  "thornode/quote_swap/2023-04.btc_to_eth_affiliate.json": read(
    QuoteSwap,
    (quote) => quote.memo?.startsWith("=:ETH.ETH:"),
    true,
  ),
  "thornode/quote_swap/2024-03.btc_to_eth.json": read(
    QuoteSwap,
    (quote) => quote.expected_amount_out,
    1770607901n,
  ),
  "thornode/swaps_streaming/2023-08.json": notRead,
  "thornode/tx/2022.done.json": notRead,
  "thornode/tx/2022.incomplete.json": notRead,
  "thornode/tx/2022.observed.json": notRead,
  "thornode/tx/2022.unobserved_error.json": notRead,
  "thornode/vaults_asgard/2026-03.trimmed.json": notRead,
};

/** State, whether it is terminal without the indexer, and whether a refund is expected. */
const swaps: Readonly<
  Record<string, [state: SwapState, terminal: boolean, refundExpected?: true]>
> = {
  "thornode/tx_status/derived/01_unknown.json": ["unknown", false],
  "thornode/tx_status/derived/02_just_observed_no_consensus.json": ["observing", false],
  "thornode/tx_status/derived/03_confirmation_counting.json": ["confirming", false],
  "thornode/tx_status/derived/04_swap_pending.json": ["swapping", false],
  "thornode/tx_status/derived/05_swap_streaming.json": ["swapping", false],
  "thornode/tx_status/derived/06_outbound_delayed.json": ["outbound_scheduled", false],
  "thornode/tx_status/derived/07_outbound_due_unsigned.json": ["outbound_signing", false],
  "thornode/tx_status/derived/08_done.json": ["done", true],
  "thornode/tx_status/derived/09_refund_pending.json": ["outbound_signing", false, true],
  "thornode/tx_status/derived/10_refunded.json": ["refunded", true, true],
  "thornode/tx_status/derived/11_partial_streaming_fill_plus_refund.json": [
    "partially_refunded",
    true,
    true,
  ],
  "thornode/tx_status/derived/12_no_output_dust_consumed.json": ["no_output", false],
  "thornode/tx_status/done.bnb_to_eth_usdt.json": ["done", true],
  "thornode/tx_status/done.bnb_to_tron.json": ["done", true],
  "thornode/tx_status/done.eth_usdt_to_rune.json": ["done", true],
  "thornode/tx_status/done.ltc_to_tron_usdt.json": ["done", true],
  "thornode/tx_status/partially_refunded.tcy_to_eth_usdt.json": ["partially_refunded", true, true],
  "thornode/tx_status/swapping.btc_to_tron_usdt.json": ["swapping", false],
};

test.describe("recordings", { tag: "@shared" }, () => {
  let folder: string;
  test.beforeEach(() => {
    folder = test.info().config.metadata.recordingsDir;
    test.skip(!folder, "RECORDINGS_DIR is not set");
  });
  const load = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));

  test("each file has one expectation", () => {
    // A node that was recorded state by state is no list of answers.
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".json"))
      .filter((file) => !file.startsWith("regtest-"));
    expect(files.sort()).toEqual([...Object.keys(expectations), ...Object.keys(swaps)].sort());
  });

  for (const [file, { schema, what, is }] of Object.entries(expectations)) {
    if (!schema) continue;
    test(`${file} is read`, () => {
      const value = load(file);
      expect(what(parseShape(schema, `/${file}`, value) as never)).toEqual(is);
      expect(
        () => parseShape(schema, `/${file}`, { error: "down" }),
        "an error body is not an answer",
      ).toThrow(`GET /${file}: field `);
    });
  }

  test("a format that is not ours fails with the path and the field", () => {
    expect(() =>
      parseShape(Queue, "/thorchain/queue", load("thornode/queue/2022.scheduled.json")),
    ).toThrow(/^GET \/thorchain\/queue: field \(whole body\): /);
    expect(() =>
      parseShape(TxStatus, "/thorchain/tx/status", load("thornode/tx/2022.done.json")),
    ).toThrow(/^GET \/thorchain\/tx\/status: field stages: /);
    expect(() => parseShape(Mimir, "/thorchain/mimir", {})).toThrow(/expected at least one key/);
  });

  for (const [file, [state, terminal, refundExpected = false]] of Object.entries(swaps)) {
    test(`${file} is ${state}`, () => {
      const preset = presets.thorchain;
      const known = listKnownAssets(
        preset,
        parseShape(Pools, "/pools", load("thornode/pools/2025.json")),
      );
      const facts = readSwap({
        knownAssets: known,
        txid: "0".repeat(64),
        node: parseShape(TxStatus, `/${file}`, load(file)),
        quorum: 1,
        second: null,
        indexerInSync: false,
        nowMs: Date.parse("2026-11-20T00:00:00Z"),
      });
      expect(facts).toMatchObject({ state, terminal, refundExpected });
      expect(facts.nextPollSeconds === null).toBe(terminal);
    });
  }
});
