// What the sign and its lines say of several troubles at once, and what a chain's halts and doubts mean for a person.

import { playScene, type Scene, silent } from "../../support/scene.ts";
import { type Alike, chain, inWorld, type Question, type State, status } from "../state.ts";

type Options = Parameters<typeof inWorld>[1];

/** Scenes of one world, each read before the next begins. */
const after = (question: Question, scenes: readonly Scene[], options?: Options): State => ({
  setting: inWorld(async (world) => {
    for (const [index, scene] of scenes.entries()) {
      if (index > 0) await world.network.getStatus();
      playScene(world, scene);
    }
  }, options),
  questions: [question],
});
const inForce = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));
const inMinutes =
  (minutes: number, ...names: readonly string[]) =>
  (height: number) =>
    Object.fromEntries(names.map((name, index) => [name, height + minutes * 10 + index]));

const signs: Readonly<Record<string, Scene>> = {
  "nothing-halted": {},
  "three-chains-halted": { votes: inForce("HALTLTCTRADING", "HALTBCHCHAIN", "HALTDOGETRADING") },
  "eight-chains-halted": {
    votes: inForce(
      ...["BTC", "ETH", "LTC", "BCH", "AVAX", "BSC", "XRP", "TRON"].map(
        (code) => `HALT${code}TRADING`,
      ),
    ),
  },
  "six-chains-halted": {
    votes: inForce(
      ...["BTC", "ETH", "LTC", "BCH", "AVAX", "BSC"].map((code) => `HALT${code}TRADING`),
    ),
  },
  "each-in-a-trouble-of-its-own": {
    votes: (height) => ({
      ...inForce("HALTLTCTRADING", "HALTSIGNINGETH", "HALTSIGNINGTRON", "RAGNAROK-ETH-USDC-0XA0B8"),
      ...inForce("STREAMINGSWAPPAUSE"),
      HALTDOGETRADING: height + 200,
    }),
    rows: { SOL: { halted: undefined } },
    node1: { rows: { XRP: { address: "other" } } },
  },
  "a-chain-not-checked": { rows: { SOL: { halted: undefined } } },
  "two-chains-not-checked": { rows: { SOL: { halted: undefined }, XRP: { halted: undefined } } },
  "a-chain-not-checked-and-a-halt-to-come": {
    rows: { SOL: { halted: undefined } },
    votes: inMinutes(20, "HALTDOGETRADING"),
  },
  "halted-chain-whose-payouts-wait": { votes: inForce("HALTLTCTRADING", "HALTSIGNINGLTC") },
  "chain-and-token-halted": { votes: inForce("HALTLTCTRADING", "RAGNAROK-ETH-USDC-0XA0B8") },
  "a-token-halted": { votes: inForce("RAGNAROK-ETH-USDC-0XA0B8") },
  "a-token-disputed": { node1: { votes: inForce("RAGNAROK-ETH-USDC-0XA0B8") } },
  "swaps-in-parts-disputed": { node1: { votes: inForce("STREAMINGSWAPPAUSE") } },
  "payouts-halt-soon": { votes: inMinutes(90, "HALTSIGNING") },
  "a-chain-stands-still-soon": { votes: inMinutes(50, "HALTETHCHAIN") },
  "four-halts-scheduled": {
    votes: inMinutes(90, "HALTBTCTRADING", "HALTSIGNING", "HALTETHCHAIN", "SCHEDULEDMIGRATION"),
  },
  "five-halts-scheduled": {
    votes: inMinutes(
      90,
      ...["HALTBTCTRADING", "HALTETHTRADING", "HALTLTCTRADING", "HALTBCHTRADING", "HALTXRPTRADING"],
    ),
  },
  "a-halt-in-two-days-and-one-without-a-time": {
    votes: (height) => ({ HALTBTCTRADING: height + 28_800, HALTETHTRADING: 10 ** 14 }),
  },
  "liquidity-paused-soon": { votes: inMinutes(5, "PAUSELPBTC") },
  "pauses-of-pools-disputed": {
    node1: { votes: inForce("PAUSELPDEPOSIT-BTC-BTC", "PAUSELPDEPOSIT-ETH-ETH") },
  },
};
export const signScenes: Alike = {
  surface: "markdown",
  scenes: {
    ...Object.fromEntries(
      Object.entries(signs).map(([name, scene]) => [name, after(status, [scene])]),
    ),
    "maya-two-tokens-halted": after(
      status,
      [{ votes: inForce("HALTTRADING-BTC-BTC", "HALTTRADING-ETH-ETH") }],
      { network: "mayachain" },
    ),
    "maya-a-token-halts-soon": after(status, [{ votes: inMinutes(20, "HALTTRADING-BTC-BTC") }], {
      network: "mayachain",
    }),
  },
};

const litecoin = chain("LTC");
const payouts = "HALTSIGNINGLTC";
const trading = "HALTLTCTRADING";
const unread = { rows: { LTC: { halted: undefined } } };
const maya: Options = { network: "mayachain" };
export const chainScenes: Alike = {
  surface: "markdown",
  scenes: {
    "nothing-halted": after(litecoin, [{}]),
    "refund-not-checked": after(litecoin, [
      { votes: inForce(trading), node1: { votes: inForce(payouts) } },
    ]),
    "not-checked-and-the-rest-halted": after(litecoin, [
      { ...unread, votes: inForce(payouts, "PAUSELPLTC") },
    ]),
    "payouts-disputed": after(litecoin, [{ node1: { votes: inForce(payouts) } }]),
    "payouts-disputed-and-liquidity-paused": after(litecoin, [
      { votes: inForce("PAUSELPLTC"), node1: { votes: inForce(payouts) } },
    ]),
    "liquidity-paused": after(litecoin, [{ votes: inForce("PAUSELPLTC") }]),
    "liquidity-disputed": after(litecoin, [{ node1: { votes: inForce("PAUSELPLTC") } }]),
    "payouts-and-liquidity": after(litecoin, [{ votes: inForce(payouts, "PAUSELPLTC") }]),
    "trading-halted-when-last-read": after(litecoin, [
      { votes: inForce(trading) },
      { afterMs: 9_000, node0: silent, node1: silent },
    ]),
    "payouts-halted-when-last-read": after(litecoin, [
      { votes: inForce(payouts) },
      { afterMs: 9_000, node0: silent, node1: silent },
    ]),
    "halted-by-an-old-block": after(litecoin, [
      { votes: inForce(trading), stands: true },
      { afterMs: 42_000 },
    ]),
    "halted-with-all-others": after(litecoin, [{ votes: inForce(trading, "HALTTRADING") }]),
    "halted-while-no-other-is-checked": after(litecoin, [
      {
        votes: inForce(trading),
        node0: { paths: { inbound_addresses: [{ chain: "LTC" }] } },
        node1: { paths: { inbound_addresses: [{ chain: "LTC" }] } },
      },
    ]),
    "ended-with-all-others-halted": after(litecoin, [
      { votes: inForce("RAGNAROK-LTC-LTC", "HALTTRADING") },
    ]),
    "ended-though-halted": after(litecoin, [{ votes: inForce("RAGNAROK-LTC-LTC", trading) }]),
    "halted-and-marked": after(litecoin, [
      {
        votes: inForce(trading),
        rows: { LTC: { halted: true, chain_trading_paused: true } },
      },
    ]),
    "all-halted-and-the-chain-marked": after(litecoin, [
      { votes: inForce("HALTTRADING"), rows: { LTC: { chain_trading_paused: true } } },
    ]),
    "all-halted-and-marked-so": after(litecoin, [
      { votes: inForce("HALTTRADING"), rows: { LTC: { global_trading_paused: true } } },
    ]),
    "payouts-halt-soon": after(litecoin, [{ votes: inMinutes(40, payouts) }]),
    "halts-in-half-an-hour": after(litecoin, [{ votes: inMinutes(30, trading) }]),
    "native-chain-stands": after(chain("THOR"), [{ votes: inForce("HALTTHORCHAIN") }]),
    "native-trading-halted": after(chain("THOR"), [{ votes: inForce("HALTTHORTRADING") }]),
    "maya-native-chain-stands": after(chain("MAYA"), [{ votes: inForce("HALTMAYACHAIN") }], maya),
    "maya-native-trading-halted": after(
      chain("MAYA"),
      [{ votes: inForce("HALTMAYATRADING") }],
      maya,
    ),
    "maya-all-trading-halted": after(chain("MAYA"), [{ votes: inForce("HALTTRADING") }], maya),
    "maya-a-token-of-the-chain-halts": after(
      chain("BTC"),
      [{ votes: inForce("HALTTRADING-BTC-BTC") }],
      maya,
    ),
  },
};
