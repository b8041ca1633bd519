// Which parameter halts what, at which of its values, and how it is called. THORNode 3 and mayanode compare differently.

import { expect, test } from "@playwright/test";
import { findStop, haltHeight, haltingStops } from "../../../lib/protocol/safety/stops.ts";
import { type NetworkName, presets } from "../../../lib/protocol/values/chains.ts";
import { haltReasonText, stopWords } from "../../../lib/say/stops.en.ts";
import { createScene, tell, verdictText } from "../../support/scene.ts";
import { holdRow, rowsOf, sceneOf } from "../../support/scene-text.ts";

/** Of the newest block. A deposit that is sent now lands in the next one. */
const H = 25_000_000;
const networks = ["thorchain", "mayachain"] as const;
const natives = { thorchain: "THOR", mayachain: "MAYA" } as const;

const values = [-1, 0, 1, H - 1, H, H + 1, H + 2];
/** By kind and network, at which of `values` a parameter is on. */
const kinds = {
  from: { thorchain: "..xxxx.", mayachain: "..xxx.." },
  until: { thorchain: "....xxx", mayachain: ".....xx" },
  signing: { thorchain: "..xxxx.", mayachain: "..xxxxx" },
  after: { thorchain: "..xxx..", mayachain: "..xxx.." },
  switch: { thorchain: "..xxxxx", mayachain: "..xxxxx" },
  // Each release assumes another value where none is listed, or a negative one.
  permit: { thorchain: "xx.....", mayachain: "xx....." },
  default: { thorchain: ".x.....", mayachain: ".x....." },
  at: { thorchain: "....xx.", mayachain: "....xx." },
} as const;
type Kind = keyof typeof kinds;

/**
 * Of a chain: its kind, what it stops ("TDL": trading, deposits, liquidity, "S": payouts), and
 * whether it does so on every chain, and of the network. Alarms halt nothing, but nobody knows what
 * becomes of a deposit sent now.
 */
const chainKeys = `
  HALTTRADING from: TDL => all, network
  HALTETHTRADING from: TDL =>
  HALTCHAINGLOBAL from: TDSL => all, network
  HALTETHCHAIN from: TDSL =>
  SOLVENCYHALTETHCHAIN from: TDSL =>
  NODEPAUSECHAINGLOBAL until: TDSL => all, network
  HALTSIGNING signing: S => all
  HALTSIGNINGETH signing: S =>
  PAUSELP from: L => all
  PAUSELPETH from: L =>
  RAGNAROK-ETH-ETH switch: TDL =>
  SCHEDULEDMIGRATION at: TDL alarm => all, network
  COMPROMISEDVAULT-THORPUB1 switch: TDL alarm => all, network
  MIMIRUPGRADECONTRACTETH switch: TDL alarm =>
`;

/** A halt to come is another matter. */
const withoutSoon = (answers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(answers).map(([asked, text]) => [
      asked,
      text.replace(/^D unknown halts_soon$/, "open").replace(/(vault_alarm).*/, "$1"),
    ]),
  );

for (const network of networks)
  for (const { danger, steps } of rowsOf(chainKeys))
    test(`${network}: ${danger}`, async () => {
      const [name = "", kind] = danger.split(" ");
      const [[what, where]] = steps as [readonly [string, string]];
      const [letters, alarm] = what.trim().split(" ");
      const verdict = alarm ? "unknown vault_alarm" : `halted ${name}`;
      for (const [index, value] of values.entries()) {
        const isOn = kinds[kind as Kind][network][index] === "x";
        const world = createScene({ votes: { [name]: value } }, { network });
        const answers = await tell(world, ["ETH", "BTC", "network", natives[network]]);
        const text = isOn ? `${letters} ${verdict}` : "open";
        const ofAll = where.includes("all") ? text : "open";
        expect({ value, ...withoutSoon(answers) }).toEqual({
          ...{ value, ETH: text, BTC: ofAll, [natives[network]]: ofAll },
          network: isOn && where.includes("network") ? verdict : "open",
        });
      }
    });

test("a chain ends by the name of its gas asset, and the native chain halts by its own code", async () => {
  for (const network of networks)
    for (const { code, gasAsset, native } of presets[network].chains) {
      const end = `RAGNAROK-${gasAsset.replace(".", "-")}`;
      const halts = { [end]: "TDL", [`HALT${code}TRADING`]: "TDL", [`HALT${code}CHAIN`]: "TDSL" };
      for (const [name, stops] of Object.entries(halts).slice(0, native ? 3 : 1)) {
        const answers = await tell(createScene({ votes: { [name]: 1 } }, { network }), [
          code,
          "BTC",
        ]);
        expect(answers).toEqual({ BTC: "open", [code]: `${stops} halted ${name}` });
      }
    }
});

const harmless = `
  names that nobody reads: all HALTRADING=1 HALTETHSIGNING=1 HALTETH=1 HALTTRADINGETH=1 SOLVENCYHALTETH=1 => allOpen | THOR open | soon ETH
  what concerns no chain: all STREAMINGSWAPPAUSE=1 HALTMEMOLESS=1 HALTWASMGLOBAL=1 HALTCHURNING=1 STOPSOLVENCYCHECKETH=1 => allOpen
  assets: all HALTTCYTRADING=1 TCYSTAKINGHALT=1 RAGNAROK-ETH-USDC-0XA0B8=1 PAUSELPDEPOSIT-ETH-ETH=1 => allOpen
`;
for (const row of rowsOf(harmless))
  test(`no chain is halted by ${row.danger}`, () => holdRow(row, {}));

/**
 * What stops swaps of a form or of one asset, and no row shows: by network (T, M), kind, the pairs
 * that it halts and those that it leaves. `native`: the asset of the network.
 */
const pairKeys = `
  TM BURNSYNTHS after: BTC/BTC>native, not native>BTC/BTC
  TM MINTSYNTHS after: native>BTC/BTC, not BTC/BTC>native
  T MANUALSWAPSTOSYNTHDISABLED switch: native>BTC/BTC, not BTC/BTC>native
  M NA switch: BTC.BTC>BTC/BTC, not BTC/BTC>BTC.BTC
  TM TRADEACCOUNTSENABLED permit: BTC~BTC>native, native>BTC~BTC, not BTC.BTC>native
  TM TRADEACCOUNTSDEPOSITENABLED default: native>BTC~BTC, not BTC~BTC>native
  M TRADEACCOUNTSWITHDRAWENABLED default: BTC~BTC>native, not native>BTC~BTC
  T HALTSECUREDGLOBAL from: BTC-BTC>native, native>BTC-BTC, not BTC.BTC>native
  M HALTTRADING-BTC-BTC from: BTC.BTC>ETH.ETH, BTC/BTC>ETH.ETH, ETH.ETH>BTC~BTC, not ETH.ETH>native
  T HALTTRADING-BTC-BTC from: not BTC.BTC>ETH.ETH
`;
const pairText = async (network: NetworkName, pair: string, scene: string) => {
  const assets = pair.replace("native", presets[network].nativeAsset);
  const [from = "", to = ""] = assets.split(">");
  const world = createScene(sceneOf(`all TRADEACCOUNTSENABLED=1 ${scene}`), { network });
  return verdictText((await world.network.getQuote({ from, to, amount: "1" })).trading);
};
for (const line of pairKeys.trim().split("\n"))
  for (const network of networks) {
    const [, letters = "", name = "", kind = "", pairs = ""] =
      /^\s*(\w+) (\S+) (\w+): (.*)$/.exec(line) ?? [];
    if (!letters.includes(network.charAt(0).toUpperCase())) continue;
    test(`${network}: ${name} is on ${kind} its value, for ${pairs}`, async () => {
      for (const [index, value] of values.entries())
        for (const pair of pairs.split(", ")) {
          const isLeft = pair.startsWith("not ");
          // A pair that is left alone is so at any value.
          if (isLeft && value !== 0 && value !== 1) continue;
          const isOn = kinds[kind as Kind][network][index] === "x" && !isLeft;
          const verdict = await pairText(network, pair.replace("not ", ""), `${name}=${value}`);
          expect([value, pair, verdict]).toEqual([value, pair, isOn ? `halted ${name}` : "open"]);
        }
    });
  }

const pairs = `
  trade assets are off unless voted on, native>BTC~BTC: TRADEACCOUNTSENABLED=-1 => halted TRADEACCOUNTSENABLED
  the end of a token, ETH.USDC-0XA0B8>native: RAGNAROK-ETH-USDC-0XA0B8=1 => halted RAGNAROK-ETH-USDC-0XA0B8 pool_status
  a stop of deposits is none of swaps, BTC-BTC>BTC~BTC: HALTSECUREDDEPOSIT-BTC=1 HALTTRADEDEPOSIT-BTC=1 => open
  what is sold on the halted native chain, BTC-BTC>ETH.ETH: HALTTHORCHAIN=1 => halted HALTTHORCHAIN
  a synth likewise, BTC/BTC>ETH.ETH: HALTTHORCHAIN=1 => halted HALTTHORCHAIN
  trading there is halted, BTC/BTC>ETH.ETH: HALTTHORTRADING=1 => open
  what is bought there, ETH.ETH>BTC~BTC: HALTTHORCHAIN=1 => open
  a synth of a halted chain, native>BTC/BTC: HALTBTCTRADING=1 => halted HALTBTCTRADING
  two halts of one pair, BTC.BTC>ETH.ETH: HALTETHCHAIN=1 HALTTRADING=1 => halted HALTTRADING HALTETHCHAIN
`;
for (const { danger, steps } of rowsOf(pairs))
  test(`a pair: ${danger}`, async () => {
    const [[scene, expected]] = steps as [readonly [string, string]];
    expect(await pairText("thorchain", danger.split(", ")[1] ?? "", scene.trim())).toBe(
      expected.trim(),
    );
  });

/** What is listed as in force (=) and as scheduled (~), and the block of a halt to come with the seconds until then. */
const listed: Readonly<Record<(typeof networks)[number], string>> = {
  thorchain: `
  switches: all HALTMEMOLESS=1 STREAMINGSWAPPAUSE=9 BURNSYNTHS=0 MINTSYNTHS=1 TRADEACCOUNTSENABLED=1 TRADEACCOUNTSDEPOSITENABLED=0 HALTSECUREDGLOBAL=H+50
    => parameters STREAMINGSWAPPAUSE=9 HALTMEMOLESS=1 HALTSECUREDGLOBAL~25000050 MINTSYNTHS=1 TRADEACCOUNTSDEPOSITENABLED=0
  off, over, or no halt: all HALTTRADING=0 HALTRADING=1 PAUSELPBTC=-1 NODEPAUSECHAINGLOBAL=H-1 RAGNAROK-TERRA-UST=1 COMPROMISEDVAULT-A=0
    => parameters
  chains, assets and pools: all HALTBTCTRADING=H+50 HALTSIGNINGETH=9 SOLVENCYHALTLTCCHAIN=7 RAGNAROK-BTC-BTC=1 PAUSELPDEPOSIT-ETH-USDC-0XA0B8=1 COMPROMISEDVAULT-A=1
    => parameters HALTBTCTRADING~25000050 HALTSIGNINGETH=9 SOLVENCYHALTLTCCHAIN=7 RAGNAROK-BTC-BTC=1 PAUSELPDEPOSIT-ETH-USDC-0XA0B8=1 COMPROMISEDVAULT-A=1
  a token: all RAGNAROK-ETH-USDC-0XA0B8=1 => parameters RAGNAROK-ETH-USDC-0XA0B8=1
  a halt in 10 minutes: all HALTETHTRADING=H+100 => soon ETH HALTETHTRADING 25000100 600
  two blocks away: all HALTETHTRADING=H+2 => soon ETH HALTETHTRADING 25000002 12
  in the next block: all HALTETHTRADING=H+1 => soon ETH
  payouts: all HALTSIGNINGETH=H+2 => soon ETH HALTSIGNINGETH 25000002 12
  liquidity: all PAUSELPETH=H+2 => soon ETH PAUSELPETH 25000002 12
  a change of the network: all SCHEDULEDMIGRATION=H+2 => soon ETH SCHEDULEDMIGRATION 25000002 12
  a change under way: all SCHEDULEDMIGRATION=H+1 => soon ETH
  a change that is over: all SCHEDULEDMIGRATION=H-1 => soon ETH
  a pause, an end, another chain: all NODEPAUSECHAINGLOBAL=H+2 RAGNAROK-ETH-ETH=H+2 HALTBTCTRADING=H+2
    => soon ETH
  no instant has so late a block: all HALTETHTRADING=1e14 => soon ETH HALTETHTRADING 100000000000000 null
  `,
  mayachain: `
  what mayanode has not: all HALTMEMOLESS=1 HALTSECUREDGLOBAL=1 STREAMINGSWAPPAUSE=1 PAUSELPDEPOSIT-ETH-ETH=1
    => parameters STREAMINGSWAPPAUSE=1
  a token: all HALTTRADING-ETH-USDC-0XA0B8=H+1 => parameters HALTTRADING-ETH-USDC-0XA0B8~25000001
  its halts come a block later: all HALTETHTRADING=H+100 => soon ETH HALTETHTRADING 25000101 606
  in the next block: all HALTETHTRADING=H+1 => soon ETH HALTETHTRADING 25000002 12
  payouts halt at once: all HALTSIGNINGETH=H+2 => soon ETH
  a change of the network: all SCHEDULEDMIGRATION=H+2 => soon ETH SCHEDULEDMIGRATION 25000002 12
  `,
};
for (const network of networks)
  for (const row of rowsOf(listed[network]))
    test(`${network}, ${row.danger}`, () => holdRow(row, { network }));

/** Of a chain: what a parameter stops (T: trading, deposits and liquidity, S: payouts, L: liquidity), and its name in words. */
const stops = {
  T: "trading deposits liquidity",
  TS: "trading deposits signing liquidity",
  S: "signing",
  L: "liquidity",
  "": "",
};
const names = `
  HALTCHAINGLOBAL BTC: TS => Every chain as a whole, halts
  PAUSELPBTC BTC: L => Liquidity on Bitcoin, is paused
  SOLVENCYHALTBTCCHAIN BTC: TS => Bitcoin as a whole, halts
  RAGNAROK-NEW-NEW NEW: T => Trading on NEW, ends
  MIMIRUPGRADECONTRACTETH ETH: T => A change of the router on Ethereum, is due
  COMPROMISEDVAULT-A BTC: T => A vault that may be compromised, stop
  PAUSELPDEPOSIT-ETH-ETH BTC: => New liquidity of ETH, stop
  RAGNAROK-ETH-USDC-0XA0 BTC: => Swaps of USDC on Ethereum, stop
  // Nothing is said of a name that is not known.
  HALTETHSIGNING ETH: => HALTETHSIGNING, stop
  PAUSELPDEPOSIT-ETH BTC: => PAUSELPDEPOSIT-ETH, stop
  HALTTRADING-BTC-BTC BTC: => HALTTRADING-BTC-BTC, stop
`;
for (const { danger, steps } of rowsOf(names))
  test(`the name of ${danger}`, () => {
    const [name = "", chain = ""] = danger.split(" ");
    const [[letters, words]] = steps as [readonly [keyof typeof stops, string]];
    const stop = findStop(name, ["XYZ", chain], presets.thorchain, ["ETH.USDC-0XA0"]);
    expect(stop.stops.join(" ")).toBe(stops[letters.trim() as keyof typeof stops]);
    const { subject, verb } = stopWords(stop.name);
    expect(`${subject}, ${verb}`).toBe(words.trim());
  });

/** The block since which a parameter halts, by network. */
const heights = `
  HALTBTCTRADING 1: => null null
  HALTBTCTRADING 2: => 2 3
  HALTSIGNINGBTC 28130100: => 28130100 null
  NODEPAUSECHAINGLOBAL 28135600: => null null
  RAGNAROK-BTC-BTC 28130100: => null null
  chain_trading_paused 28130100: => null null
`;
for (const { danger, steps } of rowsOf(heights))
  test(`since when ${danger} halts`, () => {
    const [name = "", value] = danger.split(" ");
    const parameter = { value: Number(value), inForce: true };
    const heights = networks.map((network) => haltHeight(name, parameter, "BTC", presets[network]));
    expect(heights.map(String).join(" ")).toBe(steps[0]?.[1].trim());
  });

/** Why a pair is halted: what halts it, and its assets. */
const grounds = `
  HALTLTCTRADING halted: BTC.BTC,LTC.LTC => Trading on Litecoin is halted
  BURNSYNTHS BURNSYNTHS: BTC/BTC => Swaps from synths are halted
  RAGNAROK-ETH-X: ETH~X => Swaps of X on Ethereum are halted
  HALTCHAINGLOBAL HALTTRADING: => Every chain as a whole is halted; Trading on every chain is halted
`;
for (const { danger, steps } of rowsOf(grounds))
  test(`why a pair is halted by ${danger}`, () => {
    const [[assets, expected]] = steps as [readonly [string, string]];
    const by = danger.split(" ");
    const halting = haltingStops(by, assets.trim().split(","), presets.thorchain);
    expect(haltReasonText(halting)).toBe(expected.trim());
  });
