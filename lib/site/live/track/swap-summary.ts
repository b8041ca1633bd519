// A swap as words, figures and tables. A cell without a known value says so.

import type { Money, Warning } from "../../../protocol/model/envelope.ts";
import type { Message, Said } from "../../../protocol/model/messages.ts";
import type { Reason } from "../../../protocol/model/reasons.ts";
import {
  isInPools,
  type SwapOut,
  type SwapReading,
  stateRows,
  type Tone,
} from "../../../protocol/model/swap.ts";
import { isName, parseSwapMemo } from "../../../protocol/swap/memo.ts";
import { parseAsset, payoutChainOf, tickerOf } from "../../../protocol/values/assets.ts";
import { type Preset, presets } from "../../../protocol/values/chains.ts";
import { CHAIN_CODE } from "../../../protocol/values/clean-text.ts";
import {
  addressLink,
  possibleTxLinks,
  rawRecordUrls,
  txLink,
} from "../../../protocol/values/explorer-links.ts";
import {
  capitalize,
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatDuration,
  formatInstant,
  formatWhen,
  NOT_KNOWN,
  toIsoTime,
} from "../../../protocol/values/figure-text.ts";
import type { Cell } from "../../../render/blocks.ts";
import { adviceText, say } from "../../../say/message-text.ts";
import { payoutsAreHalted } from "../../../say/phrases.en.ts";
import { plainReason } from "../../../say/reason-text.ts";
import {
  explainBelow,
  goesBack,
  refundCauseText,
  stateWords,
  swapHeadline,
} from "../../../say/swap.en.ts";
import { outputOf, stepSecondsLeft, swapTimeline, type TimelineContext } from "./timeline.ts";

export type SwapSummary = ReturnType<typeof swapSummary>;

export function swapSummary(
  reading: SwapReading,
  { preset, chain, readAtMs }: TimelineContext & { readonly readAtMs: number },
) {
  const reason = reasonWords(reading);
  const { clock, state } = reading;
  return {
    txid: reading.txid,
    tone: stateTone(reading),
    headline: swapHeadline(reading.situation),
    name: swapName(reading),
    explanation: explainBelow(reading.situation),
    /** Why not to send again; null once the swap is final. */
    resend: resendText(reading),
    advice: pageAdvice(reading),
    figures: figureRows(reading),
    isSample: reading.source === "sample",
    stale: state === "unavailable" ? null : clock.reason && staleText(clock.reason),
    readAt: toIsoTime(readAtMs) ?? "",
    pollSeconds: reading.nextPollSeconds,
    pace: paceText(reading),
    steps: swapTimeline(reading, { preset, chain }),
    payments: paymentRows(reading, chain, preset),
    fees: feeRows(reading),
    reason: reason && { ...reason, quote: reading.refundReason },
    details: detailRows(reading, preset),
    explorers: explorerNote(preset),
    lookups: (reading.in?.chain ?? chain) === null ? possibleTxLinks(reading.txid, preset) : [],
  };
}

function swapName({ in: sent, out }: SwapReading): string[] {
  const bought =
    out.find(({ kind }) => kind === "swap")?.asset ?? parseSwapMemo(sent?.memo ?? "")?.target ?? "";
  if (sent === null || parseAsset(bought) === null) return [];
  return [`${formatAmount({ base: sent.amount, asset: sent.asset })} → ${tickerOf(bought)}`];
}

function staleText(reason: Reason): string {
  return `${capitalize(plainReason(reason))}. The swap may be further than this.`;
}

function stateTone({ state, terminal, held }: SwapReading): Tone {
  const { tone, finalTone } = stateRows[state];
  return (terminal && finalTone) || (tone ?? (held ? "held" : "moving"));
}

function explorerNote({ network, protocol }: Preset): string {
  if (network === "sample") return "Sample transactions are invented: they are on no explorer.";
  return `Explorers are websites of others, not of ${protocol}. They may show something newer or older.`;
}

export type ReasonWords = NonNullable<ReturnType<typeof reasonWords>>;

/** Null for a swap that is neither refunded nor rejected, nor about to be. */
function reasonWords(reading: SwapReading) {
  const { state, terminal, refundReason } = reading;
  const meaning = stateWords[state].reason ?? expectedMeaning(reading);
  if (meaning === null) return null;
  const isFailed = state === "failed";
  return {
    heading: isFailed ? "The rejection" : "The refund",
    meaning: isFailed || state === "dropped" ? meaning : `${meaning} ${costText(reading)}`.trim(),
    cause: refundCauseText(refundReason),
    next: terminal
      ? "To try again, ask for a new quote. Never reuse an old address or memo."
      : "Wait until this is final.",
  };
}

/** Exact only for a finished refund. */
function costText({ state, terminal, outboundFees, in: sent, network }: SwapReading): string {
  const [fee, ...others] = outboundFees ?? [];
  if (stateRows[state].back === "all" && terminal && fee !== undefined && others.length === 0) {
    return `The refund cost the outbound fee of ${formatAmount(fee, undefined, { bound: "least" })}.`;
  }
  // THORNode, `manager_gas_current.go` (GetAssetOutboundFee).
  const isFree =
    network !== "mayachain" && sent && payoutChainOf(sent.asset, presets[network]) === "THOR";
  return `A refund costs ${isFree ? "no" : "the"} outbound fee.`;
}

function expectedMeaning({ state, refundExpected, refundReason, out }: SwapReading): string | null {
  const isPart = out.some((one) => one.kind === "swap");
  if (refundExpected && isInPools({ state }))
    return "What the failed parts did not swap goes back at the end.";
  if (refundExpected && isPart)
    return `Some of the deposit was swapped for the recipient. The rest ${goesBack(state)}.`;
  if (refundExpected) return `The deposit, or a part of it, ${goesBack(state)}.`;
  return refundReason === null
    ? null
    : "The records name a reason for a refund, but none is planned or made yet.";
}

function paceText({ terminal, nextPollSeconds }: SwapReading): string {
  if (terminal) return "";
  if (nextPollSeconds === null) return "No further reading is planned. Ask again by hand.";
  return `The next reading is due about ${formatDuration(nextPollSeconds)} later.`;
}

function resendText({ warnings }: SwapReading): Said | null {
  const warning = warnings.find(({ code }) => code === "do_not_resend");
  return warning === undefined ? null : say(warning.message);
}

/** The advice without what the sign or `paceText` says. */
function pageAdvice({ state, advice }: SwapReading): string {
  const isPlanned = stateRows[state].phase === "outbound";
  const isSaid = (part: Message | Warning) =>
    "message" in part
      ? part.code === "do_not_resend" || (isPlanned && part.code === "signing_halted")
      : part.id === "ask_again";
  return adviceText(advice.filter((part) => !isSaid(part)));
}

interface Figure {
  readonly label: string;
  readonly value: string;
}
export interface Row {
  readonly id: string;
  readonly cells: readonly Cell[];
}

export const paymentHeads = ["What", "Amount", "Chain", "Address", "Transaction"] as const;
/** The records have no price of the swap's own day. */
export const feeHeads = ["Fee", "Amount", "Value at today's price"] as const;

const kinds: Readonly<Record<SwapOut["kind"], string>> = {
  swap: "Payout to the recipient",
  refund: "Refund",
  affiliate: "Share of an affiliate, not the recipient's",
};

/** Empty for a deposit that nobody has seen. */
function figureRows(reading: SwapReading): Figure[] {
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
  const isUnknown =
    state === "unavailable" || state === "dropped" || (state === "unknown" && terminal);
  const absent = isUnknown ? NOT_KNOWN : terminal ? "nothing" : "not known yet";
  const own = payout ? `${payout}${payoutWorth(reading)}` : state === "done" ? "not shown" : absent;
  return [
    {
      label: "Sent",
      value: sent ? formatAmount({ base: sent.amount, asset: sent.asset }) : NOT_KNOWN,
    },
    ...(isRefund && payout === "" && !isInPools(reading)
      ? []
      : [{ label: "To the recipient", value: own }]),
    ...(isRefund
      ? [
          {
            label: "Refund",
            value:
              wholeRefund(reading) ||
              refund ||
              (isUnknown ? NOT_KNOWN : terminal ? "not shown" : "not known yet"),
          },
        ]
      : []),
    ...(terminal || (isRefund && !isInPools(reading)) ? [] : recipientFigure(sent?.memo ?? null)),
    ...orderFigures(reading),
    ...(terminal || reading.order?.expiresAtMs ? [] : [timeLeft(reading)]),
  ];
}

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

function payoutWorth(reading: SwapReading): string {
  const [leg, ...others] = reading.out.filter(({ kind }) => kind === "swap");
  const usd = leg && others.length === 0 ? dollarsOf(leg.amount, leg.asset, reading) : "";
  return usd && `, ${usd} today`;
}

/** By the outbound fee's price; empty without a fee in this asset, or without its price. */
function dollarsOf(base: bigint, asset: string, { outboundFees }: SwapReading): string {
  const fee = outboundFees?.find((one) => one.asset === asset);
  return fee?.usd && fee.base > 0n ? formatDollars((base * fee.usd) / fee.base) : "";
}

/** Omits names: wallets show both ends of an address. */
function recipientFigure(memo: string | null): Figure[] {
  const address = memo === null ? null : (parseSwapMemo(memo)?.destination ?? null);
  if (address === null || isName(address) || !/^[0-9A-Za-z]{25,}$/.test(address)) return [];
  return [
    { label: "Going to", value: `${address.slice(0, 6)}…${address.slice(-4)}. Is it yours?` },
  ];
}

function orderFigures({ order, in: sent, clock }: SwapReading): Figure[] {
  if (order === null) return [];
  const { status, limitPrice, bought, filledBps, expiresAtMs } = order;
  const readAtMs = (clock.blockTimeMs ?? 0) + (clock.ageMs ?? 0);
  const isOpen = status === "resting" || status === "partly_filled";
  return [
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
    ...(expiresAtMs === null
      ? []
      : [{ label: "Ends about", value: formatWhen(expiresAtMs, readAtMs) }]),
  ];
}

const awaited = {
  nodes: "More nodes must see the deposit first.",
  confirmations: "Its chain must confirm the deposit first.",
  parts: "The pools are still swapping it.",
  delay: "It is sent in a later block.",
  signature: "The network must sign it first.",
} as const;

function waitText({ state, doubt, order }: SwapReading): string {
  const { awaits } = stateRows[state];
  if (doubt !== null || awaits === undefined || !(awaits in awaited)) return "";
  return `. ${order ? "It is swapped only at its price." : awaited[awaits as keyof typeof awaited]}`;
}

/** Unknown while a halt or a pause stops the swap. "when read": the page may stay open. */
function timeLeft(reading: SwapReading): Figure {
  const { estimatedSecondsLeft: seconds, signing, held } = reading;
  const label = "Time left";
  if (held) return { label, value: `${NOT_KNOWN}: it is stopped now` };
  if (signing === "halted") return { label, value: `${NOT_KNOWN}: ${payoutsAreHalted()} now` };
  const step = stepSecondsLeft(reading);
  const known =
    seconds === null ? step && `over ${formatDuration(step)}` : `about ${formatDuration(seconds)}`;
  const wait = waitText(reading);
  if (!known) return { label, value: `${NOT_KNOWN}${wait}` };
  return { label: `${label} when read`, value: `${known} to the ${outputOf(reading)}${wait}` };
}

/** The deposit, then every payout. `chain` counts until the network has seen the transaction. */
function paymentRows(reading: SwapReading, chain: string | null, preset: Preset): Row[] {
  const { in: sent, state, txid } = reading;
  const order = Object.keys(kinds);
  const legs = reading.out.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const out = legs.map((leg, index) => ({
    id: `out-${index}`,
    cells: [
      { text: kinds[leg.kind] },
      { text: formatAmount({ base: leg.amount, asset: leg.asset }) },
      { text: chainNameOrCode(leg.chain, preset) },
      addressLinkView(leg.chain, leg.address, preset),
      payoutIdLink(leg, reading.terminal, preset),
    ],
  }));
  const from = sent?.chain ?? chain;
  const absent = state === "unknown" ? { text: "" } : unknown;
  const cells = [
    { text: "Sent" },
    { text: sent ? formatAmount({ base: sent.amount, asset: sent.asset }) : NOT_KNOWN },
    from === null ? absent : { text: chainNameOrCode(from, preset) },
    sent ? addressLinkView(sent.chain, sent.address, preset) : absent,
    { ...code(txid), link: txLink(from, txid, preset) },
  ];
  return [{ id: "sent", cells }, ...out];
}

function feeRows({ state, terminal, liquidityFee, outboundFees }: SwapReading): Row[] {
  if (["unseen", "inbound", "unread"].includes(stateRows[state].phase)) return [];
  const absent = terminal ? unknown : { text: "not known yet" };
  const row = (id: string, name: string, fee: Money | null): Row => ({
    id,
    cells: [
      { text: name },
      fee ? { text: formatAmount(fee, undefined, { bound: "least" }) } : absent,
      fee === null ? absent : { text: formatDollars(fee.usd) },
    ],
  });
  const outbound = outboundFees?.length ? outboundFees : [null];
  return [
    row("liquidity", "Liquidity fee, to the pools", liquidityFee),
    ...outbound.map((fee, index) => row(`outbound-${index}`, "Outbound fee, to the network", fee)),
  ];
}

function detailRows(reading: SwapReading, preset: Preset): [label: string, value: Cell][] {
  const { payoutChain, signing } = reading;
  const deciders = { node: "a node of the network", indexer: "the indexer" };
  const memo = reading.in?.memo ?? null;
  const payouts = signing === "unknown" ? "not checked" : signing;
  const raw = rawRecordUrls(reading.txid, preset);
  const rows: [label: string, value: Cell][] = [
    [
      "Transaction id",
      { ...code(reading.txid), link: txLink(preset.nativeChain, nativeId(reading), preset) },
    ],
    [
      "Told by",
      {
        text:
          reading.decidedBy === null
            ? "nobody: no source could be read"
            : deciders[reading.decidedBy],
      },
    ],
    ["On record since", { text: formatInstant(reading.startedAtMs) }],
    [
      "Payouts",
      payoutChain === null
        ? unknown
        : { text: `${payouts} on ${chainNameOrCode(payoutChain, preset)}` },
    ],
    ["Memo, as it was sent", memo === null ? unknown : code(memo)],
    ...(raw.node === null ? [] : [["Record of a node", rawCell(raw.node)] as [string, Cell]]),
    ...(raw.indexer === null
      ? []
      : [["Record of an indexer", rawCell(raw.indexer)] as [string, Cell]]),
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

/** The explorer lists a swap under its deposit's id, once the network has seen it. */
function nativeId({ state, txid }: SwapReading): string | null {
  return state === "unknown" || state === "unavailable" ? null : txid;
}

function chainNameOrCode(code: string, preset: Preset): string {
  const known = preset.chains.find((chain) => chain.code === code)?.name;
  return known ?? (CHAIN_CODE.test(code) ? code : "not known");
}

function addressLinkView(chain: string, address: string | null, preset: Preset): Cell {
  return address === null
    ? unknown
    : { ...code(address), link: addressLink(chain, address, preset) };
}

function payoutIdLink({ chain, txid }: SwapOut, terminal: boolean, preset: Preset): Cell {
  if (txid !== null) return { ...code(txid), link: txLink(chain, txid, preset) };
  if (chain === preset.nativeChain)
    return { text: `none: ${preset.protocol} pays on its own chain without one` };
  return { text: terminal ? "not shown" : "not sent yet" };
}
