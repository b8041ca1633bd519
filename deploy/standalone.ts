// `npm run standalone`: builds the site into .next/standalone, a folder with all that the site needs. `node serve.mjs` in it serves.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readConfig } from "../bin/read-config.ts";
import { buildSettings, childEnvironment } from "../lib/config.ts";
import { missingScriptsFile } from "../lib/site/serve/page-policy.ts";

const settings = readConfig();
const { distDir } = settings;
const folder = join(distDir, "standalone");
const jiti = join("node_modules", "jiti", "lib", "jiti-cli.mjs");

const { status } = spawnSync(process.execPath, [jiti, join("bin", "build.ts")], {
  stdio: "inherit",
  env: { ...childEnvironment(), STANDALONE: "1" },
});
if (status !== 0) process.exit(status ?? 1);

// Next copies no static files, because a CDN could serve them. bin/build.ts adds headers to the others after Next's build.
for (const name of ["static", join("server", "app"), "prerender-manifest.json"])
  cpSync(join(distDir, name), join(folder, distDir, name), { recursive: true });
copyFileSync(missingScriptsFile(distDir), join(folder, missingScriptsFile(distDir)));
for (const script of [join("deploy", "serve.mjs"), join("bin", "register.mjs")])
  copyFileSync(script, join(folder, basename(script)));

/** siteUrl → SITE_URL */
const variableName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
const built = Object.fromEntries(
  [...buildSettings, "distDir" as const].map((name) => [variableName(name), String(settings[name] ?? "")]),
);
writeFileSync(join(folder, "settings.json"), `${JSON.stringify(built, null, 2)}\n`);
process.stdout.write(`\n${folder} is complete. Copy it anywhere and run in it: node serve.mjs\n`);
