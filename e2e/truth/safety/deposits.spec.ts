// Until when a deposit of one swap may be sent, and what is said of a pool.
import { expect, test } from "@playwright/test";
import { poolsWith, scriptNodes } from "../../support/changes.ts";
import { createScene, type Options, reasonText, verdictText } from "../../support/scene.ts";
import { fieldOf, rowsOf, sceneOf } from "../../support/scene-text.ts";
import { poolBody } from "../../support/wire.ts";

const two = {};
const maya: Options = { network: "mayachain" };

/**
 * One swap from Bitcoin: the seconds left to send, or why it may not be sent. Six times 1,200 s to
 * confirm and 180 s until the payout are 123 minutes.
 */
const quotes: readonly (readonly [options: Options, to: string, table: string])[] = [
  [
    two,
    "ETH.ETH",
    `
  a halt of the source in 139 minutes: all HALTBTCTRADING=139m => 900
  in 133 minutes: all HALTBTCTRADING=133m => 600
  of the target: all HALTETHTRADING=133m => 600
  of the whole target: all HALTETHCHAIN=133m => 600
  of two the sooner: all HALTETHTRADING=136m HALTBTCTRADING=128m => 300
  in 123 minutes: all HALTTRADING=123m => halts_soon
  of another chain: all HALTLTCTRADING=123m => 900
  of payouts on the target: all HALTSIGNINGETH=133m => 600
  of payouts on the source: all HALTSIGNINGBTC=123m => 900
  of liquidity: all PAUSELP=123m => 900
  a change of the network: all SCHEDULEDMIGRATION=123m => halts_soon
  of another asset: all HALTTCYTRADING=123m => 900
  that one node schedules: node1 HALTTRADING=9000m => providers_disagree
    `,
  ],
  [maya, "ETH.ETH", "of an asset: all HALTTRADING-BTC-BTC=122m => halts_soon"],
  [two, "ETH-ETH", "of a form: all HALTSECUREDGLOBAL=123m => halts_soon"],
];
for (const [options, to, table] of quotes)
  for (const { danger, steps } of rowsOf(table))
    test(`one swap: ${danger}`, async () => {
      const [[scene, expected]] = steps as [readonly [string, string]];
      const { network, nowMs } = createScene(sceneOf(scene), options);
      const { sendBeforeMs, reason } = await network.getQuote({ from: "BTC.BTC", to, amount: "1" });
      const seconds = sendBeforeMs === null ? null : (sendBeforeMs - nowMs) / 1000;
      expect(seconds === null ? reason && reasonText(reason) : `${seconds}`).toBe(expected.trim());
    });

const USDC = "ETH.USDC-0XA0B8";
/** Of a pool, Ether's if none is named: a member of its row, and what becomes of its swaps. */
const pools = `
  no trading_halted=none is told: => open
  its chain is halted: all halt => halted HALTETHTRADING
  the chain of ETH.USDC-0XA0B8 has ended: all RAGNAROK-ETH-ETH=1 => halted RAGNAROK-ETH-ETH
  ETH.USDC-0XA0B8 has ended: all RAGNAROK-ETH-USDC-0XA0B8=1 => halted RAGNAROK-ETH-USDC-0XA0B8
  another asset than ETH.USDC-0XA0B8 has ended: all RAGNAROK-ETH-USDT-0XDA=1 => open
  status=Staged: => halted pool_status
  status=Suspended and trading_halted=true: => halted trading_halted pool_status
  trading_halted=true, and its chain: all HALTTRADING=1 => halted HALTTRADING trading_halted
  liquidity and payouts are another matter: all PAUSELP=1 HALTSIGNING=1 => open
  the chain of NEW.NEW is not listed: => unknown not_listed
  its chain is doubted: node1 ETH.halted=true => unknown providers_disagree
  the native chain of THOR.TCY stands: all HALTTHORCHAIN=1 => halted HALTTHORCHAIN
  THOR.TCY is halted from the next block on: all HALTTCYTRADING=H+1 => halted HALTTCYTRADING
  THOR.TCY is halted a block later: all HALTTCYTRADING=H+2 => open
`;
for (const { danger, steps } of rowsOf(pools))
  test(`a pool: ${danger}`, async () => {
    const [[scene, expected]] = steps as [readonly [string, string]];
    const world = createScene(sceneOf(scene));
    const [asset = "ETH.ETH"] = /\b[A-Z]+\.[-A-Z0-9]+/.exec(danger) ?? [];
    const members = danger.matchAll(/(\w+)=(\w+)/g);
    const changes = Object.fromEntries(
      [...members].map(([, name, value]) => [name, fieldOf(value ?? "")]),
    );
    const depths = ["1000000000000", "700000000000000", "100000000"] as const;
    const more = [USDC, "NEW.NEW", "THOR.TCY"].map((name) => poolBody("thorchain", name, depths));
    const [bitcoin, ether] = poolsWith(world, changes);
    scriptNodes(world, { pools: [bitcoin, ether, ...more] });
    const row = (await world.network.getPools()).pools.find((pool) => pool.asset === asset);
    expect(row && verdictText(row.trading)).toBe(expected.trim());
  });
