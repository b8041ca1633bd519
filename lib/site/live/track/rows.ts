// The tables of /track. Each amount has its asset, and a cell without a known value says so.

import type { Money } from "../../../protocol/model/envelope.ts";
import { type SwapOut, type SwapReading, stateRows } from "../../../protocol/model/swap.ts";
import { plainReason } from "../../../protocol/model/verdicts.ts";
import { toSeconds } from "../../../protocol/safety/freshness.ts";
import { payoutsAreHalted } from "../../../protocol/safety/sentences.ts";
import { isName, parseSwapMemo } from "../../../protocol/swap/memo.ts";
import { tickerOf } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { CHAIN_CODE } from "../../../protocol/values/clean-text.ts";
import { addressLink, type ExplorerLink, rawRecordUrls, txLink } from "../../../protocol/values/explorers.ts";
import {
  formatAge,
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatDuration,
  formatInstant,
  formatWhen,
  NOT_KNOWN,
} from "../../../protocol/values/figure-text.ts";
import { outputOf, stepSecondsLeft } from "./timeline.ts";

/** `code` is data: an id, an address, an asset. The link is to an explorer and has its name. */
export interface Cell {
  readonly text: string;
  readonly code?: true;
  readonly link?: ExplorerLink | null;
}
export interface Figure {
  readonly label: string;
  readonly value: string;
}
/** A row of a table with an id of its own. */
export interface Row {
  readonly id: string;
  readonly cells: readonly Cell[];
}

export const paymentHeads = ["What", "Amount", "Asset", "Chain", "Address", "Transaction"] as const;
/** The records have no price of the swap's own day, so the value is at today's price. */
export const feeHeads = ["Fee", "Amount", "Value at today's price"] as const;

/** In the order of the table. */
const kinds: Readonly<Record<SwapOut["kind"], string>> = {
  swap: "Payout to the recipient",
  refund: "Refund",
  affiliate: "Share of an affiliate, not the recipient's",
};

/** The main figures: the amount sent, the payout or refund, and the time left. Empty of a deposit that nobody has seen. */
export function figureRows(reading: SwapReading): Figure[] {
  const { in: sent, out, terminal, refundExpected, state } = reading;
  if (sent === null && !terminal && (state === "unknown" || state === "unavailable")) return [];
  const sum = (kind: SwapOut["kind"]) =>
    out
      .filter((leg) => leg.kind === kind)
      .map((leg) => formatAmount({ base: leg.amount, asset: leg.asset }))
      .join(" + ");
  const [payout, refund] = [sum("swap"), sum("refund")];
  const isRefund = refund !== "" || refundExpected || stateRows[state].back !== undefined;
  // A record that is no swap does not say who is paid.
  const isUnknown = state === "unavailable" || state === "dropped" || (state === "unknown" && terminal);
  const absent = isUnknown ? NOT_KNOWN : terminal ? "nothing" : "not known yet";
  const own = payout ? `${payout}${payoutWorth(reading)}` : state === "done" ? "not shown" : absent;
  return [
    { label: "Sent", value: sent ? formatAmount({ base: sent.amount, asset: sent.asset }) : NOT_KNOWN },
    ...(isRefund && payout === "" ? [] : [{ label: "To the recipient", value: own }]),
    ...(isRefund
      ? [
          {
            label: "Refund",
            value: wholeRefund(reading) || refund || (isUnknown ? NOT_KNOWN : terminal ? "not shown" : "not known yet"),
          },
        ]
      : []),
    ...(terminal || isRefund ? [] : recipientFigure(sent?.memo ?? null)),
    ...orderFigures(reading),
    // An order that rests has an end instead.
    ...(terminal || reading.order?.expiresAtMs ? [] : [timeLeft(reading)]),
  ];
}

/** "0.04998897 of 0.05 BTC, $0.95 less", by the price of the refund's own fee. Blank where not all of it goes back in one payment. */
function wholeRefund(reading: SwapReading): string {
  const { in: sent, out } = reading;
  const [back, ...others] = out;
  if (sent === null || back?.kind !== "refund" || others.length > 0) return "";
  const less = sent.amount - back.amount;
  if (back.asset !== sent.asset || less < 0n) return "";
  const usd = dollarsOf(less, sent.asset, reading);
  const { asset } = sent;
  const [amount] = formatAmount({ base: back.amount, asset }).split(" ");
  return `${amount} of ${formatAmount({ base: sent.amount, asset })}${usd && `, ${usd} less`}`;
}

/** ", $1,240.10 today", of one payout. */
function payoutWorth(reading: SwapReading): string {
  const [leg, ...others] = reading.out.filter(({ kind }) => kind === "swap");
  const usd = leg && others.length === 0 ? dollarsOf(leg.amount, leg.asset, reading) : "";
  return usd && `, ${usd} today`;
}

/** By the price of the outbound fee. Blank where none is in this asset, or where it has no price. */
function dollarsOf(base: bigint, asset: string, { outboundFees }: SwapReading): string {
  const fee = outboundFees?.find((one) => one.asset === asset);
  return fee?.usd && fee.base > 0n ? formatDollars((base * fee.usd) / fee.base) : "";
}

/** No name: both ends of an address are what a wallet shows. */
function recipientFigure(memo: string | null): Figure[] {
  const address = memo === null ? null : (parseSwapMemo(memo)?.destination ?? null);
  if (address === null || isName(address) || !/^[0-9A-Za-z]{25,}$/.test(address)) return [];
  return [{ label: "Going to", value: `${address.slice(0, 6)}…${address.slice(-4)}. Is it yours?` }];
}

/** Of a limit order: how far it is, its price, and when it ends. */
function orderFigures({ order, in: sent, clock }: SwapReading): Figure[] {
  if (order === null) return [];
  const { status, limitPrice, bought, filledBps, expiresAtMs } = order;
  const readAtMs = (clock.blockTimeMs ?? 0) + (clock.ageMs ?? 0);
  const isOpen = status === "resting" || status === "partly_filled";
  return [
    // The headline says that it is open.
    ...(isOpen ? [] : [{ label: "Limit order", value: status ?? NOT_KNOWN }]),
    ...(limitPrice === null || bought === null || sent === null
      ? []
      : [
          {
            label: "Price asked",
            value: `${formatAmount({ base: limitPrice, asset: bought })} for 1 ${tickerOf(sent.asset)}`,
          },
        ]),
    ...(isOpen ? [{ label: "Filled", value: formatBpsAsPercent(filledBps) }] : []),
    ...(expiresAtMs === null ? [] : [{ label: "Ends about", value: formatWhen(expiresAtMs, readAtMs) }]),
  ];
}

/** What comes before the money is sent. */
const awaited = {
  nodes: "More nodes must see the deposit first.",
  confirmations: "Its chain must confirm the deposit first.",
  parts: "The pools are still swapping it.",
  delay: "It is sent in a later block.",
  signature: "The network must sign it first.",
} as const;

function waitText({ state, doubt, order, refundExpected }: SwapReading): string {
  const { awaits } = stateRows[state];
  if (doubt !== null || awaits === undefined || !(awaits in awaited) || (awaits === "parts" && refundExpected))
    return "";
  return `. ${order ? "It is swapped only at its price." : awaited[awaits as keyof typeof awaited]}`;
}

/**
 * The one time that is told: how long until the money is sent. Nobody tells one while a halt or a pause stops it. The page may have been
 * open for a while, so the label says that the time was left when it was read.
 */
function timeLeft(reading: SwapReading): Figure {
  const { estimatedSecondsLeft: seconds, signing, held } = reading;
  const label = "Time left";
  if (held) return { label, value: `${NOT_KNOWN}: it is stopped now` };
  if (signing === "halted") return { label, value: `${NOT_KNOWN}: ${payoutsAreHalted()} now` };
  const step = stepSecondsLeft(reading);
  const known = seconds === null ? step && `over ${formatDuration(step)}` : `about ${formatDuration(seconds)}`;
  const wait = waitText(reading);
  if (!known) return { label, value: `${NOT_KNOWN}${wait}` };
  return { label: `${label} when read`, value: `${known} to the ${outputOf(reading)}${wait}` };
}

/** The deposit, then every payout. `chain` is from the query and is used until the network has seen the transaction. */
export function paymentRows(reading: SwapReading, chain: string | null, preset: Preset): Row[] {
  const { in: sent, state, txid } = reading;
  const order = Object.keys(kinds);
  const legs = reading.out.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const out = legs.map((leg, index) => ({
    id: `out-${index}`,
    cells: [
      { text: kinds[leg.kind] },
      { text: formatAmount({ base: leg.amount, asset: leg.asset }) },
      code(leg.asset),
      { text: chainNameOrCode(leg.chain, preset) },
      addressLinkView(leg.chain, leg.address, preset),
      payoutIdLink(leg, reading.terminal, preset),
    ],
  }));
  const from = sent?.chain ?? chain;
  // Of a deposit that nobody has seen, it is said once that nothing is known.
  const absent = state === "unknown" ? { text: "" } : unknown;
  const cells = [
    { text: "Sent" },
    { text: sent ? formatAmount({ base: sent.amount, asset: sent.asset }) : NOT_KNOWN },
    sent ? code(sent.asset) : absent,
    from === null ? absent : { text: chainNameOrCode(from, preset) },
    sent ? addressLinkView(sent.chain, sent.address, preset) : absent,
    { ...code(txid), link: txLink(from, txid, preset) },
  ];
  return [{ id: "sent", cells }, ...out];
}

/** Fees are known after the swap. Before that there are no rows. */
export function feeRows({ state, terminal, liquidityFee, outboundFees }: SwapReading): Row[] {
  if (["unseen", "inbound", "unread"].includes(stateRows[state].phase)) return [];
  const absent = terminal ? unknown : { text: "not known yet" };
  const row = (id: string, name: string, fee: Money | null): Row => ({
    id,
    cells: [
      { text: name },
      fee ? { text: formatAmount(fee) } : absent,
      fee === null ? absent : { text: formatDollars(fee.usd) },
    ],
  });
  const outbound = outboundFees?.length ? outboundFees : [null];
  return [
    row("liquidity", "Liquidity fee, to the pools", liquidityFee),
    ...outbound.map((fee, index) => row(`outbound-${index}`, "Outbound fee, to the network", fee)),
  ];
}

/** The date and the sources of the answer. */
export function detailRows(reading: SwapReading, preset: Preset): [label: string, value: Cell][] {
  const { clock, payoutChain, signing } = reading;
  const deciders = { node: "a node of the network", indexer: "the indexer" };
  const memo = reading.in?.memo ?? null;
  const payouts = signing === "unknown" ? "not checked" : signing;
  const raw = rawRecordUrls(reading.txid, preset);
  const rows: [label: string, value: Cell][] = [
    ["Transaction id", { ...code(reading.txid), link: txLink(preset.nativeChain, nativeId(reading), preset) }],
    ["State", code(`${reading.state}, ${reading.terminal ? "final" : "not final"}`)],
    ["Network", { text: `${preset.protocol}${reading.source === "sample" ? ", sample data" : ""}` }],
    ["Newest block", { text: blockText(reading) }],
    ["Block time", { text: formatInstant(clock.blockTimeMs) }],
    ["Told by", { text: reading.decidedBy === null ? "nobody: no source could be read" : deciders[reading.decidedBy] }],
    ["On record since", { text: formatInstant(reading.startedAtMs) }],
    ["Payouts", payoutChain === null ? unknown : { text: `${payouts} on ${chainNameOrCode(payoutChain, preset)}` }],
    ["Memo, as it was sent", memo === null ? unknown : code(memo)],
    ...(raw.node === null ? [] : [["Record of a node", rawCell(raw.node)] as [string, Cell]]),
    ...(raw.indexer === null ? [] : [["Record of an indexer", rawCell(raw.indexer)] as [string, Cell]]),
  ];
  return rows.filter(([, { text }]) => reading.state !== "unknown" || text !== NOT_KNOWN);
}

function rawCell(href: string): Cell {
  return { text: "JSON", link: { name: new URL(href).host, href } };
}

const unknown: Cell = { text: NOT_KNOWN };

function code(text: string): Cell {
  return { text, code: true };
}

/** The protocol's explorer lists a swap under the id of its deposit, once the network has seen it. */
function nativeId({ state, txid }: SwapReading): string | null {
  return state === "unknown" || state === "unavailable" ? null : txid;
}

/** The chain's name in the preset, or its code when the preset does not have it. */
function chainNameOrCode(code: string, preset: Preset): string {
  const known = preset.chains.find((chain) => chain.code === code)?.name;
  return known ?? (CHAIN_CODE.test(code) ? code : "not known");
}

function addressLinkView(chain: string, address: string | null, preset: Preset): Cell {
  return address === null ? unknown : { ...code(address), link: addressLink(chain, address, preset) };
}

function payoutIdLink({ chain, txid }: SwapOut, terminal: boolean, preset: Preset): Cell {
  if (txid !== null) return { ...code(txid), link: txLink(chain, txid, preset) };
  if (chain === preset.nativeChain) return { text: `none: ${preset.protocol} pays on its own chain without one` };
  return { text: terminal ? "not shown" : "not sent yet" };
}

function blockText({ clock }: SwapReading): string {
  if (clock.height === null || clock.ageMs === null)
    return `not known: ${clock.reason ? plainReason(clock.reason) : "no block was read"}`;
  return `${clock.height}, ${formatAge(toSeconds(clock.ageMs))}, ${clock.freshness}`;
}
