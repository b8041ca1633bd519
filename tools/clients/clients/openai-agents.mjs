// @openai/agents: the server of an agent.
import { MCPServerStreamableHttp } from "@openai/agents";
import { answerOf, run } from "../harness.mjs";

let server;
await run({
  async connect(url) {
    server = new MCPServerStreamableHttp({ url, name: "signpost" });
    await server.connect();
  },
  list: async () => (await server.listTools()).map(({ name }) => name),
  call: async (name, input) => answerOf(await server.callToolResult(name, input)),
  async read() {
    const { resources } = await server.listResources();
    const { contents } = await server.readResource(resources[0].uri);
    return contents[0].text;
  },
  close: () => server.close(),
});
