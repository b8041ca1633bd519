// The least fee of an affiliate's name and a pair, in `dynamic_l1_fees` and in quotes.
// Sources differ on the rule: an analysis of THORNode 3.19.3 (`getMinSlipBps`) has the listed fee in place of L1SLIPMINBPS, drafts of
// later releases take the larger of the two, or a mode for each name. The sample follows 3.19.3, and ADR-026 on the name: the largest share.
import type { Affiliates } from "./question.ts";
import type { Side } from "./side.ts";
import type { DynamicFee, QuoteState } from "./state.ts";

const whitelistStates = { no: 0, active: 1, monitor: 2 } as const;

export function dynamicFeesBody(fees: readonly DynamicFee[]) {
  return {
    entries: fees.map(({ name, pair, bps, whitelisted }) => ({
      thorname: name,
      pair: pair.join("|"),
      dynamic_bps: bps,
      whitelist_state: whitelistStates[whitelisted],
      last_active_epoch: 1_860,
      latest_fees_tor: "123938141",
    })),
  };
}

/** The same state with the least fee that holds for a swap by these affiliates. It concerns layer-1 assets alone. */
export function withDynamicFee(state: QuoteState, { names, bps }: Affiliates, from: Side, to: Side): QuoteState {
  const [largest] = names
    .map((name, place) => ({ name, bps: bps[place] ?? 0n }))
    .sort((a, b) => (a.bps > b.bps ? -1 : a.bps < b.bps ? 1 : 0));
  const pair = [from.asset, to.asset].sort().join("|");
  const found = state.dynamicFees.find(
    (fee) => fee.name === largest?.name && fee.pair.join("|") === pair && fee.whitelisted === "active",
  );
  if (!found) return state;
  return { ...state, settings: { ...state.settings, L1SLIPMINBPS: found.bps, STABLESLIPMINBPS: 0 } };
}
