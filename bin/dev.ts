// `npm run dev`: builds the views of MCP Apps once, then serves the site by `next dev`, which builds pages as they are asked for.
import { join } from "node:path";
import { buildViews } from "./build-views.ts";
import { runChild } from "./child.ts";
import { readConfig } from "./read-config.ts";

await buildViews(readConfig().distDir);
process.exit(await runChild(join("node_modules", "next", "dist", "bin", "next"), "dev", ...process.argv.slice(2)));
