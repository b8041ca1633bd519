// The cost of the MCP server to a model, in o200k tokens, for a network of 40 pools and 13 chains.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { prompts } from "../../../lib/mcp/prompts/prompts.ts";
import { serverInstructions } from "../../../lib/mcp/server.ts";
import { tools } from "../../../lib/mcp/tools/all.ts";
import { inputJsonSchema, outputJsonSchema } from "../../../lib/mcp/tools/shapes.ts";
import type { InboundsReading } from "../../../lib/protocol/model/network-status.ts";
import { agreed } from "../../support/agreed.ts";
import { chains, createFakeNetwork, inbounds } from "./fake-network.ts";
import { goodInput, runTool } from "./run-tool.ts";

export { countTokens };

export interface TokenRow {
  readonly what: string;
  readonly tokens: number;
  /** The maximum; null if only a sum is limited. */
  readonly budget: number | null;
}

const evmAddress = agreed("0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad");
const network = createFakeNetwork({ getInbounds: async () => allInboundsOpen() });

/** An open address on every chain, which makes the longest answer. */
function allInboundsOpen(): InboundsReading {
  const [bitcoin] = inbounds.chains;
  if (!bitcoin) throw new Error("no inbound address to copy");
  const all = chains.map(({ chain, gasAsset, gasRateUnits }) => {
    const evm = gasRateUnits === "gwei" ? { address: evmAddress, router: evmAddress } : {};
    return { ...bitcoin, chain, gasAsset, gasRateUnits, ...evm };
  });
  return { ...inbounds, chains: all };
}

const budgets: readonly (readonly [name: string, maximum: number | null])[] = [
  ["list_pools", 700],
  ["get_network_status", 1200],
  ["get_inbound_addresses", null],
  ["get_swap_quote", 450],
  ["get_swap_status", 400],
];

/** The definitions, then each tool's text with default arguments. */
export async function measureTokens(): Promise<TokenRow[]> {
  const inputs = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, inputSchema: inputJsonSchema(inputSchema) }),
  );
  const outputs = tools.map((tool) => JSON.stringify(outputJsonSchema(tool.outputSchema)));
  const listed = prompts.map(({ name, title, description }) =>
    JSON.stringify({ name, title, description }),
  );
  const rows: TokenRow[] = [
    {
      what: "Names, descriptions and input schemas of all tools",
      tokens: countTokens(inputs.join("")),
      budget: 2000,
    },
    { what: "Output schemas of all tools", tokens: countTokens(outputs.join("")), budget: 2500 },
    {
      what: "Instructions",
      tokens: countTokens(serverInstructions("Signpost", "https://signpost.example/AGENTS.md")),
      budget: null,
    },
    {
      what: "Names and descriptions of all prompts",
      tokens: countTokens(listed.join("")),
      budget: null,
    },
  ];
  for (const [name, budget] of budgets) {
    const answer = await runTool(name, goodInput[name], network);
    if (answer.isError) throw new Error(`${name} gave no answer to measure`);
    rows.push({ what: `Answer of \`${name}\``, tokens: countTokens(answer.text), budget });
  }
  return rows;
}
