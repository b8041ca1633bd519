// Every recorded answer of a real node or indexer is named here: it is read (and as what), it fails by name, or it is not read at all.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
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
import { cellsBelow, rowsOf } from "../support/rows.ts";
import { createWorld, down } from "../support/world.ts";

const schemas = {
  ...{ Actions, Constants, Health, InboundAddresses, IndexerPools, LastBlock, Mimir },
  ...{ NodeNetwork, Pools, Queue, QuoteSwap },
};

/** What tells two readings of one format apart: members that only the right one has. */
const files = cellsBelow(`
  Actions maya-midgard/actions
    2024-03.swap_to_cacao | actions.# | 1
    2024-03.swaps_and_add | actions.# | 3
    2024.swaps_one_pending | actions.# | 4
  IndexerPools maya-midgard/pools
    2024-03 | # | 9
    2024-07 | # | 28
  InboundAddresses mayanode/inbound_addresses
    2023.no_dust | *.dust_threshold=undefined | 5
    2024-03 | *.chain | BTC,DASH,ETH,KUJI,THOR
  LastBlock mayanode/lastblock
    2024-07 | 0.height | 6941409
  Mimir mayanode/mimir
    2024-03 | NATIVETRANSACTIONFEE | 5000000000
    2024-07 | NATIVETRANSACTIONFEE | 2000000000
    2026.halt_global_shape | SOLVENCYHALTMAYACHAIN | -1
  QuoteSwap mayanode/quote_swap
    2024-03.btc_to_eth | fees.liquidity | undefined
    2024-07.btc_to_eth | expiry | undefined
  Actions midgard/actions
    2021-02.refunds | actions.# | 30
    2021-02.withdraws | actions.# | 30
    2021-07.swaps | actions.# | 50
    2022-01.single_swap | actions.# | 1
    2022-10.refunds | actions.# | 50
    2022-10.swaps_one_pending | actions.*.status=pending | 1
    2022-11.affiliate_swap_plus_full_refund | actions.# | 2
    2024-03.swap_and_donate | actions.# | 2
    2024-03.swaps | actions.# | 2
    2024.swaps_mixed | actions.# | 4
  Health midgard/health
    2022-07 | lastThorNode.height lastCommitted.height | 6481698 6481697
  IndexerPools midgard/pools
    2022-07 | # | 24
    2024-03 | # | 40
  Constants thornode/constants
    2022 | int_64_values.OutboundTransactionFee | 2000000
    2024 | int_64_values.L1SlipMinBps | 0
  InboundAddresses thornode/inbound_addresses
    2021.first_shape | # *.chain_trading_paused=undefined | 5 5
    2022-07.no_pause_flags | # *.dust_threshold=undefined | 8 8
    2022.hand_extended_dash | *.chain=DASH | 1
    2024-03.all_open | 6.chain 6.outbound_fee | ETH 600000
    2024.testnet_fixture | *.router= | 2
  LastBlock thornode/lastblock
    2022-07 | # | 7
    2024.testnet_fixture | # | 5
    unknown_chain_param | 0.lastObservedIn | 0
  Mimir thornode/mimir
    2022-07 | HALTTRADING | 0
    2022.with_unset_minus_one | *=-1 | 10
    2024-03 | NODEPAUSECHAINGLOBAL | 12068917
    2026.key_answers | *=-1 | 1
  NodeNetwork thornode/network
    2025-04 | rune_price_in_tor tor_price_halted | 113614412 undefined
  Pools thornode/pools
    2022-07 | # | 36
    2024-03 | 12.asset 12.balance_rune | BTC.BTC 1146799980853764
    2025 | # *.asset_tor_price=undefined | 45 0
  Queue thornode/queue
    2022 | scheduled_outbound_value | 10383318958594
  QuoteSwap thornode/quote_swap
    2023-04.btc_to_eth_affiliate | memo | =:ETH.ETH:0x1c7b17362c84287bd1184447e6dfeaf920c31bbe::t:100
    2024-03.btc_to_eth | expected_amount_out | 1770607901
`).map(([read, file = "", paths = "", is]) => {
  const [schema = "", folder] = read.split(" ");
  return { schema: schema as keyof typeof schemas, name: `${folder}/${file}`, paths, is };
});

/** Parses "actions.*.status=pending": "#" counts a list, "*" is each member, "=" counts equals. */
function readPath(value: unknown, path: string): string {
  const [names = "", counted] = path.split("=");
  const found = names.split(".").reduce<readonly unknown[]>(
    (values, name) =>
      values.flatMap((one) => {
        const members = Object(one) as Readonly<Record<string, unknown>>;
        if (name === "*") return Object.values(members);
        return [name === "#" ? Object.keys(members).length : members[name]];
      }),
    [value],
  );
  const texts = found.map(String);
  return counted === undefined
    ? texts.join()
    : `${texts.filter((text) => text === counted).length}`;
}

/** No schema reads these: `queue/2022.scheduled` has the queue of payouts in another form. */
const SCHEDULED = "thornode/queue/2022.scheduled";
const DONE = "thornode/tx/2022.done";
const unread = [
  ...["errors/responses", SCHEDULED, DONE, "thornode/swaps_streaming/2023-08"],
  ...["incomplete", "observed", "unobserved_error"].map((name) => `thornode/tx/2022.${name}`),
  "thornode/vaults_asgard/2026-03.trimmed",
];

/** The state, whether it is final without the indexer, and whether a refund is expected. */
const swaps = rowsOf(`
  derived/01_unknown | unknown
  derived/02_just_observed_no_consensus | observing
  derived/03_confirmation_counting | confirming
  derived/04_swap_pending | swapping
  derived/05_swap_streaming | swapping
  derived/06_outbound_delayed | outbound_scheduled
  derived/07_outbound_due_unsigned | outbound_signing
  derived/08_done | done, final
  derived/09_refund_pending | outbound_signing, refund
  derived/10_refunded | refunded, final, refund
  derived/11_partial_streaming_fill_plus_refund | partially_refunded, final, refund
  derived/12_no_output_dust_consumed | no_output
  done.bnb_to_eth_usdt | done, final
  done.bnb_to_tron | done, final
  done.eth_usdt_to_rune | done, final
  done.ltc_to_tron_usdt | done, final
  partially_refunded.tcy_to_eth_usdt | partially_refunded, final, refund
  swapping.btc_to_tron_usdt | swapping`).map(
  ([file, is]) => [`thornode/tx_status/${file}`, is] as const,
);

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
    const named = [...files.map(({ name }) => name), ...swaps.map(([file]) => file), ...unread];
    expect(names.sort()).toEqual(named.sort());
  });

  for (const { schema, name, paths, is } of files)
    test(`${name} is read`, () => {
      const parse = (value: unknown) => parseShape(schemas[schema], `/${name}`, value);
      const read = parse(load(name));
      expect(
        paths
          .split(" ")
          .map((path) => readPath(read, path))
          .join(" "),
      ).toBe(is);
      expect(() => parse({ error: "down" })).toThrow(`GET /${name}: field `);
    });

  test("a format that is not ours fails with the path and the field", () => {
    const parse = (schema: typeof Queue | typeof TxStatus | typeof Mimir, value: unknown) => () =>
      parseShape(schema, "/x", value);
    expect(parse(Queue, load(SCHEDULED))).toThrow(/^GET \/x: field \(whole body\): /);
    expect(parse(TxStatus, load(DONE))).toThrow(/^GET \/x: field stages: /);
    expect(parse(Mimir, {})).toThrow(/expected at least one key/);
  });

  for (const [file, is] of swaps)
    test(`${file} is ${is}`, async () => {
      const world = createWorld();
      const body = load(file) as { readonly tx?: { readonly id: string } };
      const txid = body.tx?.id ?? "0".repeat(64);
      world.scripts.node0 = { pools: load("thornode/pools/2025"), [txid]: body };
      world.scripts.indexer0 = { "*": down };
      const reading = await world.network.getSwap(txid, null);
      const { state, terminal, refundExpected, nextPollSeconds } = reading;
      const text = `${state}${terminal ? ", final" : ""}${refundExpected ? ", refund" : ""}`;
      expect([text, nextPollSeconds === null]).toEqual([is, terminal]);
    });
});
