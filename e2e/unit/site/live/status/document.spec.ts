// /.well-known/status about the service itself: its start, and its store if it has one.
import { expect, test } from "@playwright/test";
import { envelopeAnswer } from "../../../../../lib/mcp/tools/envelope.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { toIsoTime } from "../../../../../lib/protocol/values/instants.ts";
import { type Service, statusDocument } from "../../../../../lib/site/live/status/document.ts";
import { statusView } from "../../../../../lib/site/live/status/view.ts";
import { createExampleNetwork } from "../../../../../lib/site/prose/examples.ts";

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
