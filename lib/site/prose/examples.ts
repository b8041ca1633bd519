// The documents' examples: real answers of the embedded sample network at one fixed instant, so the same bytes on every build. A call that does not answer as its document says stops the build.
import { formatJson } from "../../markdown/code.ts";
import { code, codeBlock, line, paragraph } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { tools } from "../../mcp/tools/all.ts";
import type { Network } from "../../protocol/network.ts";
import { createNetwork } from "../../protocol/network.ts";
import { createProvider } from "../../protocol/upstream/client.ts";
import { presets } from "../../protocol/values/chains.ts";
import { sampleTransactions, sampleWalk } from "../../sample/transactions.ts";
import { createSampleTransport, SAMPLE_INDEXER_URL, SAMPLE_NODE_URL } from "../../sample/transport.ts";

/** The instant of every example. */
export const EXAMPLE_TIME = "2026-11-20T03:12:33Z";
const now = () => Date.parse(EXAMPLE_TIME);
const transport = createSampleTransport({ now });

/** A slow machine must not turn an example into a timeout. */
const PATIENT_MS = 120_000;

/** The members of an answer that a document explains; of a list, those of each item. */
type Kept = true | { readonly [member: string]: Kept };

interface RestExample {
  readonly base: "node" | "indexer";
  readonly path: string;
  readonly status: 200 | 400;
  readonly kept: Kept;
  /** Of an answer that is a list: only the rows of these chains. */
  readonly chains?: readonly string[];
}

interface CallExample {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** The sample network's transactions and the state that each shows; the last one walks through them. */
export function getSampleSwaps(): { readonly txid: string; readonly state: string; readonly title: string }[] {
  const still = sampleTransactions.map(({ txid, shows, title }) => ({ txid, state: shows, title }));
  return [...still, { txid: sampleWalk.txid, state: "changes", title: sampleWalk.title }];
}

/** The id of the nth sample transaction; `lib/sample/transactions.ts` says what each shows. */
function exampleTxid(number: number): string {
  const found = sampleTransactions[number - 1];
  if (!found) throw new Error(`no sample transaction ${number}`);
  return found.txid;
}

const payout = { chain: true, to_address: true, coin: true, refund: true } as const;
const sent = { id: true, chain: true, to_address: true, coins: true, memo: true } as const;

const restExamples = {
  tx_scheduled: {
    base: "node",
    path: `/thorchain/tx/status/${exampleTxid(6)}`,
    status: 200,
    kept: { tx: { id: true, chain: true, coins: true, memo: true }, planned_out_txs: payout, stages: true },
  },
  tx_unknown: { base: "node", path: `/thorchain/tx/status/${exampleTxid(1)}`, status: 200, kept: true },
  tx_affiliate: {
    base: "node",
    path: `/thorchain/tx/status/${exampleTxid(7)}`,
    status: 200,
    kept: { out_txs: sent, stages: { outbound_signed: true } },
  },
  tx_refunded: {
    base: "node",
    path: `/thorchain/tx/status/${exampleTxid(12)}`,
    status: 200,
    kept: { planned_out_txs: payout, out_txs: sent, stages: { swap_finalised: true, outbound_signed: true } },
  },
  actions: {
    base: "indexer",
    path: `/v2/actions?txid=${exampleTxid(12)}`,
    status: 200,
    kept: {
      actions: {
        type: true,
        status: true,
        height: true,
        date: true,
        in: true,
        out: true,
        metadata: { refund: { reason: true, networkFees: true, memo: true } },
      },
      count: true,
    },
  },
  inbound: {
    base: "node",
    path: "/thorchain/inbound_addresses",
    status: 200,
    chains: ["BTC", "LTC"],
    kept: {
      chain: true,
      address: true,
      halted: true,
      global_trading_paused: true,
      chain_trading_paused: true,
      chain_lp_actions_paused: true,
      gas_rate: true,
      gas_rate_units: true,
      outbound_fee: true,
      dust_threshold: true,
    },
  },
  quote: {
    base: "node",
    path: "/thorchain/quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=100000000",
    status: 200,
    kept: {
      expected_amount_out: true,
      fees: true,
      inbound_confirmation_seconds: true,
      outbound_delay_seconds: true,
      streaming_swap_seconds: true,
      max_streaming_quantity: true,
      recommended_min_amount_in: true,
      dust_threshold: true,
      recommended_gas_rate: true,
      gas_rate_units: true,
      expiry: true,
    },
  },
  quote_refused: {
    base: "node",
    path: "/thorchain/quote/swap?from_asset=BTC.BTC&to_asset=LTC.LTC&amount=100000000",
    status: 400,
    kept: true,
  },
} as const satisfies Record<string, RestExample>;

const callExamples = {
  network: {
    tool: "get_network_status",
    arguments: { fields: ["trading", "halted_by", "halt_parameters"] },
    isError: false,
  },
  pools: { tool: "list_pools", arguments: { limit: 2 }, isError: false },
  address_withheld: { tool: "get_inbound_addresses", arguments: { chain: "LTC" }, isError: false },
  quote: { tool: "get_swap_quote", arguments: { from: "BTC", to: "ETH", amount: "1" }, isError: false },
  swap: { tool: "get_swap_status", arguments: { txid: exampleTxid(6) }, isError: false },
  refund: { tool: "get_swap_status", arguments: { txid: exampleTxid(12) }, isError: false },
  ambiguous: { tool: "get_swap_quote", arguments: { from: "USDC", to: "BTC", amount: "100" }, isError: true },
} as const satisfies Record<string, CallExample>;

type RestName = `example_${keyof typeof restExamples}`;
type CallName = `call_${keyof typeof callExamples}`;
/** Names of the placeholders that stand for an example. */
export type ExampleName = RestName | CallName | "example_time";

/** Every example as Markdown: what was asked, and the answer in a fenced block. */
export async function getExamples(): Promise<Readonly<Record<ExampleName, string>>> {
  const network = createExampleNetwork();
  const filled: Record<string, string> = { example_time: EXAMPLE_TIME };
  for (const [name, example] of Object.entries(restExamples)) {
    filled[`example_${name}`] = await getRestExample(example);
  }
  // One after the other: what the network remembers of an earlier call is the same on every build.
  for (const [name, example] of Object.entries(callExamples)) {
    filled[`call_${name}`] = await getCallExample(network, example);
  }
  return filled as Record<ExampleName, string>;
}

/** The sample network at the instant of every example, whatever network is configured. */
export function createExampleNetwork(): Network {
  const create = (kind: "node" | "indexer", baseUrl: string) =>
    createProvider({ kind, index: 0, baseUrl, transport, now, limits: { attemptMs: PATIENT_MS } });
  return createNetwork({
    preset: presets.sample,
    source: "sample",
    nodes: [create("node", SAMPLE_NODE_URL)],
    indexers: [create("indexer", SAMPLE_INDEXER_URL)],
    now,
    deadlineMs: PATIENT_MS,
  });
}

async function getRestExample({ base, path, status, kept, chains }: RestExample): Promise<string> {
  const url = new URL(`${base === "node" ? SAMPLE_NODE_URL : SAMPLE_INDEXER_URL}${path}`);
  const response = await transport(url, { headers: {}, signal: new AbortController().signal });
  if (response.status !== status) throw new Error(`example ${path}: HTTP ${response.status} instead of ${status}`);
  const body: unknown = await response.json();
  const rows = chains && Array.isArray(body) ? body.filter((row) => chains.includes(row.chain)) : body;
  const notes = [
    ...(chains && Array.isArray(body) ? [`${chains.length} of ${body.length} rows`] : []),
    ...(kept === true ? [] : ["shortened"]),
  ];
  const note = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  return writeMarkdown([
    paragraph(line`${code(`GET {${base}_url}${path}`)} answers HTTP ${String(status)}${note}:`),
    codeBlock("json", formatJson(keep(rows, kept, path))),
  ]);
}

async function getCallExample(network: Network, example: CallExample): Promise<string> {
  const tool = tools.find(({ name }) => name === example.tool);
  if (!tool) throw new Error(`example of an unknown tool: ${example.tool}`);
  const { text, isError } = await tool.run(network, example.arguments, { networkName: presets.sample.network });
  if (isError !== example.isError) throw new Error(`example of ${tool.name}: isError is ${isError}: ${text}`);
  const call = formatJson({ name: tool.name, arguments: example.arguments });
  const lead = isError ? line`The text of the answer, with ${code("isError: true")}:` : "The text of the answer:";
  return writeMarkdown([codeBlock("json", call), paragraph(lead), codeBlock("text", text)]);
}

/** @throws Error when a member that a document explains is not in the answer. */
function keep(value: unknown, kept: Kept, path: string): unknown {
  if (kept === true) return value;
  if (Array.isArray(value)) return value.map((item) => keep(item, kept, path));
  return Object.fromEntries(
    Object.entries(kept).map(([member, inner]) => {
      const found = (value as Record<string, unknown> | null)?.[member];
      if (found === undefined) throw new Error(`example ${path}: no member ${member}`);
      return [member, keep(found, inner, path)];
    }),
  );
}
