// `npm run drift`: reads every configured live provider once, and prints unexpected differences.
// Exits with 1 if there are some.
import { z } from "zod";
import { readConfig } from "../../bin/read-config.ts";
import { httpTransport } from "../../lib/protocol/upstream/client.ts";
import { InboundAddresses, Mimir } from "../../lib/protocol/upstream/network-schemas.ts";
import { createProvider } from "../../lib/protocol/upstream/provider.ts";
import { Actions } from "../../lib/protocol/upstream/schemas.ts";
import { PRESETS_DATE } from "../../lib/protocol/values/chains.ts";
import { readOutputTxid } from "../../lib/protocol/values/txid.ts";
import { compareBody, compareChains, compareFailure, compareHaltKeys } from "./compare.ts";
import { type Endpoint, endpoints } from "./fields.ts";

const limits = { attemptMs: 10_000 };
/** Unseen by any node. A listed id replaces it, because then the nodes' answer is complete. */
let txid = "F".repeat(64);
let readings = 0;
let differences = 0;
const { network, preset, nodeUrls, indexerUrls } = readConfig();
const print = (line: string) => process.stdout.write(`${line}\n`);

async function compareEndpoint(
  kind: Endpoint["kind"],
  index: number,
  baseUrl: string,
  endpoint: Endpoint,
) {
  const provider = createProvider({
    kind,
    index,
    baseUrl,
    transport: httpTransport,
    now: Date.now,
    limits,
  });
  try {
    const { value } = await provider.get(endpoint.toPath(preset.segment, txid), z.unknown());
    readings += 1;
    const ids = Actions.safeParse(value).data?.actions.flatMap(({ in: legs }) =>
      legs.map((leg) => leg.txID ?? ""),
    );
    txid = ids?.map(readOutputTxid).find((id) => id !== null) ?? txid;
    const found = compareBody(endpoint, preset.segment, value);
    if (kind === "node" && endpoint.name === "inbound_addresses")
      found.push(
        ...compareChains(
          preset,
          InboundAddresses.safeParse(value).data?.map((row) => row.chain) ?? [],
        ),
      );
    if (kind === "node" && endpoint.name === "mimir")
      found.push(...compareHaltKeys(preset, Mimir.safeParse(value).data ?? {}));
    return { endpoint, found, outcome: "read" };
  } catch (error) {
    return { endpoint, ...compareFailure(endpoint, error) };
  }
}

print(`Network ${network}, presets of ${PRESETS_DATE}`);
const providers = [...indexerUrls.entries()].map(
  ([index, url]) => ["indexer", index, url] as const,
);
const all = [
  ...providers,
  ...[...nodeUrls.entries()].map(([index, url]) => ["node", index, url] as const),
];
for (const [kind, index, url] of network === "sample" ? [] : all) {
  // The host only, because a path may contain a key.
  print(`\n${kind} ${index + 1}, ${new URL(url).host}`);
  const asked = endpoints
    .filter((one) => one.kind === kind)
    .map((one) => compareEndpoint(kind, index, url, one));
  for (const { endpoint, found, outcome } of await Promise.all(asked)) {
    print([`  ${endpoint.name.padEnd(18)} ${outcome}`, ...found].join("\n    "));
    differences += found.length;
  }
}
const unasked =
  network === "sample" ? "The sample network reads no provider." : "Offline: nothing was compared.";
const unchanged = readings === 0 ? unasked : "No drift: every answer is as this code expects it.";
print(`\n${differences > 0 ? "Drift: the answers differ as listed above." : unchanged}`);
process.exitCode = differences > 0 ? 1 : 0;
