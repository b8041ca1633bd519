// /quote uses words for what the tool calls by its field names.
import { expect, test } from "@playwright/test";
import type { Failure } from "../../../../../lib/protocol/model/envelope.ts";
import type { Reason } from "../../../../../lib/protocol/model/reason.ts";
import { memoReasons, sizeReasons } from "../../../../../lib/protocol/quote/reasons.ts";
import { fieldHint, reasonText } from "../../../../../lib/site/live/quote/field-words.ts";

const reasons: readonly (readonly [reason: Reason, text: string])[] = [
  [sizeReasons.dust, "the network ignores a deposit that is not above the dust threshold"],
  [sizeReasons.belowMinimum, "it is below the recommended minimum, and fees may take all of it, in a refund as well"],
  [memoReasons.otherLimit, "the memo's limit does not fit the tolerance that was asked for"],
];
for (const [reason, text] of reasons) test(text, () => expect(reasonText(reason)).toBe(text));

const failures: readonly (readonly [failure: Pick<Failure, "reason" | "hint">, text: string])[] = [
  [
    {
      reason: { code: "upstream_unavailable", text: "no node gave a usable answer" },
      hint: "Do not send funds; retry after 15 s.",
    },
    "Could not be verified (no node gave a usable answer). Do not send funds; retry after 15 s.",
  ],
  [{ hint: "Ask with a larger tolerance_bps." }, "Ask with a larger tolerance."],
  [{ hint: "Ask with liquidity_tolerance_bps instead." }, "Ask with a tolerance instead."],
  [{ hint: "The amount is below recommended_min_amount: ask." }, "The amount is below the recommended minimum: ask."],
];
for (const [failure, text] of failures) {
  test(text, () => expect(fieldHint({ code: "unavailable", retryAfterSeconds: null, ...failure })).toBe(text));
}
