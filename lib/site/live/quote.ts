// Site room: /quote: what a swap costs now. The query is `from`, `to` and `amount`, as people write them.
import type { LiveView } from "./live-page.ts";
import { getToolView } from "./tool-answer.ts";

const names = ["from", "to", "amount"] as const;

export async function getQuoteView(query: URLSearchParams): Promise<LiveView> {
  const given = names.some((name) => query.has(name));
  const input = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""]));
  const lead = "Give `from` and `to` (assets: BTC, eth.usdc) and `amount` (whole units of from) in the query.";
  return getToolView("get_swap_quote", "Quote a swap", lead, given ? input : null);
}
