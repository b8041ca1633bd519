// The body of /.well-known/status: this process, and the network as it is now.
import { config } from "../config.ts";
import { statusDocument } from "../site/live/status/document.ts";
import { getHistory, getNetwork } from "./network.ts";

export async function statusBody(): Promise<string> {
  const reading = await getNetwork().getStatus();
  const { memory } = await getHistory().recall();
  const nowMs = Date.now();
  const service = { startedMs: nowMs - process.uptime() * 1000, nowMs, memory };
  return `${JSON.stringify(statusDocument(reading, config().preset, service))}\n`;
}
