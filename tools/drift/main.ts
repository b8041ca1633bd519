// `npm run drift [-- --json]`: reads every configured live provider
// once and reports differences from what this code expects.
// Exit code 1 if there are differences; 0 if there are none, offline, or on the sample network.
import { z } from "zod";
import { readConfig } from "../../bin/read-config.ts";
import type { Config } from "../../lib/config.ts";
import { httpTransport } from "../../lib/protocol/upstream/client.ts";
import { createProvider } from "../../lib/protocol/upstream/provider.ts";
import { Actions } from "../../lib/protocol/upstream/schemas.ts";
import { PRESETS_DATE } from "../../lib/protocol/values/chains.ts";
import { readOutputTxid } from "../../lib/protocol/values/txid.ts";
import { type Endpoint, endpoints } from "./fields.ts";
import {
  createProviderReport,
  type DriftResult,
  driftLines,
  driftResult,
  type ProviderReport,
  type Reading,
} from "./report.ts";

const ATTEMPT_MS = 10_000;
/** Used if no indexer names a transaction. Every node answers that it has never seen this one. */
const NO_TXID = "F".repeat(64);

const conclusions: Readonly<Record<DriftResult, string>> = {
  drift: "Drift: the answers differ from what this code was written for, as listed above.",
  none: "No drift: every answer that was read is as this code expects it.",
  offline: "Offline: no provider could be read, so nothing was compared.",
  sample: "The sample network reads no provider, so there is nothing to compare. Set NETWORK to a live network.",
};

type Readings = ReadonlyMap<string, Reading>;

/** Reads all endpoints of one provider in parallel, each once. */
async function readAll(
  { preset }: Config,
  kind: Endpoint["kind"],
  baseUrl: string,
  index: number,
  txid: string,
): Promise<Readings> {
  const limits = { attemptMs: ATTEMPT_MS };
  const provider = createProvider({ kind, index, baseUrl, transport: httpTransport, now: Date.now, limits });
  const read = async ({ name, toPath }: Endpoint): Promise<[string, Reading]> => {
    try {
      const answer = await provider.get(toPath(preset.segment, txid), z.unknown());
      return [name, { body: answer.value }];
    } catch (error) {
      return [name, { error }];
    }
  };
  return new Map(await Promise.all(endpoints.filter((endpoint) => endpoint.kind === kind).map(read)));
}

/** An inbound transaction that an indexer lists, so that the nodes' answer is complete. */
function findTxid(indexers: readonly Readings[]): string {
  const bodies = indexers.map((readings) => readings.get("actions"));
  const actions = bodies.flatMap((one) =>
    one && "body" in one ? (Actions.safeParse(one.body).data?.actions ?? []) : [],
  );
  const ids = actions.flatMap((action) => action.in.map((leg) => leg.txID ?? ""));
  return ids.map(readOutputTxid).find((id) => id !== null) ?? NO_TXID;
}

async function readReports(settings: Config): Promise<ProviderReport[]> {
  const { preset, nodeUrls, indexerUrls } = settings;
  const indexers = await Promise.all(
    indexerUrls.map((url, index) => readAll(settings, "indexer", url, index, NO_TXID)),
  );
  const txid = findTxid(indexers);
  const nodes = await Promise.all(nodeUrls.map((url, index) => readAll(settings, "node", url, index, txid)));
  const createReport = (kind: Endpoint["kind"], urls: readonly string[]) => (readings: Readings, index: number) =>
    // The host only, because a path may contain a key.
    createProviderReport(preset, { kind, number: index + 1, host: new URL(urls[index] as string).host }, readings);
  return [...nodes.map(createReport("node", nodeUrls)), ...indexers.map(createReport("indexer", indexerUrls))];
}

const settings = readConfig();
const reports = settings.network === "sample" ? [] : await readReports(settings);
const result = settings.network === "sample" ? "sample" : driftResult(reports);
const conclusion = conclusions[result];
const lines = [`Network ${settings.network}, presets of ${PRESETS_DATE}`, "", ...driftLines(reports), conclusion];
const report = { network: settings.network, presets: PRESETS_DATE, result, conclusion, providers: reports };
process.stdout.write(`${process.argv.includes("--json") ? JSON.stringify(report, null, 2) : lines.join("\n")}\n`);
process.exitCode = result === "drift" ? 1 : 0;
