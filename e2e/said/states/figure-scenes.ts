// Quotes of which a figure is not known, each for another reason.

import { changeQuote, changeRow, silence } from "../../support/changes.ts";
import type { Row } from "../../support/wire.ts";
import type { World } from "../../support/world.ts";
import { type Alike, inWorld, type QuoteInput, quote, type State } from "../state.ts";
import { toEth } from "./quote-warnings.ts";

const asked = (change: (world: World) => void, input: QuoteInput = toEth): State => ({
  setting: inWorld(change),
  questions: [quote(input)],
});
const withoutFee = (name: string) => (said: Row) => {
  const { [name]: _, ...fees } = said.fees as Row;
  return { ...said, fees };
};
const times = { inbound_confirmation_seconds: 2_461, total_swap_seconds: 2_641 };

export const figureScenes: Alike = {
  surface: "tool",
  scenes: {
    "times-apart": asked((world) => changeQuote(world, times, "node1")),
    "time-stated-by-one-source": asked((world) =>
      changeQuote(world, { total_swap_seconds: undefined }, "node1"),
    ),
    "parts-and-minimum-stated-by-one-source": asked((world) =>
      changeQuote(
        world,
        { max_streaming_quantity: 7, recommended_min_amount_in: undefined },
        "node1",
      ),
    ),
    "time-stated-by-nobody": asked((world) =>
      changeQuote(world, { outbound_delay_seconds: undefined }),
    ),
    "parts-stated-by-nobody": asked(() => undefined, {
      ...toEth,
      streaming: { interval: 2, quantity: 0 },
    }),
    "fee-stated-by-one-source": asked((world) =>
      changeQuote(world, withoutFee("outbound"), "node1"),
    ),
    "gas-rate-not-stated": asked((world) => changeRow(world, "BTC", { gas_rate: undefined })),
    "parts-wait-so-no-time": asked((world) => {
      world.mimir.STREAMINGSWAPPAUSE = 1;
      changeQuote(world, { max_streaming_quantity: 12, streaming_swap_blocks: 5 });
    }),
    "prices-not-known": asked((world) => silence(world, "indexer0")),
    "fees-take-the-whole-minimum": asked(() => undefined, {
      ...toEth,
      amount: "0.001",
      liquidity_tolerance_bps: 9_000,
    }),
    "from-the-native-chain": asked(() => undefined, { ...toEth, from: "RUNE", amount: "100" }),
  },
};
