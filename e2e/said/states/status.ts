// What stops a whole network or one of its chains, as /status, /status/<chain> and /assets say it.

import { poolsWith, scriptNodes } from "../../support/changes.ts";
import { toBlock, type World } from "../../support/world.ts";
import {
  assets,
  chain,
  inbounds,
  inWorld,
  type Question,
  quote,
  type State,
  type States,
  status,
  statuspage,
} from "../state.ts";

const IN_FORCE = 1;
const inBlocks = (world: World, blocks: number) => toBlock(world).height + blocks;

/** With parameters of the network in force, or due at a height. */
const withMimir = (
  mimirOf: (world: World) => Readonly<Record<string, number>>,
  ...questions: readonly Question[]
): State => ({
  setting: inWorld((world) => {
    Object.assign(world.mimir, mimirOf(world));
  }),
  questions,
});

const changeEthPool = (world: World, members: object) =>
  scriptNodes(world, { pools: poolsWith(world, members) });

export const statusStates: States = {
  "nothing-is-halted": {
    setting: inWorld(),
    questions: [status, statuspage, chain("BTC"), inbounds, assets],
  },
  "all-trading-halted": withMimir(
    (world) => ({ HALTTRADING: inBlocks(world, -100) }),
    status,
    statuspage,
    chain("ETH"),
    inbounds,
    assets,
  ),
  "one-chain-halted": withMimir(
    (world) => ({ HALTLTCTRADING: inBlocks(world, -50) }),
    status,
    chain("LTC"),
  ),
  "chain-halted-by-a-flag-of-its-row": {
    setting: inWorld((world) => {
      world.rows.LTC = { halted: true, chain_trading_paused: true };
    }),
    questions: [chain("LTC")],
  },
  "halted-by-the-flag-of-all-chains": {
    setting: inWorld((world) => {
      world.rows.LTC = { global_trading_paused: true };
    }),
    questions: [status],
  },
  "chain-insolvent-and-halted": withMimir(
    (world) => ({ SOLVENCYHALTDOGECHAIN: inBlocks(world, -10) }),
    chain("DOGE"),
  ),
  "chain-not-watched": withMimir(() => ({ HALTBTCCHAIN: IN_FORCE }), chain("BTC")),
  "payouts-of-one-chain-halted": withMimir(
    () => ({ HALTSIGNINGBTC: IN_FORCE }),
    status,
    statuspage,
    chain("BTC"),
  ),
  "payouts-of-all-chains-halted": withMimir(() => ({ HALTSIGNING: IN_FORCE }), status),
  "trading-and-payouts-halted": withMimir(
    () => ({ HALTETHTRADING: IN_FORCE, HALTSIGNINGETH: IN_FORCE }),
    chain("ETH"),
  ),
  "all-paused-until-a-block": withMimir(
    (world) => ({ NODEPAUSECHAINGLOBAL: inBlocks(world, 500) }),
    status,
  ),
  "halts-scheduled": withMimir(
    (world) => ({ HALTDOGETRADING: inBlocks(world, 600), HALTSIGNING: inBlocks(world, 900) }),
    status,
    statuspage,
    inbounds,
  ),
  "halt-due-before-a-deposit-arrives": withMimir(
    (world) => ({ HALTBTCTRADING: inBlocks(world, 20) }),
    chain("BTC"),
  ),
  "large-swaps-wait": withMimir(() => ({ STREAMINGSWAPPAUSE: IN_FORCE }), status),
  "liquidity-paused": withMimir(() => ({ PAUSELPBCH: IN_FORCE }), status),
  "deposits-into-pools-paused": withMimir(
    () => ({ "PAUSELPDEPOSIT-BTC-BTC": IN_FORCE, "PAUSELPDEPOSIT-ETH-ETH": IN_FORCE }),
    status,
  ),
  "chain-ended-for-good": withMimir(() => ({ "RAGNAROK-LTC-LTC": IN_FORCE }), chain("LTC")),
  "one-vault-compromised": withMimir(
    () => ({ "COMPROMISEDVAULT-ABC": IN_FORCE }),
    status,
    inbounds,
  ),
  "router-of-a-chain-being-replaced": withMimir(
    () => ({ MIMIRUPGRADECONTRACTETH: IN_FORCE }),
    chain("ETH"),
  ),
  "network-about-to-migrate": withMimir(
    (world) => ({ SCHEDULEDMIGRATION: inBlocks(world, 300) }),
    status,
  ),
  "chain-no-longer-listed": {
    setting: inWorld((world) => {
      world.rows.SOL = null;
    }),
    questions: [chain("SOL")],
  },
  "no-chain-has-a-vault": {
    setting: inWorld((world) => {
      for (const { code } of world.preset.chains) world.rows[code] = { address: "" };
    }),
    questions: [status],
  },
  "pool-halted-by-itself": {
    setting: inWorld((world) => changeEthPool(world, { trading_halted: true })),
    questions: [assets, quote({ from: "BTC", to: "ETH", amount: "0.1" })],
  },
  "pool-being-closed": {
    setting: inWorld((world) => {
      world.mimir["RAGNAROK-ETH-ETH"] = IN_FORCE;
      changeEthPool(world, { status: "Suspended" });
    }),
    questions: [status, assets],
  },
};
