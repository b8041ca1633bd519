// The smallest sensible amount of an asset is the minimum that the network's own quote recommends where the payout costs no more.
import { expect, test } from "@playwright/test";
import { decimalsOf, formatUnits } from "../../../../lib/protocol/values/amounts.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { createSampleNetwork } from "../../../support/sample-network.ts";
import { NOW } from "../../sample/sample-client.ts";

/** Enough for any payout. */
const MULTIPLE = 50n;

for (const name of ["thorchain", "mayachain"] as const) {
  test(`${name}: of every open pool it is what a quote recommends, or less where the payout costs more`, async () => {
    const preset = presets[name];
    const network = createSampleNetwork({ preset, now: () => NOW });
    const { pools, failure } = await network.getPools();
    expect(failure).toBeNull();
    const { chains } = await network.getStatus();
    const dustOf = new Map(chains.map(({ gasAsset, dustThreshold }) => [gasAsset, dustThreshold]));
    const open = pools.filter(({ trading, smallestAmount }) => trading.verdict === "open" && smallestAmount !== null);
    const compare = async (from: string, to: string, own: bigint) => {
      const amount = formatUnits(MULTIPLE * own, decimalsOf(from));
      const { recommendedMinAmount: least } = await network.getQuote({ from, to, amount });
      if (name === "mayachain" && own === (dustOf.get(from) ?? 0n) + 1n) return "above dust";
      return least === null ? "not quoted" : least < own ? "too large" : least === own ? "equal" : "more";
    };
    const found = await Promise.all(
      open.map(async ({ asset, smallestAmount }) => {
        const others = [preset.nativeAsset, open.find((one) => one.asset !== asset)?.asset ?? ""];
        const own = smallestAmount?.base ?? 0n;
        return [asset, ...new Set(await Promise.all(others.map((to) => compare(asset, to, own))))];
      }),
    );
    expect(found.length).toBeGreaterThan(name === "thorchain" ? 30 : 3);
    for (const [asset, ...kinds] of found) {
      expect(kinds, asset).not.toContain("too large");
      // A payout in RUNE is free.
      if (name === "thorchain") expect(kinds, asset).toContain("equal");
    }
    expect(found.flat()).toContain("equal");
  });
}
