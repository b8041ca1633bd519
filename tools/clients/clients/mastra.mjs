// @mastra/mcp: the tools as Mastra tools, each named after its server.
import { MCPClient } from "@mastra/mcp";
import { run } from "../harness.mjs";

const server = "signpost";
let client;
let tools;
await run({
  async connect(url) {
    client = new MCPClient({ servers: { [server]: { url: new URL(url) } } });
    tools = await client.listTools();
  },
  list: async () => Object.keys(tools).map((name) => name.replace(`${server}_`, "")),
  async call(name, input) {
    const answer = await tools[`${server}_${name}`].execute(input, {});
    return { isError: answer?.isError === true || answer?.error === true, text: JSON.stringify(answer) };
  },
  async read() {
    const resources = await client.resources.list();
    const { contents } = await client.resources.read(server, resources[server][0].uri);
    return contents[0].text;
  },
  async prompt(name, args) {
    const { messages } = await client.prompts.get({ serverName: server, name, args });
    return messages[0].content.text;
  },
  close: () => client.disconnect(),
});
