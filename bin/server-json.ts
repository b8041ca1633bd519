// `npm run -s server-json > server.json`: the entry for the MCP registry, made of the settings of a deployment.
import { registryEntry } from "../lib/site/documents/server-card.ts";
import { readConfig } from "./read-config.ts";

readConfig();
try {
  process.stdout.write(registryEntry());
} catch (error) {
  process.stderr.write(`No server.json: ${(error as Error).message}.\n`);
  process.exitCode = 1;
}
