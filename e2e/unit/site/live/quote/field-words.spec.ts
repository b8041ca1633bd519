// /quote uses words for what the tool calls by its field names.
import { expect, test } from "@playwright/test";
import type { Failure } from "../../../../../lib/protocol/model/envelope.ts";
import { memoReasons, sizeReasons } from "../../../../../lib/protocol/quote/reasons.ts";
import { nodeReasons } from "../../../../../lib/protocol/safety/reasons.ts";
import { fieldHint, fieldWords } from "../../../../../lib/site/live/quote/field-words.ts";

test("the reasons of a quote have no name of a field", () => {
  const reasons = [...Object.values(memoReasons), ...Object.values(sizeReasons)];
  for (const reason of reasons) {
    const { text } = typeof reason === "function" ? reason("x" as never, [] as never) : reason;
    expect(fieldWords(text)).toBe(text);
    expect(text).not.toMatch(/_/);
  }
});

const failures: readonly (readonly [failure: Pick<Failure, "reason" | "hint">, text: string])[] = [
  [
    { reason: nodeReasons.noneUsable, hint: "Do not send funds. Ask again in 15 seconds." },
    `Not checked: ${nodeReasons.noneUsable.text}. Do not send funds. Ask again in 15 seconds.`,
  ],
  [{ hint: "Ask with a larger tolerance_bps." }, "Ask with a larger tolerance."],
  [{ hint: "Ask with liquidity_tolerance_bps instead." }, "Ask with a tolerance instead."],
  [{ hint: "The amount is below recommended_min_amount: ask." }, "The amount is below the recommended minimum: ask."],
];
for (const [failure, text] of failures) {
  test(text, () => expect(fieldHint({ code: "unavailable", retryAfterSeconds: null, ...failure })).toBe(text));
}
