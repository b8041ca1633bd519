// What /mcp costs a model to read, in o200k tokens: the table of docs/verification.md, and each text about one swap in every named state.
import { expect, test } from "@playwright/test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import { serverInstructions } from "../../lib/mcp/server.ts";
import { tools } from "../../lib/mcp/tools/all.ts";
import { inputJsonSchema, outputJsonSchema } from "../../lib/mcp/tools/json-schema.ts";
import type { Network } from "../../lib/protocol/network.ts";
import { states } from "../said/all-states.ts";
import type { Question } from "../said/state.ts";
import { expectCommitted, readSection } from "../support/project-docs.ts";
import { createSampleNetwork } from "../support/sample-network.ts";
import { goodInput, runTool } from "./run-tool.ts";

/** A quote with warnings has more than an ordinary one. */
const BUDGET = { quote: 500, warnedQuote: 800, status: 400 };
const answerBudgets: Readonly<Record<string, number | null>> = {
  list_pools: 700,
  get_network_status: 1200,
  get_inbound_addresses: null,
  get_swap_quote: 450,
  get_swap_status: 400,
};

/** The definitions, then each tool's text with default arguments. */
async function measureTokens(): Promise<(readonly [string, string, number | null])[]> {
  const network = createSampleNetwork({ now: () => Date.UTC(2026, 10, 20, 3, 12, 33) });
  const inputs = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, inputSchema: inputJsonSchema(inputSchema) }),
  );
  const outputs = tools.map((tool) => JSON.stringify(outputJsonSchema(tool.outputSchema)));
  const listed = prompts.map(({ name, title, description }) =>
    JSON.stringify({ name, title, description }),
  );
  const instructions = serverInstructions("Signpost", "https://signpost.example/AGENTS.md");
  const answers = [];
  for (const [name, budget] of Object.entries(answerBudgets)) {
    const input = name === "get_swap_status" ? { txid: "0010".repeat(16) } : goodInput[name];
    const answer = await runTool(name, input, network);
    expect(answer.isError).toBe(false);
    answers.push([`Answer of \`${name}\``, answer.text, budget] as const);
  }
  return [
    ["Names, descriptions and input schemas of all tools", inputs.join(""), 2000],
    ["Output schemas of all tools", outputs.join(""), 2500],
    ["Instructions", instructions, null],
    ["Names and descriptions of all prompts", listed.join(""), null],
    ...answers,
  ];
}

test("every budget is kept, and docs/verification.md shows the counts", async () => {
  const rows = (await measureTokens()).map(([what, text, budget]) => {
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

/** The text of a quote or of a swap's status, and how long it may be. Null for another question. */
async function readSwapText(network: Network, question: Question) {
  if (question.about === "swap") {
    const { about: _, ...input } = question;
    const { text } = await runTool("get_swap_status", input, network);
    return { text, budget: BUDGET.status };
  }
  if (question.about !== "quote") return null;
  const { text, structured } = await runTool("get_swap_quote", question.input, network);
  const isOrdinary = Array.isArray(structured.warnings) && structured.warnings.length === 0;
  return { text, budget: isOrdinary ? BUDGET.quote : BUDGET.warnedQuote };
}

for (const [name, { setting, questions }] of Object.entries(states))
  test(`${name}: each text about a swap stays within its budget`, async () => {
    const { network } = await setting();
    for (const question of questions) {
      const { text, budget } = (await readSwapText(network, question)) ?? { text: "", budget: 0 };
      expect(countTokens(text), text).toBeLessThanOrEqual(budget);
    }
  });
