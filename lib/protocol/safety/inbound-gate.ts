// Shows an inbound address only if deposits are open, the data is fresh and the nodes agree.

import { type Agreed, agreeOn } from "../model/agreed.ts";
import { type DepositShape, depositShape, withShieldedMemo } from "../model/deposit-shape.ts";
import { because, type Reason } from "../model/reasons.ts";
import type { ChainJudgement, Judgement } from "../model/verdicts.ts";
import { onlyTickerOf, type Preset, shortChainName } from "../values/chains.ts";
import { isAddressText } from "../values/clean-text.ts";
import { onceFor } from "../values/once.ts";
import {
  type Evidence,
  isGasUnknown,
  isWhole,
  listChainCodes,
  rowsOf,
  type Verdicts,
} from "./evidence.ts";
import { assetHaltKeys, gasAssetOf } from "./halt-keys.ts";
import { judgeKeys, unknownJudgement } from "./judgements.ts";
import {
  LONGEST_SWAP_SECONDS,
  maxBlockSeconds,
  type SwapPath,
  sendDeadline,
} from "./send-before.ts";

interface ShownVault {
  readonly address: Agreed<string>;
  readonly router: Agreed<string> | null;
  readonly sourcesAgreeing: number;
  readonly reason: null;
}

interface WithheldVault {
  readonly address: null;
  readonly router: null;
  readonly sourcesAgreeing: null;
  readonly reason: Reason;
}

const withheldVault = (reason: Reason): WithheldVault => ({
  address: null,
  router: null,
  sourcesAgreeing: null,
  reason,
});

export function findShapeFault(preset: Preset, chain: string, viaRouter = false): Reason | null {
  const isShapeKnown = depositShape(preset, chain, viaRouter) !== null;
  return isShapeKnown
    ? null
    : because("deposit_not_known", { chain: shortChainName(chain, preset) });
}

/** The shape of a deposit on this chain. Newer nodes read more shapes of Zcash, and say so. */
export function currentDepositShape(
  { nodes, preset }: Evidence,
  chain: string,
  viaRouter = false,
): DepositShape | null {
  const shape = depositShape(preset, chain, viaRouter);
  const isShieldedRead =
    nodes.length > 0 &&
    nodes.every((node) => rowsOf(node, chain).some((row) => row.shielded_memo_config != null));
  return shape && isShieldedRead ? withShieldedMemo(shape) : shape;
}

/**
 * Returns why payouts and refunds on this chain may fail: at least one node does not know the gas
 * rate. Null if no node reports this.
 */
export function findGasFault({ nodes, preset }: Evidence, chain: string): Reason | null {
  const inboundRows = nodes.flatMap((node) => rowsOf(node, chain));
  if (!inboundRows.some(isGasUnknown)) return null;
  const chainName = shortChainName(chain, preset);
  return inboundRows.every(isGasUnknown)
    ? because("network_fee_not_known", { chain: chainName })
    : because("network_fees_differ", { chain: chainName });
}

/**
 * Judges deposits where trading is open: by halts of the chain's only asset, by whether the form of
 * a deposit and the gas rate of the chain are known, and by scheduled halts. One that is scheduled
 * within 30 minutes (or within six blocks of the chain, if longer) could start before a deposit is
 * confirmed. So could one that the nodes schedule differently.
 */
export function judgeDeposits(evidence: Evidence, { chain, deposits }: ChainJudgement): Judgement {
  if (deposits.verdict !== "open") return deposits;
  const { preset } = evidence;
  const onlyAssets = onlyTickerOf(chain, preset) === null ? [] : [gasAssetOf(preset, chain)];
  const assetJudgement = judgeKeys(
    evidence,
    onlyAssets.flatMap((asset) => assetHaltKeys(preset.haltRule, asset)),
  );
  if (assetJudgement.verdict !== "open") return assetJudgement;
  const fault = findShapeFault(preset, chain) ?? findGasFault(evidence, chain);
  if (fault !== null) return unknownJudgement(fault);
  const deadlineOrReason = sendDeadline(evidence, {
    chains: [chain],
    assets: onlyAssets,
    signedChains: [],
    confirmationSeconds: maxBlockSeconds(chain, evidence.preset),
    payoutSeconds: 0,
  });
  return typeof deadlineOrReason === "number" ? deposits : unknownJudgement(deadlineOrReason);
}

/**
 * The latest time in epoch ms to send to an inbound address, or why nobody may send to one without
 * a quote: the later swap is not known, and some swap may meet a halt.
 */
const addressDeadline = onceFor((evidence: Evidence): number | Reason => {
  const deadlineOrReason = sendDeadline(evidence, wayOfEverySwap(evidence));
  if (typeof deadlineOrReason === "number") return deadlineOrReason;
  return deadlineOrReason.id === "halt_on_the_way" ? because("halt_on_some_way") : deadlineOrReason;
});

/** True if only a quote may tell where to send, even where deposits are open. */
export const isQuoteNeeded = (evidence: Evidence): boolean =>
  typeof addressDeadline(evidence) !== "number";

/** Every chain, and the longest that a swap from an inbound address may take. */
export function wayOfEverySwap(evidence: Evidence): SwapPath {
  const { preset } = evidence;
  const chainCodes = listChainCodes(evidence);
  return {
    chains: chainCodes,
    assets: chainCodes.map((chain) => gasAssetOf(preset, chain)),
    signedChains: chainCodes,
    confirmationSeconds: maxBlockSeconds(null, preset),
    payoutSeconds: LONGEST_SWAP_SECONDS,
  };
}

export function gateInbound(evidence: Evidence, verdicts: Verdicts, chain: string) {
  const chainJudgement = verdicts.chains.get(chain);
  const depositFault =
    findDepositFault(evidence, verdicts, chain) ??
    (chainJudgement ? faultOf(judgeDeposits(evidence, chainJudgement)) : null);
  const deadlineOrReason = depositFault ?? addressDeadline(evidence);
  if (typeof deadlineOrReason !== "number")
    return { ...withheldVault(deadlineOrReason), sendBeforeMs: null };
  const vault = findVault(evidence, chain);
  return { ...vault, sendBeforeMs: vault.address === null ? null : deadlineOrReason };
}

/**
 * Returns the chain's vault for a quoted swap, or why the vault is withheld. Does not check
 * scheduled halts, because the deadline of the quote takes them into account.
 */
export function gateVault(
  evidence: Evidence,
  verdicts: Verdicts,
  chain: string,
): ShownVault | WithheldVault {
  const depositFault = findDepositFault(evidence, verdicts, chain);
  return depositFault === null ? findVault(evidence, chain) : withheldVault(depositFault);
}

function findDepositFault(
  { preset }: Evidence,
  { chains }: Verdicts,
  chain: string,
): Reason | null {
  const depositJudgement = chains.get(chain)?.deposits;
  if (chain === preset.nativeChain) return because("native_chain");
  if (!depositJudgement) return because("chain_not_listed");
  return faultOf(depositJudgement) ?? findShapeFault(preset, chain);
}

const faultOf = ({ verdict, reason }: Judgement): Reason | null =>
  verdict === "halted" ? because("trading_halted", null, reason) : reason;

function findVault(evidence: Evidence, chain: string): ShownVault | WithheldVault {
  const completeNodes = evidence.nodes.filter((node) => isWhole(node));
  const inboundRows = completeNodes.flatMap((node) => rowsOf(node, chain));
  const findAgreedField = (field: "address" | "router") =>
    agreeOn(
      inboundRows.map((row) => row[field] ?? ""),
      evidence.quorum,
    );
  const agreedAddress = findAgreedField("address");
  const agreedRouter = findAgreedField("router");
  if (agreedAddress === null || !isAddressText(agreedAddress))
    return withheldVault(because("address_invalid"));
  if (agreedRouter === null || (agreedRouter !== "" && !isAddressText(agreedRouter)))
    return withheldVault(because("router_invalid"));
  return {
    address: agreedAddress,
    router: agreedRouter === "" ? null : agreedRouter,
    // The quorum is 1 if one operator runs all nodes. These nodes count as one source.
    sourcesAgreeing: evidence.quorum === 1 ? 1 : inboundRows.length,
    reason: null,
  };
}
