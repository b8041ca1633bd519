// /status at its longest: every chain with a different problem and a full history stays within the HTML budget.
import { presets } from "../../lib/protocol/values/chains.ts";
import { SHOWN_ROWS } from "../../lib/site/live/status/history.ts";
import { compressedSize, HTML_BYTES } from "../support/budgets.ts";
import { signingHalt, tradingHalt } from "../support/halt-key.ts";
import type { Change } from "../support/upstream/view.ts";
import { expect, test } from "./live-test.ts";
import { resetRemote } from "./tool-calls.ts";

const chains = presets.thorchain.chains.filter(({ native }) => !native).map(({ code }) => code);
const ofEach = (toKey: (chain: string) => string, value: number | string | null) =>
  Object.fromEntries(chains.map((chain) => [toKey(chain), value]));

const scenes: readonly (readonly [what: string, changes: readonly Change[], says: RegExp])[] = [
  ["every chain halted by its own parameter", [{ mimir: ofEach(tradingHalt, "-10") }], /HALTAVAXTRADING/],
  ["signing halted for every chain too", [{ mimir: ofEach(signingHalt, 1) }], /HALTSIGNINGAVAX/],
  [
    "open again, every chain with a halt scheduled",
    [{ mimir: { ...ofEach(tradingHalt, "+600"), ...ofEach(signingHalt, null) } }],
    /halts\sin/,
  ],
  ["the network halted", [{ mimir: { HALTTRADING: "-10" } }], /Trading on every chain/],
  [
    "providers that disagree on every chain",
    [
      { mimir: { HALTTRADING: null } },
      { provider: "node1", inbound: Object.fromEntries(chains.map((chain) => [chain, { address: "another" }])) },
    ],
    /name different deposit addresses/,
  ],
  ["stale", [{ frozen: true, blockTimeOffsetMs: -40_000 }], /newest block is \d+\sseconds old/],
  ["upstream down", [{ fault: { kind: "status", status: 503 } }], /no node gave a usable answer/i],
];

test("no scene makes the page too large, even with a full history", { tag: "@slow" }, async ({ request, upstream }) => {
  const remote = await resetRemote(request, upstream);
  for (const [index, [what, changes, says]] of scenes.entries()) {
    await remote.change(...changes);
    await expect(async () => {
      const html = await (await request.get("/status")).text();
      const history = /<section class="history">[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
      // The first two become the history of the others, once both nodes have told them.
      expect((index < 2 ? history : html).replace(/<[^>]*>/g, ""), what).toMatch(says);
      if (index > 1) expect(history.match(/<tr id="/g)?.length, what).toBe(SHOWN_ROWS);
      expect(compressedSize(html), what).toBeLessThanOrEqual(HTML_BYTES);
    }).toPass({ timeout: 20_000, intervals: [500] });
  }
  await remote.reset();
});
