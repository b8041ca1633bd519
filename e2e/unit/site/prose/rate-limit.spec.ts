// The rate limit as the agent rules tell it: the number of the configuration, and what the limiter counts. What /legal says of
// crawling and training is what robots.txt signals.
import { expect, test } from "@playwright/test";
import { DEFAULT_RATE_LIMIT } from "../../../../lib/config.ts";
import { contentSignalList, getPlaceholders } from "../../../../lib/site/prose/placeholders.ts";
import { messageCost, pageCost } from "../../../../lib/site/registry/message-costs.ts";

const costOf = (name: string, given: object) =>
  messageCost({ method: "tools/call", params: { name, arguments: given } });

test("the agent rules name the usual limit, where this deployment names its own, and what counts how often", async () => {
  const { rate_limit: text = "" } = await getPlaceholders();
  expect(text).toContain(`One client may send ${DEFAULT_RATE_LIMIT} messages a minute, unless`);
  expect(text).toContain(
    "`messages_per_minute` of [the status document](/.well-known/status) names it",
  );
  const [, one, order] = /A quote counts (\d+), and a limit order (\d+)\./.exec(text) ?? [];
  expect([one, one, order].map(Number)).toEqual([
    costOf("get_swap_quote", {}),
    costOf("get_swap_quote", { affiliate: "a" }),
    costOf("get_swap_quote", { target_out: "1" }),
  ]);
  const [, page, swap] =
    /The page `\/quote` counts (\d+) at most, and a swap's status (\d+)\./.exec(text) ?? [];
  expect([page, swap].map(Number)).toEqual([
    pageCost("/quote", "?amount=1"),
    costOf("get_swap_status", { txid: "0" }),
  ]);
  expect(pageCost("/quote", "?amount_usd=1"), "dollars cost the same").toBe(
    pageCost("/quote", "?amount=1"),
  );
  for (const path of ["/track", "/track.md", "/track.json"] as const)
    expect(pageCost(path, "?txid=0")).toBe(Number(swap));
});

const rows: readonly (readonly [setting: string, lines: readonly string[]])[] = [
  [
    "search=yes, ai-input=yes, ai-train=yes",
    [
      "- `search=yes`: the documents may be indexed, and shown in search results as links and excerpts.",
      "- `ai-input=yes`: the documents may be read by an AI model to answer a question.",
      "- `ai-train=yes`: the documents may be used to train AI models.",
    ],
  ],
  ["ai-train=no", ["- `ai-train=no`: the documents may not be used to train AI models."]],
];

for (const [setting, lines] of rows) {
  test(setting, () => expect(contentSignalList(setting).trim().split("\n")).toEqual(lines));
}
