// `npm run clients`: each client of list.ts is taken through the steps of harness.mjs, against the built site on the sample network.
// Ends with "N passed, N failed". `-- --write` puts the table into docs/verification.md, `-- --only NAME` runs one client.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canRun, findNode, install } from "../support/install.ts";
import { replaceMarked } from "../support/marked-text.ts";
import { runNode } from "../support/run-node.ts";
import { startSite } from "../support/site.ts";
import { type ClientResult, clients, clientsTable, isPassed, type McpClient } from "./list.ts";

const MIN_NODE = 24;
const folder = import.meta.dirname;
const docs = join(folder, "../../docs/verification.md");

const say = (text: string) => process.stdout.write(`${text}\n`);

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string } | undefined>>;
}

async function check(
  client: McpClient,
  node: string,
  site: Awaited<ReturnType<typeof startSite>>,
): Promise<ClientResult> {
  const lock: Lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const version = lock.packages[`node_modules/${client.name}`]?.version ?? "unknown";
  const [lastLine = ""] = site.log().trimEnd().split("\n").slice(-1);
  // Some clients write to a folder in the user's home.
  const home = mkdtempSync(join(tmpdir(), "client-"));
  const script = [join("clients", client.file), site.url];
  const { output } = await runNode(node, script, folder, { HOME: home, USERPROFILE: home });
  rmSync(home, { recursive: true, force: true });
  const result = /^\{"connect":.*\}$/m.exec(output)?.[0];
  const log = site.log();
  const own = log.slice(Math.max(log.lastIndexOf(lastLine), 0) + lastLine.length);
  const eras = [...own.matchAll(/"era":"(\d+)"/g)].map(([, era]) => era as string);
  return {
    client,
    version,
    eras: [...new Set(eras)].sort(),
    steps: result === undefined ? { connect: output } : JSON.parse(result),
  };
}

/** Writes the table, or tells whether the document has another one. */
function isOutdated(table: string): boolean {
  const text = readFileSync(docs, "utf8");
  const written = replaceMarked(text, "clients", table);
  if (process.argv.includes("--write")) writeFileSync(docs, written);
  else if (written !== text) say("docs/verification.md has another table. npm run clients -- --write renews it.");
  return !process.argv.includes("--write") && written !== text;
}

if (!canRun(MIN_NODE)) {
  say(
    `Skipped: the clients need Node ${MIN_NODE}, and this is ${process.versions.node} (${process.platform} ${process.arch}).`,
  );
  say("0 passed, 0 failed");
} else {
  const only = process.argv.indexOf("--only");
  const chosen = only < 0 ? clients : clients.filter(({ name }) => name === process.argv[only + 1]);
  install(folder);
  const node = findNode(folder, MIN_NODE);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const site = await startSite();
  try {
    const results: ClientResult[] = [];
    for (const client of chosen) results.push(await check(client, node, site));
    const failed = results.filter((result) => !isPassed(result));
    for (const { client, steps } of failed)
      say(`${client.name}: ${JSON.stringify(steps, null, 2).replaceAll("\\n", "\n")}\n`);
    say(clientsTable(results));
    const faults = failed.length + (only < 0 && isOutdated(clientsTable(results)) ? 1 : 0);
    say(`${results.length - failed.length} passed, ${faults} failed`);
    process.exitCode = faults > 0 ? 1 : 0;
  } finally {
    await site.stop();
  }
}
