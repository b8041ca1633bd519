// A question's answer as the node sends it: HTTP 200 with the quote, or a refusal with its status, code and words.
import { PROTOCOL_BLOCK_SECONDS } from "../../protocol/values/chains.ts";
import {
  confirmations,
  formatMemo,
  maxMemoBytes,
  mostParts,
  recommendedMinimum,
} from "./simulate.ts";
import { type QuoteState, Refusal, setting, UnknownRequest } from "./state.ts";
import { readAddress, readAffiliates, readNumber, readSides, swapQuote } from "./swap-quote.ts";

interface QuoteAnswer {
  readonly status: number;
  readonly body: unknown;
}

const quotes = { swap: swapQuote, limit: limitQuote } as const;

export function answerQuote(
  state: QuoteState,
  kind: keyof typeof quotes,
  query: URLSearchParams,
): QuoteAnswer {
  try {
    return { status: 200, body: quotes[kind](state, query) };
  } catch (error) {
    if (error instanceof Refusal) return refusal(400, 3, `${error.message}: invalid request`);
    if (error instanceof UnknownRequest)
      return refusal(500, 2, `${error.message}: unknown request`);
    throw error;
  }
}

function refusal(status: number, code: number, message: string): QuoteAnswer {
  return { status, body: { code, message, details: [] } };
}

function limitQuote(state: QuoteState, query: URLSearchParams) {
  if (setting(state, "ENABLEADVSWAPQUEUE") === 0) {
    throw new Refusal("limit orders require advanced swap queue to be enabled");
  }
  for (const name of ["from_asset", "to_asset", "amount", "destination", "target_out"]) {
    if (!query.get(name)) throw new Refusal(`missing ${name} parameter`);
  }
  const { from, to } = readSides(state, query);
  const amount = readPositive(query, "amount");
  const target = readPositive(query, "target_out");
  const blocks = readBlocks(state, query);
  const asked = readNumber(query, "streaming_quantity", "bad streaming_quantity") ?? 0n;
  const most = mostParts(state, from, to, amount, blocks);
  const affiliates = readAffiliates(query);
  const refundAddress = query.get("refund_address") ?? "";
  if (refundAddress) readAddress(state, refundAddress, "refund");
  const destination = query.get("destination") ?? "";
  readAddress(state, destination, "destination");
  // A pool that the confirmations need and that is not there is a refusal, although no confirmations are stated.
  try {
    confirmations(state, from.chain, from, amount);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(`failed to get inbound address: ${error.message}`);
  }
  const memo = formatMemo({
    kind: "=<",
    asset: to.asset,
    destination,
    refundAddress,
    limit: target,
    interval: blocks,
    quantity: asked > most ? most : asked,
    affiliates: affiliates.names,
    affiliatesBps: affiliates.bps,
  });
  if (memo.length > maxMemoBytes(from))
    throw new Refusal("generated memo too long for source chain");
  const outbound = to.isRune ? "0" : String(setting(state, "OUTBOUNDTRANSACTIONFEE"));
  return {
    expected_amount_out: String(target),
    fees: {
      asset: "",
      affiliate: "",
      outbound,
      liquidity: "",
      total: outbound,
      slippage_bps: "0",
      total_bps: "0",
    },
    inbound_address: from.row?.address ?? "",
    memo,
    order_expiry_block: String(state.height + Number(blocks)),
    order_expiry_timestamp: String(state.time + Number(blocks) * PROTOCOL_BLOCK_SECONDS),
    recommended_min_amount_in: String(recommendedMinimum(state, from, to, affiliates.totalBps)),
    router: from.row?.router ?? "",
    dust_threshold: from.row && from.row.dustThreshold > 0n ? String(from.row.dustThreshold) : "",
    notes: state.notes(from.payoutChain, to.chain),
    recommended_gas_rate: from.row ? String(from.row.gasRate) : "",
    gas_rate_units: from.row?.gasRateUnits ?? "",
  };
}

function readPositive(query: URLSearchParams, name: "amount" | "target_out"): bigint {
  const value = readNumber(query, name, `bad ${name}`) ?? 0n;
  if (value === 0n) throw new Refusal(`${name} must be positive`);
  return value;
}

/** How long the order rests: as asked, or as long as the network allows. */
function readBlocks(state: QuoteState, query: URLSearchParams): bigint {
  const most = BigInt(setting(state, "STREAMINGLIMITSWAPMAXAGE"));
  const blocks = readNumber(query, "custom_ttl", "bad custom_ttl");
  if (blocks === 0n) throw new Refusal("custom_ttl must be positive");
  if (blocks !== null && blocks > most) {
    throw new Refusal(`custom_ttl must be less than or equal to the max age: ${most}`);
  }
  return blocks ?? most;
}
