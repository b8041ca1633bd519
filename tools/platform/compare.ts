// `npm run forms`: asks `npm start` and what is deployed to Vercel the same, and lists where their answers differ.
// Ends with "N passed, N failed". --built: the output is built already.
import { compareForms, listQuestions } from "../../e2e/support/compare-forms.ts";
import { sampleSettings, startProcess } from "../../e2e/support/start-process.ts";
import { platformsOwn } from "./own-differences.ts";

const limitMs = 600_000;
const jiti = "node_modules/jiti/lib/jiti-cli.mjs";
// Those of the specs of two hosts, so that their build is used again.
const [port, platformPort] = [4313, 4314];
const environment = {
  ...sampleSettings(`http://localhost:${port}`),
  SWAP_URL: `http://127.0.0.1:${port}`,
  CONTACT_EMAIL: "ops@example.org",
  RATE_LIMIT: "0",
};
const say = (text: string) => process.stdout.write(`${text}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const own = await startProcess({
  args: [jiti, "bin/start.ts"],
  environment: { ...environment, DIST_DIR: ".next-hosts", PORT: `${port}` },
  ready: /^Network: /m,
  limitMs,
});
const platform = await startProcess({
  args: [jiti, "tools/platform/run.ts", ...process.argv.slice(2)],
  environment: { ...environment, DIST_DIR: ".next", PORT: `${platformPort}` },
  ready: /^The build for the platform: /m,
  limitMs,
});
try {
  const forms = [`http://localhost:${port}`, `http://localhost:${platformPort}`] as const;
  const questions = listQuestions([`localhost:${port}`, `127.0.0.1:${port}`]);
  const { requests, differences } = await compareForms(forms, questions, platformsOwn);
  for (const difference of differences) say(`✗ ${difference}`);
  say(`${requests} requests, ${differences.length} differences that tools/platform/own-differences.ts does not name`);
  const failed = differences.length;
  say(`${requests - Math.min(failed, requests)} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await Promise.all([own.stop(), platform.stop()]);
}
