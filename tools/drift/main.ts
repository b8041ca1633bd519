// `npm run drift`: reads every configured node and indexer once, and prints unexpected differences.
// Exits with 1 if there are differences.
import { z } from "zod";
import { readConfig } from "../../bin/read-config.ts";
import { httpTransport } from "../../lib/protocol/upstream/client.ts";
import { createProvider, type Provider } from "../../lib/protocol/upstream/provider.ts";
import { Actions } from "../../lib/protocol/upstream/schemas.ts";
import { PRESETS_DATE } from "../../lib/protocol/values/chains.ts";
import { parseOutputTxid } from "../../lib/protocol/values/txid.ts";
import { compareAnswer, compareFailure } from "./compare.ts";
import { type Endpoint, endpoints } from "./fields.ts";

const { network, preset, nodeUrls, indexerUrls } = readConfig();
/** An id that no node has. A listed id replaces this id, because then answers are complete. */
let txid = "F".repeat(64);
const limits = { attemptMs: 10_000 };
let readings = 0;
let differences = 0;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function compareEndpoint(provider: Provider, endpoint: Endpoint) {
  try {
    const { value } = await provider.get(endpoint.toPath(preset.segment, txid), z.unknown());
    readings += 1;
    const deposits = Actions.safeParse(value).data?.actions.flatMap((action) => action.in) ?? [];
    const txids = deposits.map((deposit) => parseOutputTxid(deposit.txID ?? ""));
    txid = txids.find((id) => id !== null) ?? txid;
    return { endpoint, findings: compareAnswer(endpoint, preset, value), outcome: "read" };
  } catch (error) {
    return { endpoint, ...compareFailure(endpoint, error) };
  }
}

print(`Network ${network}, presets of ${PRESETS_DATE}`);
const providers = [["indexer", indexerUrls] as const, ["node", nodeUrls] as const].flatMap(
  ([kind, urls]) => urls.map((baseUrl, index) => ({ kind, index, baseUrl })),
);
for (const { kind, index, baseUrl } of network === "sample" ? [] : providers) {
  // Prints only the host, because a path may contain an API key.
  print(`\n${kind} ${index + 1}, ${new URL(baseUrl).host}`);
  const setup = { kind, index, baseUrl, transport: httpTransport, now: Date.now, limits };
  const comparisons = endpoints
    .filter((endpoint) => endpoint.kind === kind)
    .map((endpoint) => compareEndpoint(createProvider(setup), endpoint));
  for (const { endpoint, findings, outcome } of await Promise.all(comparisons)) {
    print([`  ${endpoint.name.padEnd(18)} ${outcome}`, ...findings].join("\n    "));
    differences += findings.length;
  }
}

function conclusion(): string {
  if (differences > 0) return "Drift: the answers differ as listed above.";
  if (readings > 0) return "No drift: every answer is as this code expects it.";
  if (network === "sample") return "The sample network reads no provider.";
  return "Offline: nothing was compared.";
}

print(`\n${conclusion()}`);
process.exitCode = differences > 0 ? 1 : 0;
