// Site room: /status: whether it is safe to send now, chain by chain.
import type { LiveView } from "./live-page.ts";
import { getToolView } from "./tool-answer.ts";

export async function getStatusView(): Promise<LiveView> {
  return getToolView("get_network_status", "Network status", "What the network said at the block named below.", {});
}
