// The pricing guide: its sections, the order of its fees, its formulas, and the rules of each network.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { renderMarkdown } from "../../../../lib/markdown/render.ts";
import { networkNames, presets } from "../../../../lib/protocol/values/chains.ts";
import { feeRules } from "../../../../lib/site/prose/fee-rules.ts";
import { root } from "../../../support/root.ts";

const content = readFileSync(`${root}content/pricing.md`, "utf8");

test("the guide has six sections", () => {
  expect([...content.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual([
    "What would yours cost now?",
    "Fees in order",
    "How a swap runs",
    "Minimum amounts",
    "What a refund costs",
    "Public access",
  ]);
});

test("the guide uses exactly the rules that are written for it", () => {
  const named = [...content.matchAll(/\{\{(fee_\w+)\}\}/g)].map(([, name]) => name);
  for (const rules of Object.values(feeRules))
    expect(named.sort()).toEqual(Object.keys(rules).sort());
});

test("each fee is in the order in which it is taken, with recipient, causes of changes, and its formula below them", () => {
  const [, fees = ""] = /^## Fees in order$([\s\S]*?)^## /m.exec(content) ?? [];
  const [, ...sections] = fees.split(/^### /m);
  expect(sections.map((section) => section.split("\n", 1)[0])).toEqual([
    "1. Network fee",
    "2. Liquidity fee and price impact",
    "3. Affiliate fee",
    "4. Outbound fee",
    "5. Native network fee",
  ]);
  const receivers = [
    /to the miners or validators/,
    /to the protocol: /,
    /to whoever/,
    /protocol takes this fee/,
    /\}\} to the protocol\./,
  ];
  for (const [index, section] of sections.entries()) {
    expect(section).toMatch(receivers[index] as RegExp);
    expect(section).toMatch(/\blarger\b/i);
    expect(section, "the formula ends the section").toMatch(
      /\n```formula\n[\s\S]*\S += .+\n[\s\S]*```\n*$/,
    );
  }
});

test("a formula is folded below its sentences, and no other code is", () => {
  const html = renderMarkdown(content);
  const formulas = content.match(/^```formula$/gm) ?? [];
  expect(formulas.length).toBeGreaterThan(5);
  expect(html.match(/<details><summary>Formula<\/summary><div class="code"><pre/g)).toHaveLength(
    formulas.length,
  );
  expect(html.match(/<details/g)).toHaveLength(formulas.length);
  expect(renderMarkdown("```text\na = b\n```")).not.toContain("<details");
});

test("changing values link to the live pages", () => {
  for (const dollars of ["100", "500", "5000", "50000"])
    expect(content).toContain(`({{swap_origin}}/quote?from=BTC&to=ETH&amount_usd=${dollars})`);
  expect(content).toContain("({{swap_origin}}/status)");
});

test("each network has the rules of its own fees on /pricing, and none of the other's", () => {
  const pages = networkNames.map((network) => {
    const values: Readonly<Record<string, string>> = feeRules[presets[network].protocol];
    return [
      network,
      content.replace(/\{\{([a-z_]+)\}\}/g, (_, name: string) => values[name] ?? ""),
    ] as const;
  });
  const own = {
    THORChain: [
      "A payout in RUNE has no outbound fee since version 3.17. The same is true of synth, trade and secured assets.",
      "Each asset has a multiplier of its own.",
      "(outbound fee + dust threshold) of the more expensive side × 3 × (1 + affiliate share)",
    ],
    MAYAChain: [
      "A payout in CACAO costs a flat fee. A payout in a synth or trade asset costs what that fee is worth in the asset.",
      "All assets have one multiplier.",
      "larger of the two outbound fees × 4",
      "with an affiliate, at least: flat fee of a payout in CACAO × 2 × 10000 / affiliate bps",
      "between two assets on MAYAChain itself: outbound fee of the asset that you send × 2",
    ],
  };
  for (const [network, page] of pages) {
    for (const [protocol, sentences] of Object.entries(own))
      for (const sentence of sentences)
        expect(page.includes(sentence), `${network}: ${sentence}`).toBe(
          protocol === presets[network].protocol,
        );
    expect(page).toContain(
      "The network also sets a least fee in dollars for payouts on other chains.",
    );
  }
});
