// Parameters of newer releases that halt nothing by themselves: where one stands, nobody is told to send, and it is named.
import { expect, test } from "@playwright/test";
import type { ChainJudgement } from "../../../../lib/protocol/model/verdicts.ts";
import { compareHaltParameters } from "../../../../lib/protocol/safety/halt-parameters.ts";
import { judge } from "../../../../lib/protocol/safety/halts.ts";
import { gateInbound, judgeDeposits } from "../../../../lib/protocol/safety/inbound-gate.ts";
import { haltReasons, nodeReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { H, row, toEvidence } from "./halt-evidence.ts";

const VAULT = "COMPROMISEDVAULT-THORPUB1ADDWNPEPQ";
const rows = [row("BTC"), row("ETH")];
const evidenceOf = (mimir: Record<string, number>) => toEvidence({ rows, mimir, ageMs: 0 });
const verdictsOf = (mimir: Record<string, number>) => {
  const { network, chains } = judge(evidenceOf(mimir));
  const of = (chain: string) => chains.get(chain)?.trading.verdict;
  return { network: network.verdict, native: of("THOR"), btc: of("BTC"), eth: of("ETH") };
};
const [open, unknown] = ["open", "unknown"] as const;
const all = (verdict: string) => ({
  network: verdict,
  native: verdict,
  btc: verdict,
  eth: verdict,
});

const cases: [what: string, mimir: Record<string, number>, verdicts: object][] = [
  ["none", {}, all(open)],
  ["a vault that may be compromised", { [VAULT]: 1 }, all(unknown)],
  ["a vote that was taken back", { [VAULT]: 0 }, all(open)],
  ["the router of one chain", { MIMIRUPGRADECONTRACTETH: 1 }, { ...all(open), eth: unknown }],
  ["a migration in the block of now", { SCHEDULEDMIGRATION: H }, all(unknown)],
  ["a migration in the next block", { SCHEDULEDMIGRATION: H + 1 }, all(unknown)],
  ["a migration to come", { SCHEDULEDMIGRATION: H + 2 }, all(open)],
  ["a migration that is over", { SCHEDULEDMIGRATION: H - 1 }, all(open)],
];
for (const [what, mimir, verdicts] of cases)
  test(`${what}: ${JSON.stringify(mimir)}`, () => expect(verdictsOf(mimir)).toEqual(verdicts));

test("the parameter is named, payouts are judged by themselves, and no address is given", () => {
  const evidence = evidenceOf({ [VAULT]: 1 });
  const verdicts = judge(evidence);
  const btc = verdicts.chains.get("BTC");
  expect([btc?.trading, btc?.signing.verdict]).toMatchObject([
    { haltedBy: [], reason: nodeReasons.alarm(VAULT) },
    open,
  ]);
  expect(gateInbound(evidence, verdicts, "BTC")).toMatchObject({
    address: null,
    reason: nodeReasons.alarm(VAULT),
  });
  expect(compareHaltParameters(evidence, [])).toEqual({ [VAULT]: { value: 1, inForce: true } });
});

test("what one of two nodes says alone is enough", () => {
  const evidence = toEvidence({
    rows,
    second: { rows, mimir: { OTHER: 1, [VAULT]: 1 } },
    ageMs: 0,
  });
  expect(judge(evidence).chains.get("BTC")?.trading).toMatchObject({
    verdict: "unknown",
    reason: nodeReasons.alarm(VAULT),
  });
});

test("a migration, or a halt of all payouts, that one of two nodes alone schedules withholds the address", () => {
  for (const key of ["SCHEDULEDMIGRATION", "HALTSIGNING"]) {
    const mimir = { [key]: H + 200 };
    const evidence = toEvidence({ rows, mimir, second: { rows }, ageMs: 0 });
    const gate = gateInbound(evidence, judge(evidence), "ETH");
    expect(gate, key).toMatchObject({ address: null, reason: nodeReasons.schedulesApart });
  }
});

test("nothing is sent so shortly before a migration that a swap may meet it", () => {
  const depositsIn = (minutes: number) => {
    const evidence = evidenceOf({ SCHEDULEDMIGRATION: H + minutes * 10 });
    return judgeDeposits(evidence, judge(evidence).chains.get("ETH") as ChainJudgement);
  };
  expect(depositsIn(30)).toMatchObject({ verdict: "unknown", reason: haltReasons.soon });
  expect(depositsIn(31)).toMatchObject({ verdict: "open", reason: null });
});
