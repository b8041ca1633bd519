// What stops a whole network or one of its chains, as /status, /status/<chain> and /assets say it.

import { poolsWith, scriptNodes } from "../../support/changes.ts";
import type { World } from "../../support/world.ts";
import {
  assets,
  chain,
  inbounds,
  quote,
  type States,
  state,
  status,
  statuspage,
} from "../state.ts";

const ethPoolWith = (members: object) => (world: World) =>
  scriptNodes(world, { pools: poolsWith(world, members) });

export const statusStates: States = {
  "nothing-is-halted": state([status, statuspage, chain("BTC"), inbounds, assets]),
  "all-trading-halted": state(
    [status, statuspage, chain("ETH"), inbounds, assets],
    "all HALTTRADING=H-100",
  ),
  "one-chain-halted": state([status, chain("LTC")], "all HALTLTCTRADING=H-50"),
  "chain-halted-by-a-flag-of-its-row": state(
    chain("LTC"),
    "all LTC.halted=true LTC.chain_trading_paused=true",
  ),
  "halted-by-the-flag-of-all-chains": state(status, "all LTC.global_trading_paused=true"),
  "chain-insolvent-and-halted": state(chain("DOGE"), "all SOLVENCYHALTDOGECHAIN=H-10"),
  "chain-not-watched": state(chain("BTC"), "all HALTBTCCHAIN=1"),
  "payouts-of-one-chain-halted": state([status, statuspage, chain("BTC")], "all HALTSIGNINGBTC=1"),
  "payouts-of-all-chains-halted": state(status, "all HALTSIGNING=1"),
  "trading-and-payouts-halted": state(chain("ETH"), "all HALTETHTRADING=1 HALTSIGNINGETH=1"),
  "all-paused-until-a-block": state(status, "all NODEPAUSECHAINGLOBAL=H+500"),
  "halts-scheduled": state(
    [status, statuspage, inbounds],
    "all HALTDOGETRADING=H+600 HALTSIGNING=H+900",
  ),
  "halt-due-before-a-deposit-arrives": state(chain("BTC"), "all HALTBTCTRADING=H+20"),
  "large-swaps-wait": state(status, "all STREAMINGSWAPPAUSE=1"),
  "liquidity-paused": state(status, "all PAUSELPBCH=1"),
  "deposits-into-pools-paused": state(
    status,
    "all PAUSELPDEPOSIT-BTC-BTC=1 PAUSELPDEPOSIT-ETH-ETH=1",
  ),
  "chain-ended-for-good": state(chain("LTC"), "all RAGNAROK-LTC-LTC=1"),
  "one-vault-compromised": state([status, inbounds], "all COMPROMISEDVAULT-ABC=1"),
  "router-of-a-chain-being-replaced": state(chain("ETH"), "all MIMIRUPGRADECONTRACTETH=1"),
  "network-about-to-migrate": state(status, "all SCHEDULEDMIGRATION=H+300"),
  "chain-no-longer-listed": state(chain("SOL"), "all -SOL"),
  "no-chain-has-a-vault": state(status, (world) => {
    for (const { code } of world.preset.chains) world.rows[code] = { address: "" };
  }),
  "pool-halted-by-itself": state(
    [assets, quote({ from: "BTC", to: "ETH", amount: "0.1" })],
    ethPoolWith({ trading_halted: true }),
  ),
  "pool-being-closed": state(
    [status, assets],
    "all RAGNAROK-ETH-ETH=1",
    ethPoolWith({ status: "Suspended" }),
  ),
};
