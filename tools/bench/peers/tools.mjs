// Our tools as every peer registers them: same names, texts and input
// schemas, with a fixed answer. No output schemas, upstream or guard.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const read = (name) => JSON.parse(readFileSync(join(process.env.BENCH_BYTES, `${name}.json`), "utf8")).result;
const called = ["list_pools", "get_network_status"];

export const tools = read("tools_list").tools.map(({ name, title, description, annotations, inputSchema }) => ({
  name,
  title,
  description,
  annotations,
  inputSchema: z.fromJSONSchema(inputSchema),
  answer: called.includes(name) ? read(name) : { content: [] },
}));

export function registerTools(server) {
  for (const { name, answer, ...definition } of tools) server.registerTool(name, definition, async () => answer);
}
