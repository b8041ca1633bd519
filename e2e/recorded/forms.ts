// Whether each form says the same of every chain: the two tools, the status document and the page of one network.

import { chainRowAnswers } from "../../lib/answers/status/chain-answers.ts";
import { getInboundAddresses } from "../../lib/mcp/tools/get-inbound-addresses.ts";
import { getNetworkStatus } from "../../lib/mcp/tools/get-network-status.ts";
import type { Network } from "../../lib/protocol/network.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { statusDocument } from "../../lib/site/live/status/document.ts";

interface Row {
  readonly chain: string;
  readonly trading: string;
  readonly deposits: string;
  readonly signing: string;
}

/** A line for each chain of which two forms say something else. */
export async function listFormDifferences(network: Network, preset: Preset): Promise<string[]> {
  const options = { networkName: preset.network };
  const reading = await network.getStatus();
  const { blockTimeMs, ageMs } = reading.clock;
  const nowMs = (blockTimeMs ?? 0) + (ageMs ?? 0);
  const document = statusDocument(reading, preset, { startedMs: nowMs, nowMs });
  const [status, inbounds] = await Promise.all([
    getNetworkStatus.run(network, {}, options),
    getInboundAddresses.run(network, {}, options),
  ]);
  const forms = { inbounds: inbounds.structured, document: document.network };
  const rowsOf = (form: unknown) => (form as { readonly chains: readonly Row[] }).chains;
  const words = ({ trading, deposits, signing }: Row) => `${trading}, ${deposits}, ${signing}`;
  const cells = new Map(
    reading.chains.map((row) => [row.chain, chainRowAnswers(row, reading, preset, nowMs)]),
  );
  return rowsOf(status.structured).flatMap((row) => {
    const others = Object.entries(forms).flatMap(([name, form]) => {
      const other = rowsOf(form).find(({ chain }) => chain === row.chain);
      return other && words(other) === words(row)
        ? []
        : [`${name}: ${other ? words(other) : "no row"}`];
    });
    const [send, receive] = cells.get(row.chain) ?? [];
    const { scheduled = [], deposits } =
      reading.chains.find(({ chain }) => chain === row.chain) ?? {};
    const isHaltSoon = deposits?.reason?.code === "halts_soon";
    const isLate = scheduled.some(
      ({ estimatedTimeMs }) => (estimatedTimeMs ?? nowMs) <= nowMs + HALF_HOUR_MS,
    );
    const apart = [
      ...others,
      ...(send && canSend(row, isHaltSoon).includes(send.state)
        ? []
        : [`page, send: ${send?.text}`]),
      ...(receive && canReceive(row, isLate).includes(receive.state)
        ? []
        : [`page, receive: ${receive?.text}`]),
    ];
    return apart.length === 0 ? [] : [`${row.chain} ${words(row)}; ${apart.join("; ")}`];
  });
}

const open = ["open", "scheduled"];

/** What the page may answer. A deposit that would come after a halt is `unknown` for programs, and a no for people. */
function canSend({ deposits }: Row, isHaltSoon: boolean): readonly string[] {
  if (deposits === "open") return open;
  return isHaltSoon ? ["halted"] : [deposits];
}

/** `isLate`: something of the chain halts sooner than any swap is done. */
function canReceive({ trading, signing }: Row, isLate: boolean): readonly string[] {
  if (trading === "halted") return ["halted"];
  if (signing === "halted") return ["warned"];
  if (trading === "unknown" || signing === "unknown") return ["unknown"];
  return isLate ? ["halted", ...open] : open;
}
const HALF_HOUR_MS = 1_800_000;
