// Site room: /track: where a swap stands. The query is `txid`, the id of the transaction that was sent.
import type { LiveView } from "./live-page.ts";
import { getToolView } from "./tool-answer.ts";

export async function getTrackView(query: URLSearchParams): Promise<LiveView> {
  const txid = query.get("txid");
  const lead = "Give `txid`, the id of the transaction that was sent, in the query.";
  return getToolView("get_swap_status", "Track a swap", lead, txid === null ? null : { txid });
}
