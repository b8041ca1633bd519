// The steps that every client is taken through. A client is an object with a function for each step that its API has.
// Prints one line of JSON: for each step "yes", "none" where the API has no such thing, or the error.
import assert from "node:assert/strict";

const calls = {
  list_pools: { limit: 2 },
  get_network_status: { fields: ["trading"] },
  get_inbound_addresses: { chain: "BTC" },
  get_swap_quote: { from: "BTC", to: "ETH", amount: "1" },
  get_swap_status: { txid: "0010".repeat(16) },
};

const steps = {
  connect: (client) => client.connect(process.argv[2]),
  async list({ list }) {
    assert.deepEqual((await list()).sort(), Object.keys(calls).sort());
  },
  async call({ call }) {
    for (const [name, input] of Object.entries(calls)) {
      const { isError, text } = await call(name, input);
      assert(!isError, `${name}: ${text}`);
      assert.match(text, /sample/, name);
    }
  },
  read: async ({ read }) => assert.match(await read(), /^---\n/),
  prompt: async ({ prompt }) =>
    assert.match(await prompt("is_it_safe_to_send", { from: "BTC" }), /Call `get_network_status`/),
  async refuse({ call }) {
    const { isError, text } = await refusal(call("list_pools", { limit: 0 }));
    assert(isError, text);
    // A client that knows the schema may refuse it by itself.
    assert.match(text, /limit:? must|schema/);
  },
};
const needs = { list: "list", call: "call", read: "read", prompt: "prompt", refuse: "call" };

/** Some clients throw what others return. */
const refusal = (answer) => answer.catch((error) => ({ isError: true, text: String(error?.message ?? error) }));

export async function run(client) {
  const results = {};
  for (const [name, step] of Object.entries(steps)) {
    const need = needs[name];
    results[name] = need && !client[need] ? "none" : await outcome(() => step(client));
    if (name === "connect" && results[name] !== "yes") break;
  }
  results.close = await outcome(() => client.close?.());
  process.stdout.write(`\n${JSON.stringify(results)}\n`);
  // Some clients keep timers or sockets.
  process.exit(0);
}

async function outcome(act) {
  try {
    await act();
    return "yes";
  } catch (error) {
    return String(error?.stack ?? error);
  }
}

/** The text of an answer, from the result of `tools/call`. */
export const answerOf = ({ isError, content }) => ({
  isError: isError === true,
  text: content.map((part) => part.text).join("\n"),
});
