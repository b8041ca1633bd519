// `npm run -s server-json > server.json`: the deployment's entry for the MCP registry.
import { registryEntry } from "../lib/site/documents/server-card.ts";
import { readConfig } from "./read-config.ts";

readConfig();
try {
  process.stdout.write(registryEntry());
} catch (error) {
  process.stderr.write(`No server.json: ${(error as Error).message}.\n`);
  process.exitCode = 1;
}
