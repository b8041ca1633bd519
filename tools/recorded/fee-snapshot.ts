// What the fee guide needs of the recorded node: pools of gas assets and dollars, rates, and the parameters of fees. No vault address.

import { root } from "../../e2e/support/root.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import type { RecordedNode } from "../../lib/sample/quote/recorded-node.ts";

export const SNAPSHOT_FILE = `${root}lib/site/prose/fee-snapshot.json`;

const keptSettings =
  /^(?:ENABLEADVSWAPQUEUE|ADVSWAPQUEUERAPIDSWAPMAX|STREAMINGSWAPMAXLENGTH|\w+SLIPMINBPS|M\w+OUTBOUNDFEE\w+|NATIVETRANSACTIONFEE|TORANCHOR-.*)$/;
const gasAssets = new Set(presets.thorchain.chains.map(({ gasAsset }) => gasAsset));

/** The facts that the figures rest on, as JSON. */
export function feeSnapshotText(facts: RecordedNode): string {
  const settings = Object.fromEntries(
    Object.entries(facts.constants).map(([name, value]) => [name.toUpperCase(), value]),
  );
  const mimir = Object.fromEntries(
    Object.entries({ ...settings, ...facts.mimir })
      .filter(([name, value]) => keptSettings.test(name) && value !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const isDollar = (asset: string) => mimir[`TORANCHOR-${asset.replace(".", "-")}`] !== undefined;
  const isKept = ({ asset }: { asset: string }) => gasAssets.has(asset) || isDollar(asset);
  const kept: RecordedNode = {
    height: facts.height,
    time: facts.time,
    constants: {},
    mimir,
    pools: facts.pools.filter(isKept),
    inboundAddresses: facts.inboundAddresses.map(({ address: _, router: __, ...row }) => row),
    outboundFees: facts.outboundFees.filter(isKept),
  };
  return `${JSON.stringify(kept, null, 2)}\n`;
}
