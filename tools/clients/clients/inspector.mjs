// The command line of @modelcontextprotocol/inspector. Each step is a process.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { answerOf, run } from "../harness.mjs";

const launcher = "../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const script = new URL(launcher, import.meta.url).pathname;
let url;

async function ask(method, ...args) {
  const command = [script, "--cli", url, "--transport", "http", "--method", method, ...args];
  // An answer that is an error ends it with another code than 0, and is printed all the same.
  const { stdout } = await promisify(execFile)(process.execPath, command).catch((error) => {
    if (error.stdout?.startsWith("{")) return error;
    throw error;
  });
  return JSON.parse(stdout);
}

/** It reads a value as JSON where it can, so that a text of digits needs quotes. */
const pairs = (flag, input) =>
  Object.entries(input).flatMap(([name, value]) => [flag, `${name}=${JSON.stringify(value)}`]);

await run({
  connect(given) {
    url = given;
  },
  // With `--strict` it also fails for a schema that some clients cannot use.
  list: async () => (await ask("tools/list", "--strict")).tools.map(({ name }) => name),
  call: async (name, input) => answerOf(await ask("tools/call", "--tool-name", name, ...pairs("--tool-arg", input))),
  async read() {
    const { resources } = await ask("resources/list");
    const { contents } = await ask("resources/read", "--uri", resources[0].uri);
    return contents[0].text;
  },
  async prompt(name, input) {
    const { messages } = await ask("prompts/get", "--prompt-name", name, ...pairs("--prompt-args", input));
    return messages[0].content.text;
  },
});
