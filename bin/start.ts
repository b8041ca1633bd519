// `npm start`: builds if no build matches the sources and settings, then serves. An image has no
// tools to build with: there, `--built` ends the process if its build does not match.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Config, setProductionEnvironment } from "../lib/config.ts";
import { readBuildStamp, stampFilePath } from "../lib/runtime/build-stamp.ts";
import { builtPagesFile } from "../lib/site/serve/built-pages.ts";
import { runChild } from "./child.ts";
import { readConfig } from "./read-config.ts";

const jitiCli = join("node_modules", "jiti", "lib", "jiti-cli.mjs");
const { values: options } = parseArgs({
  options: {
    built: { type: "boolean" },
    "build-only": { type: "boolean" },
    compiled: { type: "string" },
  },
});

function hasBuild(settings: Config): boolean {
  const stampFile = stampFilePath(settings.distDir);
  if (!existsSync(stampFile) || !existsSync(builtPagesFile(settings.distDir))) return false;
  return readFileSync(stampFile, "utf8") === readBuildStamp(settings);
}

async function build(): Promise<void> {
  process.stdout.write("Building: there is no build of these sources and settings yet.\n");
  const exitCode = await runChild(
    jitiCli,
    join("bin", "build.ts"),
    ...(options.compiled ? ["--compiled", options.compiled] : []),
  );
  if (exitCode !== 0) process.exit(exitCode);
}

setProductionEnvironment();
if (!hasBuild(readConfig())) {
  if (options.built) {
    process.stderr.write(
      "This image was built with other settings or sources. Build it again, with these settings as build arguments: its documents name addresses and the network.\n",
    );
    process.exit(1);
  }
  await build();
}
if (!options["build-only"]) await import("./server.ts");
