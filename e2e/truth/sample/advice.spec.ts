// On the sample network every advice begins with a warning, and none tells anybody to send.
import { expect, test } from "@playwright/test";
import { tools } from "../../../lib/mcp/tools/all.ts";
import { sampleWalk } from "../../../lib/sample/transactions.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";

const toEth = { from: "BTC", to: "ETH", amount: "1", destination: "sample-eth-recipient" };
const toBtc = { from: "ETH.USDC", to: "BTC", amount: "1000", destination: "sample-btc-recipient" };
const asked: Readonly<Record<string, readonly object[]>> = {
  list_pools: [{}, { chain: "NOPE" }],
  get_network_status: [{}],
  get_inbound_addresses: [{}, { chain: "ETH" }, { chain: "LTC" }],
  get_swap_quote: [
    { ...toEth, destination: undefined },
    toEth,
    { ...toEth, tolerance_bps: 300 },
    { ...toEth, streaming: { interval: 1, quantity: 0 } },
    { ...toEth, streaming: { interval: 2, quantity: 5000 } },
    { ...toEth, from: "RUNE", amount: "1000" },
    toBtc,
    { from: "BTC", to: "LTC", amount: "1" },
  ],
  get_swap_status: [{ txid: sampleWalk.txid }, { txid: "nonsense" }],
};
for (const isDead of [false, true])
  for (const tool of tools)
    test(`${tool.name}, ${isDead ? "of a dead" : "of a live"} sample network`, async () => {
      const transport = () => Promise.reject(new TypeError("fetch failed"));
      const now = () => Date.UTC(2026, 10, 20);
      const network = createSampleNetwork({ now, ...(isDead && { transport }) });
      for (const input of asked[tool.name] ?? []) {
        const given = JSON.parse(JSON.stringify(input));
        const { structured } = await tool.run(network, given, { networkName: "sample" });
        const advice = String(structured.advice);
        expect(advice, JSON.stringify(input)).toMatch(/^Sample data: do not send\./);
        expect(advice.replace(/do not send/gi, ""), JSON.stringify(input)).not.toMatch(/\bsend/i);
        if (!isDead && "destination" in given) expect(structured.memo).not.toBeNull();
      }
    });
