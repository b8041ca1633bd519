// mcporter, by its runtime, which its command line uses.
import { createRuntime } from "mcporter";
import { answerOf, run } from "../harness.mjs";

const server = "signpost";
let runtime;
await run({
  async connect(url) {
    runtime = await createRuntime({
      servers: [{ name: server, command: { kind: "http", url: new URL(url) } }],
    });
    await runtime.connect(server, { disableOAuth: true });
  },
  list: async () => (await runtime.listTools(server, { disableOAuth: true })).map(({ name }) => name),
  call: async (name, args) => answerOf(await runtime.callTool(server, name, { args, disableOAuth: true })),
  async read() {
    const { resources } = await runtime.listResources(server, { disableOAuth: true });
    const { contents } = await runtime.readResource(server, resources[0].uri, { disableOAuth: true });
    return contents[0].text;
  },
  close: () => runtime.close(),
});
