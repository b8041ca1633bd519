// What /mcp costs a model to read, in o200k tokens: the table of docs/verification.md, and each text about one swap in every named state.
import { expect, test } from "@playwright/test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import { serverInstructions } from "../../lib/mcp/server.ts";
import { tools } from "../../lib/mcp/tools/all.ts";
import { inputJsonSchema, outputJsonSchema } from "../../lib/mcp/tools/json-schema.ts";
import { states } from "../said/all-states.ts";
import type { Question } from "../said/state.ts";
import { expectCommitted, readSection } from "../support/project-docs.ts";
import { createSampleNetwork } from "../support/sample-network.ts";
import { goodInput, runTool } from "./run-tool.ts";

/** A quote with warnings has more than an ordinary one. */
const BUDGET = { quote: 700, warnedQuote: 950, status: 400 };
const answerBudgets: Readonly<Record<string, number | null>> = {
  list_pools: 700,
  get_network_status: 1200,
  get_inbound_addresses: null,
  get_swap_quote: 450,
  get_swap_status: 400,
};

test("every budget is kept, and docs/verification.md shows the counts", async () => {
  const joined = (values: readonly object[]) =>
    values.map((value) => JSON.stringify(value)).join("");
  const inputs = tools.map(({ name, description, inputSchema: schema }) => {
    const inputSchema = inputJsonSchema(schema);
    return { name, description, inputSchema };
  });
  const outputs = tools.map(({ outputSchema }) => outputJsonSchema(outputSchema));
  const listed = prompts.map(({ name, title, description }) => ({ name, title, description }));
  const instructions = serverInstructions("Signpost", "https://signpost.example/AGENTS.md");
  const texts: (readonly [what: string, text: string, budget: number | null])[] = [
    ["Names, descriptions and input schemas of all tools", joined(inputs), 2000],
    ["Output schemas of all tools", joined(outputs), 2500],
    ["Instructions", instructions, null],
    ["Names and descriptions of all prompts", joined(listed), null],
  ];
  const network = createSampleNetwork({ now: () => Date.UTC(2026, 10, 20, 3, 12, 33) });
  for (const [name, budget] of Object.entries(answerBudgets)) {
    const input = name === "get_swap_status" ? { txid: "0010".repeat(16) } : goodInput[name];
    const { text, isError } = await runTool(name, input, network);
    expect(isError).toBe(false);
    texts.push([`Answer of \`${name}\``, text, budget]);
  }
  const rows = texts.map(([what, text, budget]) => {
    const tokens = countTokens(text);
    expect(tokens, what).toBeLessThanOrEqual(budget ?? Number.POSITIVE_INFINITY);
    return `| ${what} | ${tokens} | ${budget === null ? "" : `≤ ${budget}`} |`;
  });
  const table = ["| What | Tokens | Budget |", "| --- | --- | --- |", ...rows].join("\n");
  const section = readSection("docs/verification.md", "## Tokens");
  expectCommitted("docs/verification.md", table, section.slice(section.indexOf("| What")).trim());
  expect(section).toContain(
    `status has at most ${BUDGET.status} tokens, and the text of a quote at most ${BUDGET.quote}`,
  );
});

/** What the answers about one swap are called for. */
const listCalls = (questions: readonly Question[]) =>
  questions.flatMap((question) => {
    if (question.about === "quote") return { name: "get_swap_quote", input: question.input };
    const { about, ...input } = question;
    return about === "swap" ? { name: "get_swap_status", input } : [];
  });

test("each text about a swap stays within its budget", async () => {
  for (const [state, { setting, questions }] of Object.entries(states))
    for (const { name, input } of listCalls(questions)) {
      const { network } = await setting();
      const { text, structured } = await runTool(name, input, network);
      const isOrdinary = [structured.warnings].flat().length === 0;
      const quoteBudget = isOrdinary ? BUDGET.quote : BUDGET.warnedQuote;
      const budget = name === "get_swap_quote" ? quoteBudget : BUDGET.status;
      expect(countTokens(text), `${state}: ${text}`).toBeLessThanOrEqual(budget);
    }
});
