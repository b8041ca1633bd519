// @ai-sdk/mcp: the tools as functions that a model of the AI SDK calls.
import { createMCPClient } from "@ai-sdk/mcp";
import { answerOf, run } from "../harness.mjs";

let client;
let tools;
await run({
  async connect(url) {
    client = await createMCPClient({ transport: { type: "http", url } });
  },
  async list() {
    tools = await client.tools();
    return Object.keys(tools);
  },
  call: async (name, input) => answerOf(await tools[name].execute(input, { toolCallId: "1", messages: [] })),
  async read() {
    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: resources[0].uri });
    return contents[0].text;
  },
  async prompt(name, input) {
    const { messages } = await client.getPrompt({ name, arguments: input });
    return messages[0].content.text;
  },
  close: () => client.close(),
});
