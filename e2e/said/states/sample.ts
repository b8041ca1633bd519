// The sample network, of which every text says that nothing is real.
import { presets } from "../../../lib/protocol/values/chains.ts";
import { sampleTransactions } from "../../../lib/sample/transactions.ts";
import { NOW } from "../../support/sample-client.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { quote, type State, type States, status, statuspage, swap } from "../state.ts";

const sample: State["setting"] = () => ({
  network: createSampleNetwork({ now: () => NOW }),
  preset: presets.sample,
  nowMs: NOW,
});
const toEth = { from: "BTC", to: "ETH", amount: "0.5", destination: "sample-eth-recipient" };

export const sampleStates: States = {
  "sample-is-not-real": {
    setting: sample,
    questions: [status, statuspage, quote(toEth)],
  },
  "sample-halted-and-held-swaps": {
    setting: sample,
    questions: [
      quote({ ...toEth, to: "LTC", destination: "sample-ltc-recipient" }),
      quote({ ...toEth, to: "XRP", destination: "sample-xrp-recipient" }),
    ],
  },
  "sample-transaction-partly-refunded": {
    setting: sample,
    questions: sampleTransactions
      .filter(({ state }) => state === "partially_refunded")
      .slice(0, 1)
      .map(({ txid }) => swap(txid)),
  },
};
