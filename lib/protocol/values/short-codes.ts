// Short codes of assets in memos, fixed in the protocols' own code. They are not read from a node: a forged code would change what
// a swap pays.

/** THORNode, `common/asset.go`, ShortCode. */
export const thorchainShortCodes: Readonly<Record<string, string>> = {
  "ADA.ADA": "ad",
  "AVAX.AVAX": "a",
  "BASE.ETH": "f",
  "BCH.BCH": "c",
  "BSC.BNB": "s",
  "BTC.BTC": "b",
  "DOGE.DOGE": "d",
  "ETH.ETH": "e",
  "GAIA.ATOM": "g",
  "LTC.LTC": "l",
  "POL.POL": "p",
  "SOL.SOL": "o",
  "SUI.SUI": "u",
  "THOR.RUNE": "r",
  "TRON.TRX": "tr",
  "XRP.XRP": "x",
  "ZEC.ZEC": "z",
};

/** mayanode, `common/asset.go`, ShortCode. */
export const mayachainShortCodes: Readonly<Record<string, string>> = {
  "ARB.ETH": "a",
  "BTC.BTC": "b",
  "DASH.DASH": "d",
  "ETH.ETH": "e",
  "KUJI.KUJI": "k",
  "MAYA.CACAO": "c",
  "THOR.RUNE": "r",
  "XRD.XRD": "x",
  "ZEC.ZEC": "z",
};
