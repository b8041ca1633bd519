// The pricing guide: its order, its formulas, and its figures, which are those of the recorded node.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { renderMarkdown } from "../../../../lib/markdown/render.ts";
import { networkNames, presets } from "../../../../lib/protocol/values/chains.ts";
import { examples, feeGuide, feeRules, getCostCurve } from "../../../../lib/site/prose/fee-guide.ts";
import { root } from "../../../support/root.ts";
import { readTwin } from "../../../support/twin.ts";

const content = readFileSync(`${root}content/pricing.md`, "utf8");
const guide = feeGuide("thorchain");

const listRows = (markdown = "") =>
  markdown
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
    .map((line) => line.slice(2, -2).split(" | "));

test("the guide uses exactly the figures that are made for it", () => {
  const named = [...content.matchAll(/\{\{(fee_\w+)\}\}/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(guide).sort());
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
    expect(section, "the formula ends the section").toMatch(/\n```formula\n[\s\S]*\S += .+\n[\s\S]*```\n*$/);
  }
});

test("a formula is folded below its sentences, and no other code is", () => {
  const html = renderMarkdown(content);
  const formulas = content.match(/^```formula$/gm) ?? [];
  expect(formulas.length).toBeGreaterThan(5);
  expect(html.match(/<details><summary>Formula<\/summary><div class="code"><pre/g)).toHaveLength(formulas.length);
  expect(html.match(/<details/g)).toHaveLength(formulas.length);
  expect(renderMarkdown("```text\na = b\n```")).not.toContain("<details");
});

test("changing values link to the live pages", () => {
  for (const amount of ["0.01", "0.1", "1"])
    expect(content).toContain(`({{swap_origin}}/quote?from=BTC&to=ETH&amount=${amount})`);
  expect(content).toContain("({{swap_origin}}/status)");
});

test("each example tells what the node answered, rounded for reading", () => {
  const { questions } = readTwin();
  const rows = listRows(guide.fee_examples).slice(1);
  const asked = examples.flatMap(({ from, to, amounts }) => amounts.map((amount) => ({ from, to, amount })));
  expect(rows).toHaveLength(asked.length);
  for (const [index, { from, to, amount }] of asked.entries()) {
    const wanted = new URLSearchParams({ from_asset: from, to_asset: to, amount: String(amount) }).toString();
    const found = questions.find(({ kind, query }) => kind === "swap" && query.toString() === wanted);
    const body = found?.answer[1] as unknown as { expected_amount_out: string; max_streaming_quantity: number };
    const [sent = "", parts, , , , , received = ""] = rows[index] ?? [];
    const number = (text: string) => Number(text.split(" ")[0]?.replaceAll(",", ""));
    expect(number(sent) / (Number(amount) / 1e8)).toBeCloseTo(1, 6);
    expect(number(received) / (Number(body.expected_amount_out) / 1e8)).toBeCloseTo(1, 6);
    expect(parts).toBe(String(body.max_streaming_quantity));
  }
});

test("the layers of each example add up to its total, which is a share of what is sent", () => {
  const dollars = (text = "") => Number(/\$([\d,.]+)/.exec(text)?.[1]?.replaceAll(",", ""));
  for (const [sent, , liquidity, impact, outbound, total = ""] of listRows(guide.fee_examples).slice(1)) {
    const layers = [liquidity, impact, outbound].map(dollars).reduce((sum, one) => sum + one, 0);
    // The node writes the fee of a large swap as that of one part times the parts, and takes one outbound fee at other depths.
    expect(Math.abs(layers - dollars(total)), total).toBeLessThan(0.05);
    const percent = Number(/\(([\d.]+) %\)/.exec(total)?.[1]);
    expect(Math.abs(percent - (dollars(total) / dollars(sent)) * 100)).toBeLessThan(0.006);
  }
});

test("the curve falls to its end in parts, and rises again in one part", () => {
  for (const text of [guide.fee_curve, guide.fee_curve_summary, guide.fee_break_even])
    expect(text).toMatch(/^Recorded on a test node on \d{4}-\d\d-\d\d UTC, not live\./);
  const rows = listRows(guide.fee_curve).slice(1);
  const percents = rows.map((row) => row.slice(1).map((text) => Number(text.replace(" %", ""))));
  const [first, last] = [percents[0] as number[], percents.at(-1) as number[]];
  expect(first[0]).toBe(first[1]);
  expect(Math.min(...percents.map(([split = 0]) => split))).toBe(last[0]);
  expect(last[1]).toBeGreaterThan(first[1] as number);
  expect(percents.every(([split = 0, single = 0]) => split <= single)).toBe(true);
  expect(guide.fee_curve_summary).toContain(`at $100 the total cost was ${rows[0]?.[1]}. At $1,000,000 it was`);
  expect(guide.fee_curve_summary).toContain(`${rows.at(-1)?.[1]} in parts and ${rows.at(-1)?.[2]} in one part`);
  expect(guide.fee_curve_summary).toContain("these figures hold if others refill the pools in between");
});

test("from the named size on, an outbound fee is at most 1 %, and a payout in RUNE costs nothing", () => {
  const rows = listRows(guide.fee_break_even).slice(1);
  expect(rows[0]).toEqual(["THORChain", "none", "any size"]);
  expect(rows.length).toBeGreaterThan(10);
  for (const [chain, fee = "", size = ""] of rows.slice(1)) {
    const [cost, from] = [fee, size].map((text) => Number(text.replace(/[$,]/g, ""))) as [number, number];
    expect(cost, chain).toBeLessThanOrEqual(from / 100 + 0.005);
    expect(cost, chain).toBeGreaterThan((from - 1) / 100 - 0.005);
  }
});

test("every figure has a date and a source, and is never shown as current or as sample data", () => {
  for (const network of ["sample", "thorchain"] as const) {
    expect(feeGuide(network).fee_snapshot).toMatch(
      /^These figures are recorded, not live\. A test node with THORNode 3\.17\.0 gave them on 2026-\d\d-\d\d UTC at block 1\./,
    );
  }
  expect(guide.fee_snapshot).toContain("pools of 2025");
  expect(guide.fee_snapshot).toContain("ask for a quote");
});

test("a network without a recorded state of this year has no figures, and says so", () => {
  const { fee_snapshot = "", ...rest } = feeGuide("mayachain");
  expect(fee_snapshot).toMatch(/^No figures of MAYAChain from this year are recorded here\. Ask for \[a quote\]\(/);
  const figures = Object.keys(rest).filter((name) => !Object.hasOwn(feeRules.MAYAChain, name));
  expect(figures.map((name) => rest[name]).join("\n")).not.toMatch(/\d/);
  expect(getCostCurve("mayachain")).toBeNull();
});

test("each network has the rules of its own fees on /pricing, and none of the other's", () => {
  const pages = networkNames.map((network) => {
    const values = feeGuide(network);
    return [network, content.replace(/\{\{([a-z_]+)\}\}/g, (_, name: string) => values[name] ?? "")] as const;
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
        expect(page.includes(sentence), `${network}: ${sentence}`).toBe(protocol === presets[network].protocol);
    expect(page).toContain("The network also sets a least fee in dollars for payouts on other chains.");
  }
});

test("no figure of another year than the one of the recording, and no address, is in the guide", () => {
  for (const text of Object.values(guide)) {
    expect(text).not.toMatch(/\b20(?:1\d|2[0-4])\b/);
    expect(text).not.toMatch(/\b(bc1|ltc1|q[a-z0-9]{30}|0x[0-9a-f]{6}|(thor|maya|cosmos|kujira)1|D[A-Za-z0-9]{30})/i);
  }
});
