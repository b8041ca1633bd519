// The steps by the methods that both official SDKs have.
import { answerOf } from "./harness.mjs";

export function officialClient(client, createTransport) {
  return {
    connect: (url) => client.connect(createTransport(url)),
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => answerOf(await client.callTool({ name, arguments: input })),
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
  };
}
