// A reason is written in two ways: with its code for programs, and without the codes that say nothing to people.
import { expect, test } from "@playwright/test";
import { codedReason, plainReason, type ReasonCode } from "../../../../lib/protocol/model/reason.ts";

const leads: Readonly<Record<ReasonCode, string>> = {
  amount_too_small: "",
  depth_implausible: "",
  destination_is_vault: "",
  odd_asset_name: "",
  clock_skew: "clock_skew: ",
  contract_destination: "",
  cost_too_high: "",
  halt_due: "",
  halted: "halted: ",
  height_rollback: "height_rollback: ",
  memo_mismatch: "",
  memo_too_long: "",
  native_chain: "native_chain: ",
  no_clock: "",
  node_lag: "node_lag: ",
  one_source: "",
  providers_disagree: "providers disagree: ",
  quote_implausible: "",
  stale: "stale: ",
  unreadable: "unreadable: ",
  upstream_unavailable: "",
};
for (const [name, lead] of Object.entries(leads)) {
  const code = name as ReasonCode;
  test(`${code}: with its code, and as people read it`, () => {
    const reason = { code, text: "some words" };
    expect(codedReason(reason)).toBe(`${code}: some words`);
    expect(plainReason(reason)).toBe(`${lead}some words`);
  });
}

test("the reason behind a reason stands behind it, written in the same way", () => {
  const cause = { code: "no_clock", text: "no source of the block time could be read" } as const;
  const reason = { code: "stale", text: "halted at a block 9 s ago", cause } as const;
  expect(codedReason(reason)).toBe(
    "stale: halted at a block 9 s ago; no_clock: no source of the block time could be read",
  );
  expect(plainReason(reason)).toBe("stale: halted at a block 9 s ago; no source of the block time could be read");
});

test("a name in the words that looks like a code is left as it is", () => {
  expect(plainReason({ code: "halted", text: "no_clock: HALTBTCTRADING" })).toBe("halted: no_clock: HALTBTCTRADING");
});
