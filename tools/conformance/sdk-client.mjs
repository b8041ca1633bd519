// Runs the 1.x SDK's client against the endpoint at argv[2]. Prints one line per check, "✓ …" or "✗ …".
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const url = new URL(process.argv[2]);
/** Every HTTP request of the client: "GET 405". */
const seen = [];
const watch = async (input, init) => {
  const response = await fetch(input, init);
  seen.push(`${init?.method ?? "GET"} ${response.status} ${response.headers.get("content-type")}`);
  return response;
};
const client = new Client({ name: "conformance", version: "1.0.0" });
const calls = [
  ["list_pools", { limit: 2 }],
  ["get_network_status", { fields: ["trading"] }],
  ["get_inbound_addresses", { chain: "BTC" }],
  ["get_swap_quote", { from: "BTC", to: "ETH", amount: "1" }],
  ["get_swap_status", { txid: "0010".repeat(16) }],
];

const checks = {
  "initialize agrees on 2025-11-25 and names the server": async () => {
    const transport = new StreamableHTTPClientTransport(url, { fetch: watch });
    await client.connect(transport);
    assert.equal(transport.protocolVersion, "2025-11-25");
    assert.equal(transport.sessionId, undefined);
    assert.equal(client.getServerVersion().name, "signpost");
    assert.match(client.getInstructions(), /get_network_status first/);
  },
  "GET for a stream is answered 405 without failing the client": async () => {
    // The client opens its stream during the handshake.
    for (let tries = 0; tries < 100 && !seen.some((line) => line.startsWith("GET ")); tries++) await client.ping();
    assert(
      seen.some((line) => line.startsWith("GET 405 ")),
      seen.join("; "),
    );
  },
  "tools/list names the five tools, each with an output schema": async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map((tool) => tool.name),
      calls.map(([name]) => name),
    );
    for (const tool of tools) assert.equal(tool.outputSchema?.type, "object");
  },
  "each tool answers what its output schema says, as JSON": async () => {
    for (const [name, input] of calls) {
      const answer = await client.callTool({ name, arguments: input });
      assert(!answer.isError, `${name}: ${JSON.stringify(answer.content)}`);
      assert.equal(answer.structuredContent.network, "sample");
      assert.equal(answer.content[0].type, "text");
    }
    assert.deepEqual(
      seen.filter((line) => line.includes("event-stream")),
      [],
    );
  },
  "wrong arguments are a tool error, an unknown tool a protocol error": async () => {
    const wrong = await client.callTool({ name: "list_pools", arguments: { limit: 0 } });
    assert.equal(wrong.isError, true);
    await assert.rejects(client.callTool({ name: "no_such_tool", arguments: {} }), { code: -32602 });
  },
  "progress reaches a caller that asks for it": async () => {
    const reports = [];
    const [name, input] = calls[3];
    await client.callTool({ name, arguments: input }, undefined, { onprogress: (report) => reports.push(report) });
    assert.deepEqual(
      reports.map(({ progress, total }) => [progress, total]),
      [
        [0, 1],
        [1, 1],
      ],
    );
  },
  "resources and prompts are listed and read; an unknown one is refused": async () => {
    const { resources } = await client.listResources();
    assert(resources.length > 0);
    const { contents } = await client.readResource({ uri: resources[0].uri });
    assert.match(contents[0].text, /^---\n/);
    await assert.rejects(client.readResource({ uri: "https://localhost/no-such.md" }), { code: -32602 });
    const { prompts } = await client.listPrompts();
    assert.equal(prompts.length, 3);
    const { messages } = await client.getPrompt({ name: "is_it_safe_to_send", arguments: { from: "BTC" } });
    assert.match(messages[0].content.text, /get_network_status/);
  },
  "close leaves nothing open": () => client.close(),
};

for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
    process.stdout.write(`✓ ${name}\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`✗ ${name}\n${error.stack}\n`);
  }
}
