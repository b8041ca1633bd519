// How each family of chains must be sent to, as the page of a quote says it.

import { poolsWith, scriptNodes } from "../../support/changes.ts";
import type { Row } from "../../support/wire.ts";
import { toPools, type World } from "../../support/world.ts";
import { type Alike, facts, mayaState, quote, state } from "../state.ts";
import { NO_LIMIT, quoteWith, toEth } from "./quote-warnings.ts";

/** As deep as the pool of Bitcoin, so that 0.1 of the asset is worth as much. */
const openPoolOf = (asset: string) => (world: World) => {
  const pools = toPools(world);
  const hasPool = pools.some((pool) => pool.asset === asset);
  if (hasPool || asset === world.preset.nativeAsset) return;
  const { short_code: _, ...bitcoin } = pools[0] as Row;
  scriptNodes(world, { pools: poolsWith(world, {}, [{ ...bitcoin, asset }]) });
};

/** A world quotes by the pools that it begins with. */
const quoted = quoteWith(({ fees, ...rest }) => ({
  ...rest,
  memo: `=:ETH.ETH:${toEth.destination}`,
  expected_amount_out: "178400000",
  fees: {
    ...(fees as Row),
    liquidity: "900000",
    total: "1500000",
    total_bps: 84,
    slippage_bps: 50,
  },
}));

const sentFrom = (of: typeof state, from: string, amount = "0.1") =>
  of(quote({ ...toEth, from, amount, ...NO_LIMIT }), openPoolOf(from), quoted);

/** One of each family. Of the networks' own assets, as much as 0.1 BTC is worth. */
export const depositScenes: Alike = {
  surface: "markdown",
  scenes: {
    bitcoin: sentFrom(state, "BTC.BTC"),
    litecoin: sentFrom(state, "LTC.LTC"),
    zcash: sentFrom(state, "ZEC.ZEC"),
    evm: sentFrom(state, "AVAX.AVAX"),
    solana: sentFrom(state, "SOL.SOL"),
    cosmos: sentFrom(state, "GAIA.ATOM"),
    xrp: sentFrom(state, "XRP.XRP"),
    tron: sentFrom(state, "TRON.TRX"),
    native: sentFrom(state, "THOR.RUNE", "50000"),
    "maya-bitcoin": sentFrom(mayaState, "BTC.BTC"),
    "maya-dash": sentFrom(mayaState, "DASH.DASH"),
    "maya-zcash": sentFrom(mayaState, "ZEC.ZEC"),
    "maya-thorchain": sentFrom(mayaState, "THOR.RUNE"),
    "maya-cosmos": sentFrom(mayaState, "KUJI.KUJI"),
    "maya-native": sentFrom(mayaState, "MAYA.CACAO", "50000"),
  },
};

export const factScenes: Alike = {
  surface: "markdown",
  scenes: { thorchain: state(facts), mayachain: mayaState(facts) },
};
