// Protocol room: the gate before every inbound address. Nothing passes unless deposits are open on fresh data that the nodes agree on.
import { isAddressText } from "./clean-text.ts";
import { findComingHalts } from "./coming-halts.ts";
import { type Evidence, isWhole, toRows, type Verdicts } from "./evidence.ts";

export interface InboundGate {
  readonly address: string | null;
  readonly router: string | null;
  /** Code with words why the address is withheld; null when it is shown. */
  readonly reason: string | null;
}

const withhold = (reason: string): InboundGate => ({ address: null, router: null, reason });

/** Why an open verdict may be over: a scheduled halt of trading whose height should be reached by now, though no block was read that says so. */
export function findDueHalt(evidence: Evidence, of: Parameters<typeof findComingHalts>[1]): string | null {
  const [due] = findComingHalts(evidence, of, evidence.nowMs);
  return due
    ? `halt_due: ${due.parameter} comes into force at height ${due.height}, which may be reached by now`
    : null;
}

/** The current vault address and router of a chain, or why neither may be shown now. */
export function toInboundGate(evidence: Evidence, verdicts: Verdicts, chain: string): InboundGate {
  const deposits = verdicts.chains.get(chain)?.deposits;
  if (chain === evidence.preset.nativeChain) {
    return withhold("native_chain: send a MsgDeposit on the protocol's own chain");
  }
  if (!deposits) return withhold("unreadable: the chain is not listed");
  if (deposits.verdict === "halted") {
    return withhold(`halted: ${deposits.haltedBy.join(", ")}${deposits.reason ? `; ${deposits.reason}` : ""}`);
  }
  if (deposits.verdict !== "open") return withhold(deposits.reason ?? "unreadable: the verdict is unknown");
  const due = findDueHalt(evidence, { chains: [chain], assets: [] });
  if (due !== null) return withhold(due);
  const whole = evidence.nodes.find((node) => isWhole(node));
  const row = whole && toRows(whole, chain)[0];
  if (!row || !isAddressText(row.address)) return withhold("unreadable: the address is not an address");
  if (row.router && !isAddressText(row.router)) return withhold("unreadable: the router is not an address");
  return { address: row.address, router: row.router || null, reason: null };
}
