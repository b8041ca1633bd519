// Warnings have codes that programs branch on: each code, and which code a reason becomes.
import { expect, test } from "@playwright/test";
import {
  adviceText,
  forbidFor,
  type WarningCode,
  warnOf,
} from "../../../../lib/protocol/model/envelope.ts";
import { type ReasonCode, reasonCodes } from "../../../../lib/protocol/model/verdicts.ts";

/** Any other reason means that something could not be checked. */
const codes: Partial<Record<ReasonCode, WarningCode>> = {
  halted: "halted",
  halts_soon: "halt_scheduled",
  providers_disagree: "sources_disagree",
  one_source: "one_source",
  stale: "stale",
  amount_too_small: "amount_small",
  contract_destination: "contract_destination",
  deposit_not_known: "deposit_not_known",
  destination_is_vault: "contract_destination",
  cost_too_high: "costly",
  memo_too_long: "memo_too_long",
  thin_pool: "thin_pool",
  limit_orders_off: "limit_order",
};

for (const code of reasonCodes) {
  const expected = codes[code] ?? "not_checked";
  test(`the reason ${code} is the warning ${expected}, in the words of the caller`, () =>
    expect(forbidFor({ code, text: "some words" })("Whole words.")).toEqual({
      code: expected,
      text: "Whole words.",
      isForbidding: true,
    }));
}

test("a warning of a code has the text that it is given, and its two parts where it has both", () => {
  const [code, fact, meaning] = ["costly" as const, "It is dear.", "Send less."];
  expect(warnOf(code)(fact)).toEqual({ code, text: fact });
  expect(warnOf(code)(fact, meaning)).toEqual({
    code,
    text: "It is dear. Send less.",
    fact,
    meaning,
  });
});

test("the text of an advice is its sentences, with a space between them", () => {
  expect(adviceText(["Lead.", warnOf("costly")("Dear."), "Send."])).toBe("Lead. Dear. Send.");
});
