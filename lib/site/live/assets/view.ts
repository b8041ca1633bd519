// /assets as plain data, chain by chain. An asset is open if its pool and its chain are.

import type { NetworkReading } from "../../../protocol/model/network-status.ts";
import type { PoolsReading } from "../../../protocol/model/pools.ts";
import { because } from "../../../protocol/model/reasons.ts";
import type { Judgement } from "../../../protocol/model/verdicts.ts";
import { divRound, FIXED_DECIMALS } from "../../../protocol/values/amounts.ts";
import { longAssetName } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { formatWholeDollars, NOT_KNOWN } from "../../../protocol/values/figure-text.ts";
import { messageText, say } from "../../../say/message-text.ts";
import { type Blocks, blocksMarkdown, section } from "../blocks.ts";
import { readBlock, signBlock } from "../status/blocks.ts";
import {
  asked,
  chainAnswers,
  moneyText,
  notChecked,
  type StatusView,
  statusView,
} from "../status/view.ts";

export const assetsTitle = "What can be swapped";

/** The native asset has no pool of its own. */
const inEveryPool = "in every pool";
const USD_UNITS = 10n ** BigInt(FIXED_DECIMALS);

export type AssetRow = ReturnType<typeof listRows>[number];
export type AssetsView = ReturnType<typeof assetsView>;

/** Both readings are of one moment. A row shows the worse of the two. */
export function assetsView(
  status: NetworkReading,
  pools: PoolsReading,
  preset: Preset,
  readMs: number,
  unknownArguments: readonly string[] = [],
) {
  const rows = pools.failure ? [] : listRows(status, pools, preset, readMs);
  const sign = statusView(status, preset, readMs, unknownArguments);
  return {
    status: sign,
    rows,
    table: {
      label: "Every asset, chain by chain",
      heads: ["Asset", asked[0], asked[1], "Pool depth", "Outbound fee"],
      rows: rows.map((row) => ({ id: row.asset, cells: cellsOf(row) })),
    },
    notes: [
      sign.troubles,
      scheduledNote(sign),
      ...poolNotes(pools),
      ...(rows.length === 0 ? [] : meanings),
    ].filter((text) => text !== ""),
  };
}

const scheduledNote = ({ scheduled, scheduledMeans }: StatusView) =>
  scheduled.length === 0 ? "" : [...scheduled, scheduledMeans].join(" ");

const meanings = [
  "Pool depth counts both sides of the pool.",
  "The outbound fee is taken from a payout of this asset.",
  "The least amount to send depends on what you receive: a quote says it.",
];

function poolNotes({ failure, warnings }: PoolsReading): string[] {
  if (failure)
    return [`The pools could not be checked, so no asset is listed. ${say(failure.hint).meaning}`];
  return warnings
    .filter(({ code }) => code === "sources_disagree")
    .map(({ message }) => messageText(message));
}

function listRows(status: NetworkReading, pools: PoolsReading, preset: Preset, nowMs: number) {
  const native = status.chains.find(({ chain }) => chain === preset.nativeChain);
  const ofNative = native && {
    ...{ asset: preset.nativeAsset, chain: native.chain, status: null, trading: native.trading },
    ...{ depthUsd: null, outboundFee: status.nativeOutboundFee, reason: null },
  };
  const available = pools.pools.filter(
    (pool) => pool.status === "available" && pool.reason?.code !== "odd_asset_name",
  );
  const rank = ({ chain }: { readonly chain: string }) => {
    const at = preset.chains.findIndex(({ code }) => code === chain);
    return at < 0 ? preset.chains.length : at;
  };
  return [...(ofNative ? [ofNative] : []), ...available]
    .sort((a, b) => rank(a) - rank(b))
    .map(({ asset, chain, status: pool, trading: own, depthUsd, outboundFee, reason }) => {
      const judged = status.chains.find((one) => one.chain === chain);
      const trading = worse(own, judged?.trading ?? notListed(status.trading));
      const [send, receive] = judged
        ? chainAnswers({ ...judged, trading }, preset, nowMs)
        : [notChecked, notChecked];
      const name = longAssetName(asset, preset);
      return { asset, chain, name, trading, send, receive, pool, depthUsd, outboundFee, reason };
    });
}

function worse(one: Judgement, other: Judgement): Judgement {
  const both = [one, other];
  return (
    both.find(({ verdict }) => verdict === "halted") ??
    both.find(({ verdict }) => verdict === "unknown") ??
    one
  );
}

const notListed = ({ reason }: Judgement): Judgement => ({
  verdict: "unknown",
  haltedBy: [],
  reason: reason ?? because("asset_chain_not_listed"),
});

function cellsOf({ name, send, receive, pool, depthUsd, outboundFee }: AssetRow) {
  const depth = depthUsd === null ? NOT_KNOWN : formatWholeDollars(divRound(depthUsd, USD_UNITS));
  return [
    { text: name },
    ...[send, receive].map(({ state, word }) => ({ state, text: word })),
    { text: pool === null ? inEveryPool : depth },
    { text: moneyText(outboundFee) },
  ];
}

export function assetsBlocks({ status, table, notes }: AssetsView): Blocks<"sign" | "read"> {
  const rows = table.rows.length > 0 && { table, day: status.day };
  const means = notes.map((text) => ({ text, className: "quiet" }));
  return [
    signBlock(assetsTitle, status),
    { ...section(table.label, rows, ...means), className: "assets" },
    readBlock(status),
  ];
}

export const assetsMarkdown = (view: AssetsView) => blocksMarkdown(assetsBlocks(view));
