// `node serve.mjs [address]`: serves its own folder on PORT of that address. The default address is `localhost`.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import nextEnv from "@next/env";

const built = JSON.parse(readFileSync(new URL("settings.json", import.meta.url), "utf8"));
const changed = Object.keys(built).filter((name) => process.env[name] && process.env[name] !== built[name]);
if (changed.length > 0) {
  const lines = changed.map((name) => `- ${name} is built in as "${built[name]}"`);
  process.stderr.write(
    `Signpost cannot start: it was built with other settings.\n${lines.join("\n")}\nUnset them, or build again.\n`,
  );
  process.exit(1);
}
process.chdir(fileURLToPath(new URL(".", import.meta.url)));
Object.assign(process.env, built);
nextEnv.loadEnvConfig(process.cwd(), false);
// Next listens on HOSTNAME, which a container sets to its own name. 127.0.0.1 does not work: Next would take its own rewrites
// for rewrites to another site, and send itself a request for each Markdown response.
process.env.HOSTNAME = process.argv[2] ?? "localhost";
process.env.NEXT_TELEMETRY_DISABLED = "1";
await import("./register.mjs");
await import("./server.js");
