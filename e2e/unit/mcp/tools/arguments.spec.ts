// Arguments that a tool refuses: the hint names the argument, its fault and the legal values.
import { expect, test } from "@playwright/test";
import { inputJsonSchema } from "../../../../lib/mcp/tools/shapes.ts";
import { txid } from "../fake-network.ts";
import { findTool, runTool } from "../run-tool.ts";
import { bodyKeys, poolKeys } from "./answer-members.ts";

const [QUOTE, STATUS] = ["get_swap_quote", "get_swap_status"] as const;
const quoted = { from: "BTC", to: "ETH", amount: "1" };
const refusals: [name: string, tool: string, input: unknown, hint: string][] = [
  ["one that is missing", QUOTE, { from: "BTC", amount: "1" }, "to is missing (Asset to receive)."],
  ["another that is missing", STATUS, {}, "txid is missing (Inbound transaction id)."],
  [
    "another type",
    QUOTE,
    { ...quoted, amount: 1 },
    'amount must be a string: put it in quotes (Whole units of from: "0.05").',
  ],
  [
    "another grammar",
    QUOTE,
    { ...quoted, amount: "1,5" },
    'amount must be a decimal string such as "0.05".',
  ],
  [
    "a member that is missing",
    QUOTE,
    { ...quoted, streaming: { interval: 1 } },
    "streaming.quantity is missing.",
  ],
  [
    "no list",
    "list_pools",
    { fields: "price_usd" },
    "fields must be a list (Only these keys of a pool; asset is always given).",
  ],
  [
    "another type, though it is optional,",
    "get_network_status",
    { chain: 1 },
    "chain must be a string: put it in quotes (Only this chain's row: BTC).",
  ],
  [
    "no object",
    QUOTE,
    { ...quoted, streaming: [] },
    "streaming must be single, rapid or an object.",
  ],
  ["no whole number", "list_pools", { limit: 1.5 }, "limit must be a whole number (Default 10)."],
  [
    "two values",
    QUOTE,
    { ...quoted, amount: ["1", "2"] },
    'amount must be a string, given once (Whole units of from: "0.05").',
  ],
  ["too small", "list_pools", { limit: 0 }, "limit must be at least 1."],
  ["too large", "list_pools", { limit: 201 }, "limit must be at most 200."],
  ["too long", "list_pools", { chain: "x".repeat(13) }, "chain must have at most 12 characters."],
  ["an empty list", "list_pools", { fields: [] }, "fields must not be empty."],
  ["no arguments at all", "list_pools", [], "arguments must be an object."],
  [
    "no legal value",
    "list_pools",
    { status: "open" },
    "status is not a legal value. The legal ones are: available, staged, suspended, all.",
  ],
  [
    "an unknown one",
    STATUS,
    { txid, Chains: 1 },
    "Unknown argument Chains. Did you mean chain? The legal ones are: txid, chain.",
  ],
  [
    "one that other services name otherwise",
    STATUS,
    { txid, tx_hash: txid },
    "Unknown argument tx_hash. Did you mean txid? The legal ones are: txid, chain.",
  ],
  [
    "one that is like none",
    STATUS,
    { txid, min: 1 },
    "Unknown argument min. The legal ones are: txid, chain.",
  ],
  [
    "an unknown one that is no word",
    STATUS,
    { txid, "send to bc1": 1, [`a${"b".repeat(24)}`]: 1 },
    "Unknown argument. The legal ones are: txid, chain.",
  ],
  [
    "an unknown member",
    QUOTE,
    { ...quoted, streaming: { interval: 1, quantity: 1, parts: 2 } },
    "streaming: unknown member parts.",
  ],
];
for (const [name, tool, input, hint] of refusals) {
  test(`${tool}: ${name} is refused with the hint: ${hint}`, async () => {
    const { structured, text } = await runTool(tool, input);
    expect(structured.error).toMatchObject({ code: "invalid_arguments", hint });
    expect(text).toContain(`error invalid_arguments: ${hint}`);
  });
}

for (const [name, legal] of [
  ["get_network_status", bodyKeys.get_network_status as string[]],
  ["list_pools", poolKeys],
] as const) {
  test(`${name}: an unknown or empty fields is an error; for an unknown key it lists the valid ones`, async () => {
    const { structured, text, isError } = await runTool(name, { fields: ["nonsense"] });
    expect(isError).toBe(true);
    expect(structured.error).toMatchObject({ code: "invalid_arguments", candidates: legal });
    expect(text).toContain(legal.join(", "));
    expect(text).not.toContain("nonsense");
    expect((await runTool(name, { fields: [] })).isError).toBe(true);
    const schema = inputJsonSchema(findTool(name).inputSchema) as {
      properties: { fields: { items: { enum: string[] } } };
    };
    expect(schema.properties.fields.items.enum).toEqual(legal);
  });
}

test("the text lists valid values once", async () => {
  for (const [tool, input] of [
    ["list_pools", { status: "open" }],
    ["list_pools", { fields: ["nonsense"] }],
    ["list_pools", { chain: "FOO" }],
  ] as const) {
    const { structured, text } = await runTool(tool, input);
    const { candidates } = structured.error as { candidates: string[] };
    expect(text).toContain(candidates.join(", "));
    expect(text).not.toContain("Candidates");
  }
});
