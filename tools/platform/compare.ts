// `npm run forms`: asks `npm start`, the same without its listeners, and what is deployed to Vercel the same, and lists where their answers
// differ. Then each form is checked by `npm run verify`. Ends with "N passed, N failed". --built: the output is built already.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { compareForms, listQuestions } from "../../e2e/support/compare-forms.ts";
import { platformDistDir } from "../../e2e/support/forms.ts";
import { sampleSettings, startProcess } from "../../e2e/support/start-process.ts";
import { childEnvironment } from "../../lib/config.ts";
import { bareRows, ownDifferences } from "./own-differences.ts";

const limitMs = 600_000;
const jiti = "node_modules/jiti/lib/jiti-cli.mjs";
const register = pathToFileURL("bin/register.mjs").href;
const [port, barePort, platformPort] = [4313, 4315, 4314];
const environment = {
  ...sampleSettings(`http://localhost:${port}`),
  SWAP_URL: `http://127.0.0.1:${port}`,
  CONTACT_EMAIL: "ops@example.org",
  RATE_LIMIT: "0",
  // A build of its own: those of the specs share code that was compiled for other settings, and so their id.
  DIST_DIR: ".next-forms",
};
const say = (text: string) => process.stdout.write(`${text}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const starts = {
  own: (onPort: number) => ({
    args: [jiti, "bin/start.ts"],
    environment: { ...environment, PORT: `${onPort}` },
    ready: /^Network: /m,
  }),
  bare: (onPort: number) => ({
    args: ["--import", register, "node_modules/next/dist/bin/next", "start", "-p", `${onPort}`],
    environment: { ...environment, LISTENERS: "off", PORT: `${port}` },
    ready: /Ready in/,
  }),
  platform: (onPort: number, built = true) => ({
    args: [jiti, "tools/platform/run.ts", ...(built ? ["--built"] : [])],
    environment: { ...environment, DIST_DIR: platformDistDir, PORT: `${onPort}` },
    ready: /^The build for the platform: /m,
  }),
} as const;
const start = (form: ReturnType<(typeof starts)[keyof typeof starts]>) => startProcess({ ...form, limitMs });

const at = (one: number) => `http://localhost:${one}`;
let [passed, failed] = [0, 0];

async function compareAll(): Promise<void> {
  const servers = [await start(starts.own(port))];
  try {
    servers.push(await start(starts.bare(barePort)));
    servers.push(await start(starts.platform(platformPort, process.argv.includes("--built"))));
    const questions = listQuestions([`localhost:${port}`, `127.0.0.1:${port}`]);
    for (const [form, formPort] of [
      ["bare", barePort],
      ["platform", platformPort],
    ] as const) {
      const known = ownDifferences.filter((one) => one.forms.some((name) => name === form));
      const { requests, differences } = await compareForms([at(port), at(formPort)], questions, known);
      for (const difference of differences) say(`✗ ${form} ${difference}`);
      say(`${form}: ${requests} requests, ${differences.length} differences that own-differences.ts does not name`);
      passed += requests - Math.min(differences.length, requests);
      failed += differences.length;
    }
  } finally {
    await Promise.all(servers.map((one) => one.stop()));
  }
}

/** At the address that the documents name. */
async function verify(form: "bare" | "platform"): Promise<void> {
  const server = await start(starts[form](port));
  const args = [jiti, "verify/main.ts", at(port), "--swap", `http://127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { env: childEnvironment(), stdio: ["ignore", "pipe", "ignore"] });
  try {
    const printed = await text(child.stdout);
    const [, good] = /^(\d+) passed, \d+ failed/m.exec(printed) ?? [];
    const failures = printed.split("\n").filter((line) => /^\s+FAIL/.test(line));
    const others = failures.filter((line) => form !== "bare" || !bareRows.has(line.trim().split(/\s+/)[1] ?? ""));
    for (const line of others) say(`✗ ${form} ${line.trim()}`);
    say(`${form}: npm run verify: ${good} passed, ${failures.length} failed, ${others.length} not named`);
    passed += Number(good ?? 0);
    failed += good === undefined ? 1 : others.length;
  } finally {
    await server.stop();
  }
}

await compareAll();
await verify("bare");
await verify("platform");
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
