// /quote uses words for what the tool calls by its field names.
import { expect, test } from "@playwright/test";
import type { Failure } from "../../../../../lib/protocol/model/envelope.ts";
import { memoReasons, sizeReasons } from "../../../../../lib/protocol/quote/reasons.ts";
import { pageHintText } from "../../../../../lib/protocol/safety/sentences.ts";
import { hints, type Names } from "../../../../../lib/protocol/values/input-error.ts";

test("the reasons of a quote have no name of a field", () => {
  const reasons = [...Object.values(memoReasons), ...Object.values(sizeReasons)];
  for (const reason of reasons) {
    const { text } = typeof reason === "function" ? reason("x" as never, [] as never) : reason;
    expect(text).not.toMatch(/_/);
  }
});

const failures: readonly (readonly [failure: Pick<Failure, "reason" | "hint" | "pageHint">, text: string])[] = [
  [
    {
      reason: { code: "upstream_unavailable", text: "no node gave a usable answer" },
      hint: "Do not send funds. Ask again in 15 seconds.",
    },
    "Not checked: no node gave a usable answer. Do not send funds. Ask again in 15 seconds.",
  ],
  [hints("Ask for less."), "Ask for less."],
  [hints(({ tolerance_bps: name }) => `Ask with a larger ${name}.`), "Ask with a larger tolerance."],
  [hints((names) => `Ask with ${names.liquidity_tolerance_bps} instead.`), "Ask with a tolerance instead."],
  [hints((names) => `It is below ${names.recommended_min_amount}: ask.`), "It is below the recommended minimum: ask."],
];
for (const [failure, text] of failures) {
  test(text, () => expect(pageHintText({ code: "unavailable", retryAfterSeconds: null, ...failure })).toBe(text));
}

test("a tool is told each name as it takes it, and the page none with an underscore", () => {
  const told = hints((names) => Object.entries(names).flat().join(", "));
  const names = (text = "") => text.split(", ").filter((_, at) => at % 2 === 1);
  const keys = Object.keys(JSON.parse(hints((all: Names) => JSON.stringify(all)).hint));
  for (const [at, name] of names(told.hint).entries())
    expect([keys[at], name]).toEqual([keys[at], /^[a-z_]+$/.test(keys[at] ?? "") ? keys[at] : expect.any(String)]);
  expect(names(told.pageHint).join()).not.toMatch(/_/);
});
