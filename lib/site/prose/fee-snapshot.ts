// The recorded node of the fee guide: its pools, rates and parameters at one height, as `npm run recorded` copied them.

import type { NetworkName } from "../../protocol/values/chains.ts";
import { quoteStateOf } from "../../sample/quote/recorded-node.ts";
import type { QuoteState } from "../../sample/quote/state.ts";
import recorded from "./fee-snapshot.json" with { type: "json" };

/** The release that answered. Its answers do not name it. */
export const SNAPSHOT_RELEASE = "THORNode 3.17.0";
const thorchain = quoteStateOf(recorded);

/** Null where no state of this year is recorded. The sample network has no past of its own, so it shows THORChain's, under that name. */
export const feeSnapshots: Readonly<Record<NetworkName, QuoteState | null>> = {
  sample: thorchain,
  thorchain,
  mayachain: null,
};
