// The bar of costs from a tool's answer: each part in dollars and in basis points of the amount sent, drawn only where all are known and add up.
import type { SwapQuoteAnswer } from "../../../mcp/tools/get-swap-quote.ts";
import { floorText } from "../../../protocol/quote/advice.ts";
import { costKinds, costNotes, drawnPart } from "../quote/costs.ts";
import type { CostPartView, CostsView } from "../quote/view.ts";
import { moneyOf, usdOf } from "./envelope.ts";

/** Each bps is rounded to a hundredth, so their sum may be so far from the total. */
const SLACK_BPS = 0.05;

export function answeredCosts(answer: SwapQuoteAnswer): Omit<CostsView, "table"> {
  const { affiliate_floor_bps: floor, inbound_gas_estimate: gas } = answer;
  const parts = drawnParts(answer);
  const floorNotes = floor === null || floor === "unknown" ? [] : [floorText(floor === "none" ? null : floor)];
  return { parts, notes: [...costNotes(moneyOf(gas), parts.length > 0), ...floorNotes] };
}

function drawnParts(answer: SwapQuoteAnswer): CostPartView[] {
  const { total_cost_bps: totalBps, price_impact_bps: impactBps } = answer;
  const totalUsd = totalCostUsd(answer);
  const fees = answer.fees.map(({ kind, usd, bps }) => ({ kind, usd: usdOf(usd), bps }));
  const known = fees.flatMap(({ kind, usd, bps }) => (usd === null || bps === null ? [] : [{ kind, usd, bps }]));
  if (totalUsd === null || totalUsd <= 0n || totalBps === null || impactBps === null) return [];
  if (known.length < costKinds.length - 1) return [];
  const impactUsd = totalUsd - known.reduce((sum, { usd }) => sum + usd, 0n);
  const all = [...known, { kind: "price_impact" as const, usd: impactUsd, bps: impactBps }];
  const sumBps = all.reduce((sum, { bps }) => sum + bps, 0);
  if (Math.abs(sumBps - totalBps) > SLACK_BPS || sumBps <= 0 || all.some(({ bps }) => bps < 0)) return [];
  return costKinds.flatMap((kind) => {
    const part = all.find((one) => one.kind === kind && (one.bps > 0 || one.usd > 0n));
    if (!part) return [];
    // The rest after rounding may fall below zero where the impact is less than a cent.
    const usd = part.usd < 0n ? 0n : part.usd;
    return [drawnPart(kind, usd, part.bps, part.bps / sumBps)];
  });
}

export function totalCostUsd({
  sent_usd,
  received_usd,
}: Pick<SwapQuoteAnswer, "sent_usd" | "received_usd">): bigint | null {
  const [sent, received] = [usdOf(sent_usd), usdOf(received_usd)];
  return sent === null || received === null ? null : sent - received;
}
