// The token budgets, counted with the real vocabulary, and their table in docs/verification.md.
import { expect, test } from "@playwright/test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expectCommitted, readSection } from "../../support/project-docs.ts";
import { chains, pools } from "./fake-network.ts";
import { runTool } from "./run-tool.ts";
import { countTokens, measureTokens } from "./token-counts.ts";

test("tokens are counted with o200k", () => {
  expect(encode("hello world")).toEqual([24912, 2375]);
  expect(countTokens("hello world")).toBe(2);
});

test("the measured network has 40 pools and 13 chains", () => {
  expect(chains.length).toBe(13);
  expect(pools.filter((pool) => pool.status === "available").length).toBe(40);
});

test("every budget is kept", async () => {
  const rows = await measureTokens();
  expect(rows.filter(({ budget }) => budget !== null).length).toBe(6);
  expect(rows.filter(({ tokens, budget }) => budget !== null && tokens > budget)).toEqual([]);
});

test("a longer answer would exceed its budget", async () => {
  const whole = await runTool("list_pools", { limit: 41 });
  expect(countTokens(whole.text)).toBeGreaterThan(700);
});

test("docs/verification.md shows the counts", async () => {
  const rows = (await measureTokens()).map(
    ({ what, tokens, budget }) =>
      `| ${what} | ${tokens} | ${budget === null ? "" : `≤ ${budget}`} |`,
  );
  const table = ["| What | Tokens | Budget |", "| --- | --- | --- |", ...rows].join("\n");
  const section = readSection("docs/verification.md", "## Tokens");
  expectCommitted("docs/verification.md", table, section.slice(section.indexOf("| What")).trim());
});
