// Quotes of which a figure is not known, each for another reason.

import type { Row } from "../../support/wire.ts";
import type { Alike } from "../state.ts";
import { quoted, quoteWith } from "./quote-warnings.ts";

const oneSays = (members: Parameters<typeof quoteWith>[0]) =>
  quoted({}, quoteWith(members, "node1"));

export const figureScenes: Alike = {
  surface: "tool",
  scenes: {
    "times-apart": oneSays({ inbound_confirmation_seconds: 2_461, total_swap_seconds: 2_641 }),
    "time-stated-by-one-source": oneSays({ total_swap_seconds: undefined }),
    "parts-and-minimum-stated-by-one-source": oneSays({
      max_streaming_quantity: 7,
      recommended_min_amount_in: undefined,
    }),
    "time-stated-by-nobody": quoted({}, quoteWith({ outbound_delay_seconds: undefined })),
    "parts-stated-by-nobody": quoted({ streaming: { interval: 2, quantity: 0 } }),
    "fee-stated-by-one-source": oneSays(({ fees, ...rest }) => ({
      ...rest,
      fees: { ...(fees as Row), outbound: undefined },
    })),
    "gas-rate-not-stated": quoted({}, "all BTC.gas_rate=none"),
    "parts-wait-so-no-time": quoted(
      {},
      "all STREAMINGSWAPPAUSE=1",
      quoteWith({ max_streaming_quantity: 12, streaming_swap_blocks: 5 }),
    ),
    "prices-not-known": quoted({}, "indexer0 silent"),
    "fees-take-the-whole-minimum": quoted({ amount: "0.001", liquidity_tolerance_bps: 9_000 }),
    "from-the-native-chain": quoted({ from: "RUNE", amount: "100" }),
  },
};
