// /.well-known/status about the service itself: its start, and its store if it has one.
import { expect, test } from "@playwright/test";
import { envelopeAnswer } from "../../../../../lib/mcp/tools/envelope.ts";
import { getNetworkStatus } from "../../../../../lib/mcp/tools/get-network-status.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { toIsoTime } from "../../../../../lib/protocol/values/instants.ts";
import { type Service, statusDocument } from "../../../../../lib/site/live/status/document.ts";
import { statusView } from "../../../../../lib/site/live/status/view.ts";
import { createExampleNetwork } from "../../../../../lib/site/prose/examples.ts";
import { createWorld, down } from "../../../protocol/network-world.ts";

const MAX_UNKNOWN_BYTES = 2_000;
const nowMs = Date.UTC(2026, 10, 20, 3, 12, 33);

async function createDocument(memory: Service["memory"]) {
  const reading = await createExampleNetwork().getStatus();
  return statusDocument(reading, presets.sample, { startedMs: nowMs - 90_500, nowMs, memory });
}

test("it states its start and how long ago that was", async () => {
  const document = await createDocument("instance");
  expect(document).toMatchObject({
    status: "pass",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    started: "2026-11-20T03:11:02.500Z",
    checks: { uptime: [{ observedValue: 90, observedUnit: "s", status: "pass", time: "2026-11-20T03:12:33.000Z" }] },
  });
  expect(Object.keys(document.checks as object)).not.toContain("store:history");
});

test("a configured store is a component, and its loss is a warning, not a failure", async () => {
  const [well, lost] = [await createDocument("store"), await createDocument("store_failed")];
  expect(well).toMatchObject({ status: "pass", checks: { "store:history": [{ status: "pass" }] } });
  expect(lost).toMatchObject({
    status: "warn",
    network: { state: "partly_halted", headline: "Litecoin is halted", verdict: "open" },
    checks: { "store:history": [{ status: "warn", output: expect.stringContaining("counts and remembers alone") }] },
  });
});

test("one reading has one age in every answer", async () => {
  const status = await createExampleNetwork().getStatus();
  for (const [ageMs, seconds] of [
    [4000, 4],
    [4001, 5],
    [30_001, 31],
  ] as const) {
    const reading = { ...status, clock: { ...status.clock, ageMs } };
    const service = { startedMs: nowMs, nowMs, memory: "instance" } as const;
    expect(statusDocument(reading, presets.sample, service)).toMatchObject({
      network: { age_seconds: seconds },
      checks: { "network:block-age": [{ observedValue: seconds }] },
    });
    expect(envelopeAnswer(reading).as_of.age_seconds).toBe(seconds);
    expect(statusView(reading, presets.sample, nowMs).block?.when).toContain(`${seconds} seconds ago (`);
  }
});

test("one instant has one spelling in every answer", async () => {
  const status = await createExampleNetwork().getStatus();
  const reading = { ...status, clock: { ...status.clock, blockTimeMs: Date.UTC(2026, 10, 20, 3, 12, 30, 750) } };
  const document = statusDocument(reading, presets.sample, { startedMs: nowMs, nowMs, memory: "instance" });
  const { block_time: blockTime } = envelopeAnswer(reading).as_of;
  expect(blockTime).toBe("2026-11-20T03:12:30Z");
  expect(document).toMatchObject({
    network: { block_time: blockTime },
    checks: { "network:block-age": [{ time: blockTime }] },
  });
  const halts = (document.network as { chains: { scheduled: { estimated_time: string }[] }[] }).chains
    .flatMap((chain) => chain.scheduled)
    .map((halt) => halt.estimated_time);
  expect(halts).toEqual(
    status.chains.flatMap(({ scheduled }) => scheduled.map((halt) => toIsoTime(halt.estimatedTimeMs))),
  );
  expect(halts.length).toBeGreaterThan(0);
});

for (const network of ["thorchain", "mayachain"] as const) {
  test(`${network}: an outage is told once, in at most ${MAX_UNKNOWN_BYTES} bytes, by the document and the tool`, async () => {
    const world = createWorld({ network, nodes: 2, indexers: 2 });
    for (const name of ["node0", "node1", "indexer0", "indexer1"]) world.scripts[name] = { "*": down };
    const codes = world.preset.chains.map(({ code }) => code);
    const service = { startedMs: nowMs - 90_500, nowMs, memory: "file" } as const;
    const document = statusDocument(await world.network.getStatus(), presets[network], service);
    const answer = await getNetworkStatus.run(world.network, {}, { networkName: network });
    expect(document).toMatchObject({ status: "fail", network: { chains: [], unchecked_chains: codes } });
    expect(answer.structured).toMatchObject({ trading: "unknown", chains: [], unchecked_chains: codes });
    for (const code of codes) expect(answer.text).toContain(code);
    for (const one of [document, answer.structured]) {
      const text = JSON.stringify(one);
      expect(text.match(/upstream_unavailable: /g)?.length ?? 0, text).toBeLessThanOrEqual(1);
      expect(Buffer.byteLength(text), text).toBeLessThanOrEqual(MAX_UNKNOWN_BYTES);
    }
    expect(Buffer.byteLength(answer.text)).toBeLessThan(1_000);

    const [bitcoin] = (await getNetworkStatus.run(world.network, { chain: "BTC" }, { networkName: network })).structured
      .unchecked_chains as string[];
    expect(bitcoin).toBe("BTC");
  });
}
