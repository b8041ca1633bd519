// `node serve.mjs [address]`: serves the folder that it lies in, on PORT of that address, `localhost` where none is named.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import nextEnv from "@next/env";

const built = JSON.parse(readFileSync(new URL("settings.json", import.meta.url), "utf8"));
const other = Object.keys(built).filter((name) => process.env[name] && process.env[name] !== built[name]);
if (other.length > 0) {
  const lines = other.map((name) => `- ${name} is built in as "${built[name]}"`);
  process.stderr.write(
    `Signpost cannot start: this build is of other settings.\n${lines.join("\n")}\nUnset them, or build again.\n`,
  );
  process.exit(1);
}
process.chdir(fileURLToPath(new URL(".", import.meta.url)));
Object.assign(process.env, built);
nextEnv.loadEnvConfig(process.cwd(), false);
// Next listens on what HOSTNAME says, and a container's own name stands there. Not 127.0.0.1: by that name Next takes its own
// rewrites for those to another site, and asks itself for each Markdown answer.
process.env.HOSTNAME = process.argv[2] ?? "localhost";
process.env.NEXT_TELEMETRY_DISABLED = "1";
await import("./register.mjs");
await import("./server.js");
