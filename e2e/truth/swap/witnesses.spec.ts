// Nodes lag by a block or two: which reports bear each other out, and which are believed.
import { expect, test } from "@playwright/test";
import {
  deposit,
  kept,
  planned,
  plannedAt,
  sent,
  stages,
  swapping,
  type Words,
} from "../../support/transactions.ts";
import { ask, sceneOf, stateOf } from "./asked.ts";

const words: Words = {
  observing: kept(stages.observing),
  scheduled: plannedAt(stages.scheduled, planned.payout),
  "refund scheduled": plannedAt(stages.scheduled, planned.refund),
  unmatched: plannedAt(stages.swapped, planned.payout),
  unpaid: kept(stages.swapped, { out_txs: [sent.affiliate] }),
  "swapping else": {
    ...swapping,
    tx: { ...deposit(), coins: [{ asset: "BTC.BTC", amount: "9" }] },
  },
  "returning else": plannedAt(stages.signing, { ...planned.refund, to_address: "bc1qthief" }),
};
const of = (text: string) => ask(sceneOf(text, {}, words));

/** In the order in which a swap takes them. */
const names = [
  ...["unseen", "observing", "confirming", "swapping", "nothing", "scheduled", "refund scheduled"],
  ...["signing", "unmatched", "unpaid", "returning", "not shown", "unclear", "no swap", "paid"],
  "refunded",
];
/** What a second node may tell a block or two later. Nothing bears out an outcome but the same. */
const laterSteps: Readonly<Record<string, string>> = {
  observing: "confirming",
  confirming: "swapping",
  swapping: "nothing, scheduled, refund scheduled, signing, unmatched, unpaid, returning",
  scheduled: "signing, unmatched, unpaid",
  "refund scheduled": "returning",
};
for (const [index, name] of names.entries())
  test(`the earlier step is told where the other node tells it or the next: ${name}`, async () => {
    const alone = stateOf(await of(`${name}, ${name} | unread`));
    for (const other of names.slice(index))
      for (const pair of [`${name}, ${other}`, `${other}, ${name}`]) {
        const reading = await of(`${pair} | unread`);
        const isBorneOut = other === name || laterSteps[name]?.split(", ").includes(other);
        const state = reading.doubt === "unconfirmed" ? "unconfirmed" : stateOf(reading);
        expect(state, pair).toBe(isBorneOut ? alone : "unconfirmed");
      }
  });

const believed: Readonly<Record<string, string>> = {
  "paid, swapping | swap waits": "swapping",
  "swapping, paid | swap": "done, final",
  "paid, refunded | refund": "refunded, final",
  "swapping else, swapping | swap waits": "swapping",
  "swapping, swapping else | swap waits": "swapping",
  "paid, nothing | swap without a payout": "no_output",
  "signing, nothing | refund": "outbound_signing unconfirmed",
  "nothing, signing | failed": "outbound_signing unconfirmed",
  "nothing, signing | swap waits": "outbound_signing unconfirmed",
  "unclear, signing | swap of the affiliate": "outbound_signing unconfirmed",
  "unseen, signing | swap of the affiliate": "outbound_signing",
  "unseen, returning | swap of the affiliate": "unknown unconfirmed",
  "unseen, returning | refund waits": "outbound_signing, goes back",
  "confirming, nothing, paid": "outbound_signing unconfirmed",
  "paid, confirming, confirming": "confirming",
  "refunded, scheduled, signing": "outbound_scheduled",
  "scheduled, signing, signing": "outbound_signing",
  "returning else, returning, returning": "outbound_signing, goes back",
};
for (const [text, expected] of Object.entries(believed))
  test(`which nodes are believed: ${text}: ${expected}`, async () =>
    expect(stateOf(await of(text))).toBe(expected));
