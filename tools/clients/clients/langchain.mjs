// @langchain/mcp-adapters: the tools as LangChain tools.
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { run } from "../harness.mjs";

const server = "signpost";
let client;
let tools;
await run({
  async connect(url) {
    client = new MultiServerMCPClient({ mcpServers: { [server]: { transport: "http", url } } });
    await client.initializeConnections();
  },
  async list() {
    tools = await client.getTools();
    return tools.map(({ name }) => name);
  },
  async call(name, input) {
    const answer = await tools.find((tool) => tool.name === name).invoke(input);
    return { isError: false, text: typeof answer === "string" ? answer : JSON.stringify(answer) };
  },
  async read() {
    const resources = await client.listResources(server);
    const [content] = await client.readResource(server, resources[server][0].uri);
    return content.text;
  },
  close: () => client.close(),
});
