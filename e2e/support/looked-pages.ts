// Pages for visual checks: all pages of the registry, and answers of the sample network.
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";

const trackPath = (txid: string | undefined) => `/track?txid=${txid}`;

export const pages: readonly string[] = [
  ...resourcePaths.filter((path) => findResource(path).kind === "page"),
  "/no-such-page",
];

export const answers: readonly string[] = [
  "/status/doge",
  "/quote?from=BTC&to=ETH&amount=0.05&destination=sample-eth-recipient",
  trackPath(sampleTransactions[11]?.txid),
  "/quote?from=bitcoi&to=usdc&amount=1,000&tolerance=x",
  "/track?txid=63&chain=x",
];

export const moreAnswers: readonly string[] = [
  "/quote?from=eth.usdc&to=btc&amount=50000&streaming=1",
  "/quote?from=LTC&to=BTC&amount=1",
  "/quote?from=eth.usdc&to=avax.usdc&amount=0.05",
  "/quote?from=RUNE&to=ETH&amount=1.500",
  "/quote?from=eth.usdc&to=BTC&amount=1,234,567.89&unit=usd&liquidity_tolerance_bps=0",
  ...sampleTransactions.map(({ txid }) => trackPath(txid)),
].filter((path) => !answers.includes(path));
