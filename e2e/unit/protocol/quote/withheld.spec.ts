// Why a quote has no memo: each reason has a code, words that say not to send, and a time only where asking again may help.
import { expect, test } from "@playwright/test";
import { type Reason, type ReasonCode, withCode } from "../../../../lib/protocol/model/verdicts.ts";
import { doNotSendText } from "../../../../lib/protocol/quote/advice.ts";
import { withheldOf } from "../../../../lib/protocol/quote/withheld.ts";
import { haltReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { agreed } from "../../../support/agreed.ts";

const of = (reason: Reason | null) => withheldOf({ memo: null, reason });

test("with a memo nothing is withheld, and without a destination that is the reason", () => {
  expect(withheldOf({ memo: agreed("=:ETH.ETH:0x1"), reason: null })).toBeNull();
  // A native source has a reason for its missing address beside its memo.
  expect(
    withheldOf({
      memo: agreed("=:ETH.ETH:0x1"),
      reason: withCode("native_chain")("send a MsgDeposit"),
    }),
  ).toBeNull();
  const text = "Give the receiving address to get a memo.";
  expect(of(null)).toEqual({ code: "no_destination", text, retryAfterSeconds: null });
});

const rows: readonly (readonly [
  reason: ReasonCode,
  code: string,
  retryAfterSeconds: number | null,
])[] = [
  ["halted", "halted", 6],
  ["halts_soon", "halts_soon", null],
  ["providers_disagree", "sources_disagree", 6],
  ["one_source", "one_source", 6],
  ["stale", "stale", 6],
  ["unreadable", "unreadable", 6],
  ["upstream_unavailable", "upstream_unavailable", 15],
  ["thin_pool", "thin_pool", null],
  ["amount_too_small", "amount_too_small", null],
  ["cost_too_high", "costly", null],
  ["contract_destination", "contract_destination", null],
  ["destination_is_vault", "destination_is_vault", null],
  ["memo_too_long", "memo_too_long", null],
  ["memo_mismatch", "memo_mismatch", null],
  ["deposit_not_known", "deposit_not_known", null],
  ["vault_alarm", "vault_alarm", null],
];
for (const [reason, code, retryAfterSeconds] of rows) {
  test(`${reason} is told as ${code}`, () => {
    const told = of(withCode(reason)("the words of the reason"));
    expect(told).toMatchObject({ code, retryAfterSeconds });
    expect(told?.text).toMatch(
      reason === "halted"
        ? RegExp(`^${doNotSendText(haltReasons.inForce())}$`)
        : /^Do not send: .*the words of the reason\.$/,
    );
  });
}
