// This folder fills the prose pages of `content/` with generated examples and lists.
// This file: examples from invented network data at a fixed time, so that each build is the same.
import { code, codeBlock, line, paragraph } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { createNetwork, type Network } from "../../protocol/network.ts";
import { createProvider } from "../../protocol/upstream/provider.ts";
import { presets } from "../../protocol/values/chains.ts";
import { sampleTransactions, sampleWalk } from "../../sample/transactions.ts";
import {
  createSampleTransport,
  SAMPLE_INDEXER_URL,
  SAMPLE_NODE_URL,
} from "../../sample/transport.ts";

export const EXAMPLE_TIME = "2026-11-20T03:12:33Z";
const now = () => Date.parse(EXAMPLE_TIME);
const transport = createSampleTransport(now);

const TIMEOUT_MS = 120_000;

/** The members of a JSON object that an example shows. `true` shows the whole value. */
type Members = true | { readonly [name: string]: Members };

interface RestExample {
  readonly base: "node" | "indexer";
  readonly path: string;
  readonly status: 200 | 400;
  readonly members: Members;
  readonly chains?: readonly string[];
}

function wholeMembers(spacedNames: string): Readonly<Record<string, true>> {
  return Object.fromEntries(spacedNames.split(" ").map((name) => [name, true]));
}

export const getSampleSwaps = () => ({ still: sampleTransactions, walk: sampleWalk });

function exampleTxid(sampleNumber: number): string {
  const transaction = sampleTransactions[sampleNumber - 1];
  if (!transaction) throw new Error(`no sample transaction ${sampleNumber}`);
  return transaction.txid;
}

const payoutMembers = wholeMembers("chain to_address coin refund");
const sentMembers = wholeMembers("id chain to_address coins memo");

function nodeExample(
  path: string,
  members: Members,
  overrides: Partial<RestExample> = {},
): RestExample {
  return { base: "node", path: `/thorchain/${path}`, status: 200, members, ...overrides };
}

const restExamples = {
  tx_scheduled: nodeExample(`tx/status/${exampleTxid(6)}`, {
    tx: wholeMembers("id chain coins memo"),
    planned_out_txs: payoutMembers,
    stages: true,
  }),
  tx_unknown: nodeExample(`tx/status/${exampleTxid(1)}`, true),
  tx_affiliate: nodeExample(`tx/status/${exampleTxid(7)}`, {
    out_txs: sentMembers,
    stages: wholeMembers("outbound_signed"),
  }),
  tx_refunded: nodeExample(`tx/status/${exampleTxid(12)}`, {
    planned_out_txs: payoutMembers,
    out_txs: sentMembers,
    stages: wholeMembers("swap_finalised outbound_signed"),
  }),
  actions: {
    base: "indexer",
    path: `/v2/actions?txid=${exampleTxid(12)}`,
    status: 200,
    members: {
      actions: {
        ...wholeMembers("type status height date in out"),
        metadata: { refund: wholeMembers("reason networkFees memo") },
      },
      count: true,
    },
  },
  inbound: nodeExample(
    "inbound_addresses",
    {
      ...wholeMembers(
        "chain address halted global_trading_paused chain_trading_paused chain_lp_actions_paused",
      ),
      ...wholeMembers("gas_rate gas_rate_units outbound_fee dust_threshold"),
    },
    { chains: ["BTC", "LTC"] },
  ),
  quote: nodeExample("quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=100000000", {
    ...wholeMembers(
      "expected_amount_out fees inbound_confirmation_seconds outbound_delay_seconds streaming_swap_seconds",
    ),
    ...wholeMembers("total_swap_seconds"),
    ...wholeMembers("max_streaming_quantity recommended_min_amount_in dust_threshold"),
    ...wholeMembers("expiry"),
  }),
  quote_refused: nodeExample(
    "quote/swap?from_asset=BTC.BTC&to_asset=LTC.LTC&amount=100000000",
    true,
    { status: 400 },
  ),
} satisfies Readonly<Record<string, RestExample>>;

type ExampleName = `example_${keyof typeof restExamples}` | "example_time";

export async function getExamples(): Promise<Readonly<Record<ExampleName, string>>> {
  const examples: Record<string, string> = { example_time: EXAMPLE_TIME };
  for (const [name, example] of Object.entries(restExamples)) {
    examples[`example_${name}`] = await readRestExample(example);
  }
  return examples as Record<ExampleName, string>;
}

export function createExampleNetwork(): Network {
  const createExampleProvider = (kind: "node" | "indexer", baseUrl: string) =>
    createProvider({ kind, index: 0, baseUrl, transport, now, limits: { attemptMs: TIMEOUT_MS } });
  return createNetwork({
    preset: presets.sample,
    source: "sample",
    nodes: [createExampleProvider("node", SAMPLE_NODE_URL)],
    indexers: [createExampleProvider("indexer", SAMPLE_INDEXER_URL)],
    now,
    deadlineMs: TIMEOUT_MS,
  });
}

async function readRestExample(example: RestExample): Promise<string> {
  const { base, path, status, members, chains } = example;
  const url = new URL(`${base === "node" ? SAMPLE_NODE_URL : SAMPLE_INDEXER_URL}${path}`);
  const response = await transport(url, { headers: {}, signal: new AbortController().signal });
  if (response.status !== status)
    throw new Error(`example ${path}: HTTP ${response.status} instead of ${status}`);
  const body: unknown = await response.json();
  const shownBody =
    chains && Array.isArray(body) ? body.filter((row) => chains.includes(row.chain)) : body;
  const omissionTexts = [
    ...(chains && Array.isArray(body) ? [`${chains.length} of ${body.length} rows`] : []),
    ...(members === true ? [] : ["shortened"]),
  ];
  const omissionText = omissionTexts.length > 0 ? ` (${omissionTexts.join(", ")})` : "";
  return writeMarkdown([
    paragraph(
      line`${code(`GET {${base}_url}${path}`)} answers HTTP ${String(status)}${omissionText}:`,
    ),
    codeBlock("json", formatJson(pickMembers(shownBody, members, path))),
  ]);
}

function pickMembers(value: unknown, members: Members, path: string): unknown {
  if (members === true) return value;
  if (Array.isArray(value)) return value.map((item) => pickMembers(item, members, path));
  return Object.fromEntries(
    Object.entries(members).map(([name, innerMembers]) => {
      const memberValue = (value as Record<string, unknown> | null)?.[name];
      if (memberValue === undefined) throw new Error(`example ${path}: no member ${name}`);
      return [name, pickMembers(memberValue, innerMembers, path)];
    }),
  );
}

function formatJson(value: unknown, width = 100, indent = ""): string {
  const oneLineText = toOneLine(value);
  if (value === null || typeof value !== "object" || indent.length + oneLineText.length <= width)
    return oneLineText;
  const innerIndent = `${indent}  `;
  const itemLines = Array.isArray(value)
    ? value.map((item) => formatJson(item, width, innerIndent))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}: ${formatJson(item, width, innerIndent)}`,
      );
  const [openBracket, closeBracket] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const indentedItemsText = itemLines.map((itemLine) => innerIndent + itemLine).join(",\n");
  return `${openBracket}\n${indentedItemsText}\n${indent}${closeBracket}`;
}

function toOneLine(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toOneLine).join(", ")}]`;
  const memberTexts = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${toOneLine(item)}`,
  );
  return memberTexts.length === 0 ? "{}" : `{ ${memberTexts.join(", ")} }`;
}
