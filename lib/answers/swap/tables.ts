// The tables of a swap: what was sent and paid, the fees, and the records.

import type { Money } from "../../protocol/model/envelope.ts";
import type { SwapOut, SwapReading } from "../../protocol/model/swap.ts";
import { findChainRow } from "../../protocol/values/chain-lookup.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import { CHAIN_CODE } from "../../protocol/values/clean-text.ts";
import { addressLink, rawRecordUrls, txLink } from "../../protocol/values/explorer-links.ts";
import type { Cell, Table } from "../../render/blocks.ts";
import { formatAmount, formatWorth, NOT_KNOWN } from "../../say/figures.en.ts";
import {
  deciderTexts,
  detailHeads,
  detailNames,
  feeHeads,
  feeNames,
  noPaymentId,
  notSentYet,
  paymentHeads,
  paymentNames,
  payoutsOnText,
  swapFigures,
  trackWords,
} from "../../say/track.en.ts";
import { depositHref } from "./links.ts";

const unknownCell: Cell = { text: NOT_KNOWN };
const codeCell = (text: string): Cell => ({ text, code: true });

/** Table: the deposit, then all payments. `chain`: source chain that the client named, or null. */
export function paymentTable(reading: SwapReading, chain: string | null, preset: Preset): Table {
  const { in: deposit, txid } = reading;
  const paymentKinds = Object.keys(paymentNames);
  const outTxs = reading.out.toSorted(
    (a, b) => paymentKinds.indexOf(a.kind) - paymentKinds.indexOf(b.kind),
  );
  const paymentRows = outTxs.map((outTx, index) => ({
    id: `out-${index}`,
    cells: [
      { text: paymentNames[outTx.kind] },
      { text: formatAmount({ base: outTx.amount, asset: outTx.asset }) },
      { text: chainNameOrCode(outTx.chain, preset) },
      addressCell(outTx.chain, outTx.address, preset),
      payoutIdCell(outTx, reading.terminal, preset),
    ],
  }));
  const sourceChainCode = deposit?.chain ?? chain;
  const depositRow = {
    id: "sent",
    cells: [
      { text: swapFigures.sent },
      { text: deposit ? formatAmount({ base: deposit.amount, asset: deposit.asset }) : NOT_KNOWN },
      sourceChainCode === null ? unknownCell : { text: chainNameOrCode(sourceChainCode, preset) },
      deposit ? addressCell(deposit.chain, deposit.address, preset) : unknownCell,
      { ...codeCell(txid), link: txLink(sourceChainCode, txid, preset) },
    ],
  };
  return { label: trackWords.payments, heads: paymentHeads, rows: [depositRow, ...paymentRows] };
}

/** Null if no fee is on record. */
export function feeTable({ terminal, liquidityFee, outboundFees }: SwapReading): Table | null {
  if (liquidityFee === null && !outboundFees?.length) return null;
  const absentCell = terminal ? unknownCell : { text: swapFigures.notKnownYet };
  const feeRow = (id: string, name: string, fee: Money | null) => ({
    id,
    cells: [
      { text: name },
      ...(fee === null
        ? [absentCell, absentCell]
        : [
            { text: formatAmount(fee, undefined, { bound: "least" }) },
            { text: formatWorth(fee.usd) },
          ]),
    ],
  });
  const shownOutboundFees = outboundFees?.length ? outboundFees : [null];
  return {
    label: trackWords.fees,
    heads: feeHeads,
    rows: [
      feeRow("liquidity", feeNames.liquidity, liquidityFee),
      ...shownOutboundFees.map((fee, index) => feeRow(`outbound-${index}`, feeNames.outbound, fee)),
    ],
  };
}

type DetailRow = readonly [label: string, value: Cell];

export function detailTable(reading: SwapReading, chain: string | null, preset: Preset): Table {
  const { paidFor, txid } = reading;
  const jsonLink = { name: "/track.json", href: depositHref("/track.json", txid, chain) };
  const detailRows: readonly DetailRow[] = [
    ...(paidFor ? [[detailNames.depositAsNamed, depositCell(paidFor)] as const] : []),
    ...listDetails(reading, preset),
    [detailNames.asJson, { text: "JSON", link: jsonLink }],
  ];
  return {
    label: trackWords.details,
    heads: detailHeads,
    rows: detailRows.map(([label, value]) => ({ id: label, cells: [{ text: label }, value] })),
  };
}

const depositCell = (txid: string): Cell => ({
  ...codeCell(txid),
  link: { name: "/track", href: depositHref("/track", txid, null) },
});

function listDetails(reading: SwapReading, preset: Preset): DetailRow[] {
  const { txid, decidedBy } = reading;
  const memo = reading.in?.memo ?? null;
  const recordUrls = rawRecordUrls(txid, preset);
  const detailRows: readonly DetailRow[] = [
    [
      detailNames.txid,
      { ...codeCell(txid), link: txLink(preset.nativeChain, explorerTxid(reading), preset) },
    ],
    [detailNames.decidedBy, { text: deciderTexts[decidedBy ?? "nobody"] }],
    [detailNames.payouts, payoutsCell(reading, preset)],
    [detailNames.memo, memo === null ? unknownCell : codeCell(memo)],
    ...recordRow(detailNames.nodeRecord, recordUrls.node),
    ...recordRow(detailNames.indexerRecord, recordUrls.indexer),
  ];
  const isSeen = reading.state !== "unknown" && reading.state !== "unavailable";
  return detailRows.filter(([, { text }]) => isSeen || text !== NOT_KNOWN);
}

/** Of a swap that is refunded in part: also of the chain where the other payment waits. */
function payoutsCell({ payoutChain, signing, out }: SwapReading, preset: Preset): Cell {
  if (payoutChain === null) return unknownCell;
  const otherPayouts = out.flatMap((payout) =>
    payout.signing === null || payout.chain === payoutChain
      ? []
      : payoutsOnText(payout.signing, chainNameOrCode(payout.chain, preset)),
  );
  const firstText = payoutsOnText(signing, chainNameOrCode(payoutChain, preset));
  return { text: [...new Set([firstText, ...otherPayouts])].join(", ") };
}

const recordRow = (label: string, href: string | null): readonly DetailRow[] =>
  href === null ? [] : [[label, { text: "JSON", link: { name: new URL(href).host, href } }]];

/**
 * Id under which the network's explorer lists the swap: the id of the deposit. Null in the states
 * "unknown" (not seen as a swap) and "unavailable" (not checked).
 */
const explorerTxid = ({ state, txid }: SwapReading) =>
  state === "unknown" || state === "unavailable" ? null : txid;

function chainNameOrCode(code: string, preset: Preset): string {
  const chainName = findChainRow(code, preset)?.name;
  return chainName ?? (CHAIN_CODE.test(code) ? code : NOT_KNOWN);
}

const addressCell = (chain: string, address: string | null, preset: Preset): Cell =>
  address === null
    ? unknownCell
    : { ...codeCell(address), link: addressLink(chain, address, preset) };

function payoutIdCell({ chain, txid }: SwapOut, isTerminal: boolean, preset: Preset): Cell {
  if (txid !== null) return { ...codeCell(txid), link: txLink(chain, txid, preset) };
  if (chain === preset.nativeChain) return { text: noPaymentId(preset.protocol) };
  return { text: isTerminal ? swapFigures.notShown : notSentYet };
}
