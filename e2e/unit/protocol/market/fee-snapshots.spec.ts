// The fee guide's snapshots are the recorded answers of real nodes, figure by figure.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { feeSnapshots } from "../../../../lib/protocol/market/fee-snapshots.ts";

const { thorchain, mayachain } = feeSnapshots;

test.describe("fee snapshots", { tag: "@shared" }, () => {
  let folder: string;
  test.beforeEach(() => {
    folder = test.info().config.metadata.recordingsDir;
    test.skip(!folder, "RECORDINGS_DIR is not set");
  });
  type Row = Record<string, string>;
  const load = (file: string): Row[] => JSON.parse(readFileSync(join(folder, file), "utf8"));

  const sources = [
    [
      thorchain,
      "thornode/pools/2024-03.json",
      "balance_asset",
      "balance_rune",
      "thornode/inbound_addresses/2024-03.all_open.json",
    ],
    [
      mayachain,
      "maya-midgard/pools/2024-03.json",
      "assetDepth",
      "runeDepth",
      "mayanode/inbound_addresses/2024-03.json",
    ],
  ] as const;
  for (const [snapshot, poolsFile, assetField, nativeField, rowsFile] of sources) {
    test(snapshot.protocol, () => {
      const pools = load(poolsFile);
      for (const [asset, depths] of Object.entries(snapshot.pools)) {
        const recorded = pools.find((pool) => pool.asset === asset);
        expect([depths.asset, depths.native].map(String), asset).toEqual([
          recorded?.[assetField],
          recorded?.[nativeField],
        ]);
      }
      const rows = load(rowsFile);
      for (const chain of snapshot.chains) {
        const row = rows.find((one) => one.chain === chain.code);
        expect([String(chain.outboundFee), chain.gasRate, chain.gasRateUnits, chain.outboundSize], chain.code).toEqual([
          row?.outbound_fee,
          row?.gas_rate,
          row?.gas_rate_units,
          row?.outbound_tx_size,
        ]);
      }
    });
  }

  test("native fees", () => {
    const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));
    const { NativeTransactionFee, OutboundTransactionFee } = read("thornode/constants/2024.json").int_64_values;
    expect([NativeTransactionFee, OutboundTransactionFee].map(BigInt)).toEqual([
      thorchain.nativeFee,
      thorchain.nativeFee,
    ]);
    expect(BigInt(read("mayanode/mimir/2024-03.json").NATIVETRANSACTIONFEE)).toBe(mayachain.nativeFee);
  });
});
