// What one source says that two others contradict. It closes nothing, and is told beside what the two say.

import type { ChainJudgement } from "../model/verdicts.ts";
import { type Warning, warnOf } from "../model/warning.ts";
import type { Evidence, NodeEvidence, Verdicts } from "./evidence.ts";
import { judge } from "./halts.ts";
import { chainNames } from "./sign.ts";

const others = "Two others agree that it is not.";

/** `outvoted`: of nodes that two others contradict. Null where there is none. */
export function findDissent(
  outvoted: readonly NodeEvidence[],
  evidence: Evidence,
  { chains }: Verdicts,
): Warning | null {
  const [one] = outvoted;
  if (!one) return null;
  const told = judge({ ...evidence, nodes: outvoted, quorum: 1, previous: null });
  const isHalted = ({ chain, trading }: ChainJudgement) =>
    trading.verdict === "halted" && chains.get(chain)?.trading.verdict !== "halted";
  const halted = [...told.chains.values()].filter(isHalted);
  const text =
    halted.length === 0
      ? "One of three sources tells other facts than the two that agree. Their facts stand here."
      : `One of three sources says that trading on ${chainNames(halted, [...chains.values()], evidence.preset)} is halted. ${others}`;
  return warnOf("outvoted")(text);
}
