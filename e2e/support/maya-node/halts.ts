// This folder holds the sample network as mayanode 1.124 would answer for it. It has no transactions.
// This file has its halts: a key that holds a height is on behind that height, and a node shows no halt of an asset or of CACAO.

export type Settings = Readonly<Record<string, number>>;

/** What halts trading of a chain's assets, and shows in the flags of its row. */
export function haltsOf(
  settings: Settings,
  height: number,
  chain: string,
): { readonly global: boolean; readonly chain: boolean } {
  const isOn = (key: string) => isPast(settings, height, key);
  const keys = [
    "HALTCHAINGLOBAL",
    `HALT${chain}TRADING`,
    `HALT${chain}CHAIN`,
    `SOLVENCYHALT${chain}CHAIN`,
  ];
  return {
    global: isOn("HALTTRADING"),
    chain: keys.some(isOn) || (settings.NODEPAUSECHAINGLOBAL ?? 0) > height,
  };
}

/** Whether no swap of a layer-1 asset runs, in whatever form it is. */
export function isAssetHalted(settings: Settings, height: number, asset: string): boolean {
  const { global, chain } = haltsOf(settings, height, asset.slice(0, asset.indexOf(".")));
  return global || chain || isPast(settings, height, `HALTTRADING-${asset.replace(".", "-")}`);
}

export function isPast(settings: Settings, height: number, key: string): boolean {
  const value = settings[key] ?? 0;
  return value > 0 && value < height;
}
