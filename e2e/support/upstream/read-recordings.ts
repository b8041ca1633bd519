// Builds a scene from recorded mainnet answers of several dates, all moved to the height of the recorded mimir.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { presets } from "../../../lib/protocol/values/chains.ts";
import type { Json, Row, Scene } from "../wire.ts";
import { moveActions, moveMimir, moveTxStatus } from "./rewrite.ts";

/** Protocol heights of the recorded mimir maps, from the actions and last blocks of the same days. */
const MIMIR_HEIGHTS = { thorchain: 15_151_326, mayachain: 6_941_409 } as const;
const NO_TXID = "0".repeat(64);

export interface RecordedScene extends Scene {
  /** Recording's file name without ".json" → the id that it is served for. */
  readonly txids: Readonly<Record<string, string>>;
}

/**
 * @param dir the folder of recordings (thornode/, midgard/, mayanode/, maya-midgard/) @param
 * options.baseHeight the network's height. Absent: the mimir's own height, so that no value of it moves.
 */
export function readRecordings(
  dir: string,
  network: "thorchain" | "mayachain",
  options: { readonly pools?: "2024-03" | "2025"; readonly baseHeight?: number } = {},
): RecordedScene {
  const recordedHeight = MIMIR_HEIGHTS[network];
  const baseHeight = options.baseHeight ?? recordedHeight;
  const read = (path: string) => JSON.parse(readFileSync(join(dir, path), "utf8")) as Json;
  const rows = (path: string) => read(path) as Row[];
  const mimirOf = (path: string) =>
    moveMimir(read(path) as Record<string, number>, recordedHeight, baseHeight);
  const lastBlockOf = (path: string) => rows(path) as unknown as Scene["lastBlock"];
  const actionsOf = (folder: string) =>
    moveActions(
      namesIn(join(dir, folder)).flatMap(
        (name) => (read(`${folder}/${name}.json`) as { actions: Row[] }).actions,
      ),
      baseHeight,
    );
  const shared = { segment: network, baseHeight } as const;
  // These two were not recorded: the smallest body of the documented shape.
  const queue = { swap: 0, outbound: 0, internal: 0, scheduled_outbound_value: "0" };
  const version = { current: "1.0.0", next: "1.0.0", querier: "1.0.0" };

  if (network === "mayachain") {
    const inboundAddresses = rows("mayanode/inbound_addresses/2024-03.json");
    const indexerPools = rows("maya-midgard/pools/2024-07.json");
    return {
      ...shared,
      // The node's pools were not recorded: the indexer's depths in the node's format.
      pools: indexerPools.map((pool) => ({
        asset: pool.asset ?? null,
        status: pool.status === "available" ? "Available" : "Staged",
        balance_asset: pool.assetDepth ?? null,
        balance_cacao: pool.runeDepth ?? null,
      })),
      inboundAddresses,
      mimir: mimirOf("mayanode/mimir/2024-07.json"),
      network: { total_bond_units: "0", total_reserve: "0", vaults_migrating: false },
      lastBlock: lastBlockOf("mayanode/lastblock/2024-07.json"),
      outboundFees: outboundFeeRows(network, inboundAddresses),
      queue,
      version,
      quotes: [
        {
          from: "BTC.BTC",
          to: "ETH.ETH",
          body: read("mayanode/quote_swap/2024-07.btc_to_eth.json") as Row,
        },
      ],
      txStatus: {},
      actions: actionsOf("maya-midgard/actions"),
      indexerPools,
      txids: {},
    };
  }

  const inboundAddresses = rows("thornode/inbound_addresses/2024-03.all_open.json");
  const { txStatus, txids } = readTxStatus(join(dir, "thornode/tx_status"), baseHeight);
  return {
    ...shared,
    pools: rows(`thornode/pools/${options.pools ?? "2025"}.json`),
    inboundAddresses,
    mimir: mimirOf("thornode/mimir/2024-03.json"),
    network: read("thornode/network/2025-04.json") as Row,
    lastBlock: lastBlockOf("thornode/lastblock/2022-07.json"),
    outboundFees: outboundFeeRows(network, inboundAddresses),
    queue: read("thornode/queue/2022.json") as Row,
    version,
    quotes: [
      {
        from: "BTC.BTC",
        to: "ETH.ETH",
        body: read("thornode/quote_swap/2024-03.btc_to_eth.json") as Row,
      },
    ],
    txStatus,
    actions: actionsOf("midgard/actions"),
    indexerPools: rows("midgard/pools/2024-03.json"),
    txids,
  };
}

/** Every recorded status by its own id. One without an id gets an id made from its position. */
function readTxStatus(folder: string, height: number) {
  const files = ["", "derived"].flatMap((sub) =>
    namesIn(join(folder, sub)).map((name) => join(sub, name)),
  );
  const txStatus: Record<string, Row> = {};
  const txids: Record<string, string> = {};
  files.forEach((file, place) => {
    const body = JSON.parse(readFileSync(join(folder, `${file}.json`), "utf8")) as {
      tx?: { id: string };
    } & Row;
    const own = body.tx?.id ?? NO_TXID;
    const txid =
      own === NO_TXID ? `D0${String(place).padStart(2, "0")}`.repeat(16) : own.toUpperCase();
    txStatus[txid] = moveTxStatus(body, height, txid);
    txids[basename(file)] = txid;
  });
  return { txStatus, txids };
}

/** `/outbound_fees` was not recorded: the fee of each chain's row, in its gas asset. The presets no longer have BNB. */
function outboundFeeRows(network: "thorchain" | "mayachain", inboundRows: readonly Row[]): Row[] {
  return inboundRows.flatMap((row) => {
    const chain = presets[network].chains.find((one) => one.code === row.chain);
    return chain && typeof row.outbound_fee === "string"
      ? [{ asset: chain.gasAsset, outbound_fee: row.outbound_fee }]
      : [];
  });
}

function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}
