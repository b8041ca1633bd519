// The bar of costs from a tool's answer: each part in dollars and in basis points of the amount sent, drawn only where all are known and add up.
import type { SwapQuoteAnswer } from "../../../mcp/tools/get-swap-quote.ts";
import type { QuoteReading } from "../../../protocol/model/quote.ts";
import { floorText } from "../../../protocol/quote/advice.ts";
import { costKinds, costNotes, drawnPart } from "../quote/costs.ts";
import type { CostPartView, CostsView } from "../quote/view.ts";
import { usdOf } from "./envelope.ts";

/** Each bps is rounded to a hundredth, so their sum may be so far from the total. */
const SLACK_BPS = 0.05;

export function answeredCosts(answer: SwapQuoteAnswer, quote: QuoteReading): Omit<CostsView, "table"> {
  const { affiliate_floor_bps: floor } = answer;
  const parts = drawnParts(answer);
  const floorNotes = floor === null || floor === "unknown" ? [] : [floorText(floor === "none" ? null : floor)];
  return { parts, notes: [...costNotes(quote, parts.length > 0), ...floorNotes] };
}

function drawnParts(answer: SwapQuoteAnswer): CostPartView[] {
  const { total_cost_bps: totalBps, price_impact_bps: impactBps, price_impact_usd: impactUsd } = answer;
  const all = [...answer.fees, { kind: "price_impact" as const, usd: impactUsd, bps: impactBps }];
  const known = all.flatMap(({ kind, usd, bps }) => (bps === null ? [] : [{ kind, usd: usdOf(usd), bps }]));
  const sumBps = known.reduce((sum, { bps }) => sum + bps, 0);
  if (totalBps === null || known.length < costKinds.length || sumBps <= 0) return [];
  if (Math.abs(sumBps - totalBps) > SLACK_BPS || known.some(({ bps }) => bps < 0)) return [];
  return costKinds.flatMap((kind) => {
    const part = known.find((one) => one.kind === kind && (one.bps > 0 || (one.usd ?? 0n) > 0n));
    return part ? [drawnPart(kind, part.usd, part.bps, part.bps / sumBps)] : [];
  });
}

export function totalCostUsd({
  sent_usd,
  received_usd,
}: Pick<SwapQuoteAnswer, "sent_usd" | "received_usd">): bigint | null {
  const [sent, received] = [usdOf(sent_usd), usdOf(received_usd)];
  return sent === null || received === null ? null : sent - received;
}
