// Where to send on each chain, for get_inbound_addresses.

import * as z from "zod";
import type { InboundReading, InboundsReading } from "../protocol/model/network-status.ts";
import { because, type Reason } from "../protocol/model/reasons.ts";
import { chainName, type Preset } from "../protocol/values/chains.ts";
import { toIsoTime } from "../protocol/values/instants.ts";
import type { Blocks, Cell } from "../render/blocks.ts";
import { asOfText } from "../say/as-of.en.ts";
import { rateText } from "../say/deposits.en.ts";
import { formatInstant, NOT_KNOWN } from "../say/figures.en.ts";
import { inboundWords, noAddressText } from "../say/inbound.en.ts";
import { codedReason, sentenceOf } from "../say/reason-text.ts";
import { adviceBlocks } from "./advice.ts";
import type { AnswerContext } from "./answer-context.ts";
import { answerTable } from "./answer-table.ts";
import { groupBy } from "./groups.ts";
import { dustText } from "./money-text.ts";
import {
  AmountShape,
  formatBaseOrNull,
  NumberShape,
  outputRegistry,
  TextShape,
  VerdictShape,
} from "./shapes.ts";

export const inboundTable = answerTable<InboundReading>()({
  chain: [z.string(), (reading) => reading.chain],
  trading: [VerdictShape, (reading) => reading.trading.verdict],
  deposits: [VerdictShape, (reading) => reading.deposits.verdict],
  signing: [VerdictShape, (reading) => reading.signing.verdict],
  address: [
    z
      .string()
      .nullable()
      .register(outputRegistry, { description: "null unless it is safe to send now; see reason" }),
    (reading) => reading.address,
  ],
  router: [TextShape, (reading) => reading.router],
  gas_rate: [TextShape, (reading) => reading.gasRate],
  gas_rate_units: [TextShape, (reading) => reading.gasRateUnits],
  gas_rate_per: [TextShape, (reading) => reading.gasRatePer],
  dust_threshold: [
    AmountShape,
    (reading) => formatBaseOrNull(reading.dustThreshold, reading.gasAsset),
  ],
  send_before: [TextShape, (reading) => toIsoTime(reading.sendBeforeMs)],
  sources_agreeing: [NumberShape, (reading) => reading.sourcesAgreeing],
  reason: [
    TextShape,
    (reading) => reading.reason && codedReason(withParameters(reading.reason, reading)),
  ],
});

/** Names the parameters of a halt in place of the bare reason. */
function withParameters(reason: Reason, { trading, deposits }: InboundReading): Reason {
  const names = [...new Set([...trading.haltedBy, ...deposits.haltedBy])];
  if (reason.code !== "halted" || names.length === 0) return reason;
  return { ...reason, ...because("halted_by", { parameters: names }) };
}

interface Column {
  readonly head: string;
  /** Null where the chain has none. */
  readonly text: (row: InboundReading) => string | null;
  /** The text is the network's own. */
  readonly code?: true;
}

/** A column without a value in any row is left out. */
export function inboundBlocks(reading: InboundsReading, { preset }: AnswerContext): Blocks {
  const isNative = ({ chain }: InboundReading) => chain === preset.nativeChain;
  const columns: readonly Column[] = [
    { head: inboundWords.address, text: ({ address }) => address, code: true },
    { head: inboundWords.router, text: ({ router }) => router, code: true },
    {
      head: inboundWords.sendBefore,
      text: ({ sendBeforeMs }) => (sendBeforeMs === null ? null : formatInstant(sendBeforeMs)),
    },
    {
      head: inboundWords.gasRate,
      text: (row) => (isNative(row) ? null : (rateText(row) ?? NOT_KNOWN)),
    },
    { head: inboundWords.dustThreshold, text: (row) => (isNative(row) ? null : dustText(row)) },
  ];
  const { chains } = reading;
  const filledColumns = columns.filter(({ text }) => chains.some((row) => text(row) !== null));
  const cellOf = ({ text, code }: Column, row: InboundReading): Cell => {
    const value = text(row);
    return value === null ? { text: inboundWords.none } : { text: value, ...(code && { code }) };
  };
  const reasons = reasonTexts(chains, preset);
  return [
    ...adviceBlocks(reading),
    chains.length > 0 && {
      table: {
        label: inboundWords.title,
        heads: [inboundWords.chain, ...filledColumns.map(({ head }) => head)],
        rows: chains.map((row) => ({
          id: row.chain,
          cells: [
            { text: chainName(row.chain, preset) },
            ...filledColumns.map((column) => cellOf(column, row)),
          ],
        })),
      },
    },
    reasons.length > 0 && { list: reasons },
    { text: asOfText(reading, preset), className: "meta" },
  ];
}

/** "Bitcoin (BTC), Ethereum (ETH): no address. Trading is halted." */
function reasonTexts(rows: readonly InboundReading[], preset: Preset): string[] {
  const chainReasons = rows.flatMap(({ chain, reason }) =>
    reason === null ? [] : [{ name: chainName(chain, preset), why: sentenceOf(reason) }],
  );
  const groups = groupBy(chainReasons, ({ why }) => why);
  return [...groups].map(([why, chains]) => {
    const names = chains.map(({ name }) => name);
    return noAddressText(names, why);
  });
}
