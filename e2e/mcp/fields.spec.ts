// What an agent saves: `fields` that keep what safety and a poll need, and refusals of arguments in a few words.
import { expect, test } from "@playwright/test";
import { states } from "../said/all-states.ts";
import { TXID } from "../support/transactions.ts";
import { answerOf, call2025, createEndpoint, createPost } from "./endpoint.ts";
import { createHealthyWorld, createSilentWorld, goodInput, runTool } from "./run-tool.ts";

const envelope = ["network", "source", "as_of", "freshness", "warnings", "advice"];
const pollKeys = ["state", "terminal", "refund_expected", "doubt", "next_poll_seconds"];
const safetyKeys = ["trading", "payout_signing", "halted_by", "send_before", "withheld"];
const unread = createSilentWorld().network;
const quoted = { ...goodInput.get_swap_quote, destination: `0x${"ab".repeat(20)}` };

const depositKeys = [
  ...["destination", "refund_address", "affiliate"],
  ...["memo", "inbound_address", "router", "token_contract", "token_decimals"],
  ...["gas_rate", "gas_rate_units", "gas_rate_per"],
];
for (const [tool, input, field, always] of [
  ["get_swap_status", goodInput.get_swap_status, "out", pollKeys],
  ["get_swap_quote", goodInput.get_swap_quote, "fees", safetyKeys],
  // A deposit is told whole or not at all.
  ["get_swap_quote", quoted, "expected_amount_out", [...safetyKeys, ...depositKeys]],
  ["get_network_status", {}, "queue", []],
] as const)
  test(`${tool} with fields has the envelope, ${field} and what must never be left out`, async () => {
    const { structured, text } = await runTool(tool, { ...input, fields: [field] });
    expect(new Set(Object.keys(structured))).toEqual(new Set([...envelope, ...always, field]));
    const whole = await runTool(tool, input);
    expect(structured[field]).toEqual(whole.structured[field]);
    if (always.length > 0) expect(text).toContain(`${field}: ${JSON.stringify(structured[field])}`);
    // The first line has the codes that an agent acts on, with or without fields.
    if (always.length > 0) expect(text.split("\n", 1)).toEqual(whole.text.split("\n", 1));
    expect(text.length).toBeLessThan(whole.text.length);
  });

/** Bytes of an answer as the endpoint sends it. */
async function countBytes(tool: string, input: object, network = createHealthyWorld().network) {
  const endpoint = createEndpoint(network);
  const call = call2025("tools/call", { name: tool, arguments: input });
  const response = await endpoint(createPost(call));
  return Buffer.byteLength(await response.text());
}

test("a poll is at most 1 kB in every state", async () => {
  for (const [state, { setting, questions }] of Object.entries(states))
    for (const question of questions) {
      if (question.about !== "swap") continue;
      const { about: _, ...input } = question;
      const { network } = await setting();
      const bytes = await countBytes("get_swap_status", { ...input, fields: ["state"] }, network);
      expect(bytes, state).toBeLessThanOrEqual(1_024);
    }
});

const side = { to: "ETH", amount: "1" };
for (const [tool, input] of [
  ["get_swap_quote", {}],
  ["get_swap_quote", { ...side, from: "USDT" }],
  ["get_swap_quote", { ...side, from: "USDT on Bitcoin" }],
  ["get_swap_quote", { ...side, from: "ETH", streaming: { interval: 1 } }],
  ["get_swap_quote", { ...quoted, fields: ["nonsense"] }],
  ["get_swap_quote", { ...quoted, destination: "two words" }],
  ["get_swap_status", { txid: "63" }],
  ["get_swap_status", { txid: "63", chain: "nonsense" }],
  ["get_network_status", { fields: ["nonsense"] }],
  ["list_pools", { asset: "nonsense" }],
] as const)
  test(`${tool} ${JSON.stringify(input).slice(0, 60)} is refused in at most 500 bytes`, async () => {
    const endpoint = createEndpoint();
    const call = call2025("tools/call", { name: tool, arguments: input });
    const { body, text } = await answerOf(await endpoint(createPost(call)));
    expect(body?.result).toMatchObject({ isError: true, content: [{ type: "text" }] });
    const { structuredContent } = body?.result ?? {};
    expect(Object.keys(Object(structuredContent))).toEqual(["error"]);
    expect(Object.keys(Object(structuredContent).error)).toContain("code");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(500);
  });

test("the text has what was asked for and what safety needs, each once", async () => {
  const fields = ["withheld", "seconds", "seconds", "send_before"];
  const { structured, text } = await runTool("get_swap_quote", {
    ...goodInput.get_swap_quote,
    fields,
  });
  for (const name of ["withheld", "seconds", "payout_signing"])
    expect(text.split(`\n${name}: ${JSON.stringify(structured[name])}`), name).toHaveLength(2);
  expect(text).toContain(`send_before ${structured.send_before}`);
  const silent = await runTool("get_swap_status", { txid: TXID, fields: ["state"] }, unread);
  expect(silent.isError).toBe(true);
  expect(silent.text).toContain(String(Object(silent.structured.error).hint));
});

test("an unknown field is refused with the one that is meant", async () => {
  for (const [written, said] of [
    ["warnings", "fields: warnings is in every answer. Leave it out."],
    ["memmo", "fields: the answer has no key memmo. Did you mean memo?"],
    ["zzzz", "fields: the answer has no key zzzz. Without it, the answer has them all."],
    ["<b>", "fields: the answer has no key. Without it, the answer has them all."],
  ]) {
    const { text } = await runTool("get_swap_quote", { ...quoted, fields: [written] });
    expect(text).toContain(said);
  }
});
