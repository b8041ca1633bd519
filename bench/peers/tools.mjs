// Our tools as every peer registers them: the same names, texts and arguments, and an answer that is ready made. No upstream, no guard.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const read = (name) => JSON.parse(readFileSync(join(process.env.BENCH_BYTES, `${name}.json`), "utf8")).result;
const listed = new Map(read("tools_list").tools.map((tool) => [tool.name, tool]));

const shapes = {
  list_pools: {
    asset: z.string().min(1).max(120).optional(),
    chain: z.string().min(1).max(12).optional(),
    status: z.enum(["available", "staged", "suspended", "all"]).optional(),
    limit: z.number().int().min(1).max(200).optional(),
    fields: z.array(z.string()).min(1).optional(),
  },
  get_network_status: { fields: z.array(z.string()).min(1).optional() },
};

/** The two tools that are called, and the others by their definitions alone, so that every list is as long as ours. */
export const tools = [...listed.values()].map(({ name, title, description, annotations }) => ({
  name,
  title,
  description,
  annotations,
  shape: shapes[name] ?? {},
  answer: name in shapes ? read(name) : { content: [] },
}));

export function registerTools(server) {
  for (const { name, title, description, annotations, shape, answer } of tools) {
    server.registerTool(name, { title, description, annotations, inputSchema: z.object(shape) }, async () => answer);
  }
}
