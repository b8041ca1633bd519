// Requests the embedded sample network at a chosen time.
import { type Preset, presets } from "../../lib/protocol/values/chains.ts";
import {
  createSampleTransport,
  SAMPLE_INDEXER_URL,
  SAMPLE_NODE_URL,
} from "../../lib/sample/transport.ts";

export const NOW = Date.UTC(2026, 10, 20, 3, 12, 33);
export const BLOCK_MS = 6_000;
export const HOUR_MS = 3_600_000;

const transports = new Map<Preset, ReturnType<typeof createSampleTransport>>();
let askedMs = NOW;

function transportOf(preset: Preset) {
  const transport = transports.get(preset) ?? createSampleTransport(() => askedMs, preset);
  transports.set(preset, transport);
  return transport;
}

/** Sends `/v2/…` to the indexer, `/cosmos/…` to the node, and other paths below its segment. */
export async function send(
  path: string,
  nowMs = NOW,
  preset: Preset = presets.sample,
): Promise<Response> {
  const node = path.startsWith("/cosmos/")
    ? SAMPLE_NODE_URL
    : `${SAMPLE_NODE_URL}/${preset.segment}`;
  const base = path.startsWith("/v2/") ? SAMPLE_INDEXER_URL : node;
  const transport = transportOf(preset);
  // The transport reads this time when it is called.
  askedMs = nowMs;
  return transport(new URL(base + path), { headers: {}, signal: new AbortController().signal });
}

export async function get(path: string, nowMs = NOW, preset: Preset = presets.sample) {
  const response = await send(path, nowMs, preset);
  // No `expect`: property tests call this 10,000 times, and Playwright keeps a step for each.
  if (response.status !== 200) throw new Error(`${path}: status ${response.status}`);
  return response.json();
}

export const BTC_TO_ETH = { from_asset: "BTC.BTC", to_asset: "ETH.ETH", amount: "100000000" };
export const quotePath = (query: Record<string, string>) =>
  `/quote/swap?${new URLSearchParams(query)}`;
