// The gate before every inbound address. Nothing passes unless deposits are open on fresh data that the nodes agree on.

import { type Agreed, agreeOn } from "../model/agreed.ts";
import type { Reason } from "../model/reason.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { isAddressText } from "../values/clean-text.ts";
import { findComingHalts } from "./coming-halts.ts";
import { type Evidence, isWhole, rowsOf, type Verdicts } from "./evidence.ts";
import { chainReasons, haltReasons } from "./reasons.ts";

/** An address, or the reason why it is withheld. */
export type InboundGate =
  | {
      readonly address: Agreed<string>;
      readonly router: Agreed<string> | null;
      readonly sourcesAgreeing: number;
      readonly reason: null;
    }
  | { readonly address: null; readonly router: null; readonly sourcesAgreeing: null; readonly reason: Reason };

const withhold = (reason: Reason): InboundGate => ({ address: null, router: null, sourcesAgreeing: null, reason });

const BLOCK_MS = PROTOCOL_BLOCK_SECONDS * 1_000;

/** A scheduled halt of trading that a deposit sent now would meet in the next block, although no block that shows it was read. It ends an open verdict. */
export function findDueHalt(evidence: Evidence, of: Parameters<typeof findComingHalts>[1]): Reason | null {
  const [due] = findComingHalts(evidence, of, evidence.nowMs + BLOCK_MS);
  return due ? haltReasons.due(due.parameter, due.height) : null;
}

/** The current vault address and router of a chain, or why neither may be shown now. */
export function gateInbound(evidence: Evidence, verdicts: Verdicts, chain: string): InboundGate {
  const deposits = verdicts.chains.get(chain)?.deposits;
  if (chain === evidence.preset.nativeChain) return withhold(chainReasons.native);
  if (!deposits) return withhold(chainReasons.notListed);
  if (deposits.verdict === "halted") return withhold(haltReasons.inForce(deposits.haltedBy, deposits.reason));
  if (deposits.verdict === "unknown") return withhold(deposits.reason);
  const due = findDueHalt(evidence, { chains: [chain], assets: [] });
  if (due !== null) return withhold(due);
  const rows = evidence.nodes.filter((node) => isWhole(node)).flatMap((node) => rowsOf(node, chain)[0] ?? []);
  const agreeOnField = (field: "address" | "router") =>
    agreeOn(
      rows.map((row) => row[field] ?? ""),
      evidence.quorum,
    );
  const [address, router] = [agreeOnField("address"), agreeOnField("router")];
  if (address === null || !isAddressText(address)) return withhold(chainReasons.badAddress);
  if (router === null || (router !== "" && !isAddressText(router))) return withhold(chainReasons.badRouter);
  return { address, router: router === "" ? null : router, sourcesAgreeing: rows.length, reason: null };
}
