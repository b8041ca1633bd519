// `npm run platform`: builds what is deployed to Vercel with the pinned command line, and serves it on loopback. No account is needed.
// --built takes what is built already. --compiled FOLDER: see `bin/build.ts`. --processes N: how many each bundle has. --check: lists what is
// wrong with the output, and ends.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { childEnvironment } from "../../lib/config.ts";
import { buildOutput, platformVariables } from "./build.ts";
import { checkOutput } from "./check.ts";
import { readOutput } from "./output.ts";
import { createProcesses } from "./processes.ts";
import { createPlatform } from "./server.ts";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    built: { type: "boolean" },
    processes: { type: "string", default: "1" },
    check: { type: "boolean" },
    compiled: { type: "string" },
  },
});
const given = childEnvironment();
const port = Number(given.PORT ?? 3000);
const environment = { SITE_URL: `http://localhost:${port}`, ...given, ...platformVariables };

if (!values.built) buildOutput(root, environment, values.compiled);
const output = readOutput(join(root, ".vercel", "output"));
if (values.check) {
  const { text, failures } = checkOutput(output, root);
  process.stdout.write(text);
  process.exitCode = failures.length > 0 ? 1 : 0;
} else {
  const processes = createProcesses(root, environment, Number(values.processes));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
  process.once("exit", () => processes.stop());
  const say = () => process.stdout.write(`\nThe build for the platform: http://localhost:${port}\n`);
  createPlatform(output, processes).listen(port, say);
}
