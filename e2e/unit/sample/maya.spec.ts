// The sample network as mayanode tells it, read by the site's own reader: halts behind their height, free of orders and of a queue.
import { expect, test } from "@playwright/test";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { NOW } from "./sample-client.ts";

const preset = presets.mayachain;
const CACAO_ADDRESS = "maya13wrmhnh2qe98rjse30pl7u6jxszjjwl4d6tchk";
const network = createSampleNetwork({ now: () => NOW, preset });

test("a halted chain, a chain that signs nothing, and an asset that no row shows as halted", async () => {
  const { chains, failure, clock } = await network.getStatus();
  expect(failure).toBeNull();
  expect(clock.freshness).toBe("fresh");
  const of = (code: string) => chains.find(({ chain }) => chain === code);
  expect(of("BTC")).toMatchObject({ trading: { verdict: "open" }, signing: { verdict: "open" } });
  expect(of("DASH")).toMatchObject({
    trading: { verdict: "halted", haltedBy: expect.arrayContaining(["HALTDASHTRADING"]) },
  });
  expect(of("KUJI")).toMatchObject({ trading: { verdict: "open" }, signing: { verdict: "halted" } });
  expect(of("ARB")).toMatchObject({ trading: { verdict: "open" } });
  const arb = await network.getQuote({ from: "BTC", to: "ARB.ETH", amount: "0.1" });
  expect(arb.trading).toMatchObject({ verdict: "halted", haltedBy: ["HALTTRADING-ARB-ETH"] });
});

test("a quote in mayanode's form: a payout in CACAO costs, and the swap runs in one part", async () => {
  const quote = await network.getQuote({ from: "BTC", to: "CACAO", amount: "0.1", destination: CACAO_ADDRESS });
  expect(quote).toMatchObject({
    failure: null,
    trading: { verdict: "open" },
    streaming: { mode: "single", quantity: 1 },
    reason: null,
  });
  expect(quote.fees.find(({ kind }) => kind === "outbound")?.amount?.base).toBe(2_000_000_000n);
  expect(quote.memo).toMatch(new RegExp(`^=:c:${CACAO_ADDRESS}:\\d+$`));
  const small = await network.getQuote({ from: "BTC", to: "ETH", amount: "0.00000001" });
  expect(small.failure).toMatchObject({ code: "amount_too_small" });
});
