// The status in the shape of Statuspage: what aggregators and chat tools push to people says what /status says.
import { expect, test } from "@playwright/test";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { toIsoTime } from "../../../../../lib/protocol/values/figure-text.ts";
import {
  StatuspageSummaryShape,
  statuspageStatus,
  statuspageSummary,
} from "../../../../../lib/site/live/status/statuspage.ts";
import type { World } from "../../../../support/world.ts";
import { readScene, type SceneName, sceneNames } from "./scenes.ts";

const preset = presets.thorchain;

async function summaryOf(name: SceneName, change?: (world: World, height: number) => unknown) {
  const { reading } = await readScene(name, "thorchain", change);
  const summary = statuspageSummary(reading, preset);
  const statusOf = (chain: string) => summary.components.find(({ id }) => id === chain)?.status;
  return { reading, summary, statusOf };
}

for (const name of sceneNames)
  test(`${name}: the shape holds, and one word has one colour`, async () => {
    const { reading, summary } = await summaryOf(name);
    expect(StatuspageSummaryShape.parse(summary)).toEqual(summary);
    expect(summary).toMatchObject(statuspageStatus(reading, preset));
    expect(summary.components).toHaveLength(preset.chains.length);
    const isGreen = summary.status.indicator === "none";
    expect(isGreen).toBe(reading.sign.state === "open");
    const known = new Set(summary.components.map(({ id }) => id));
    for (const { id, components, incident_updates: updates } of [
      ...summary.incidents,
      ...summary.scheduled_maintenances,
    ]) {
      expect(components.every((one) => known.has(one.id))).toBe(true);
      expect(updates.map((one) => one.incident_id)).toEqual([id]);
    }
  });

test("a halted chain is an incident with its parameter, and no other chain is touched", async () => {
  const { summary, statusOf } = await summaryOf("chain_halted");
  expect(statusOf("LTC")).toBe("major_outage");
  expect(statusOf("BTC")).toBe("operational");
  expect(summary.status).toEqual({ indicator: "major", description: "Litecoin is halted" });
  expect(summary.incidents).toMatchObject([
    {
      id: "HALTLTCTRADING",
      name: "Trading on Litecoin is halted",
      status: "identified",
      impact: "major",
      components: [{ id: "LTC" }],
    },
  ]);
  expect(summary.incidents[0]?.shortlink).toMatch(/\/status\/ltc$/);
  expect(summary.incidents[0]?.incident_updates[0]?.body).toContain("Do not send.");
});

test("a halt whose parameter names a block began at that block", async () => {
  const { reading, summary } = await summaryOf("chain_halted");
  const startedAt = toIsoTime((reading.clock.blockTimeMs ?? 0) - 50 * 6_000);
  const [incident] = summary.incidents;
  expect(incident).toMatchObject({ created_at: startedAt, started_at: startedAt });
  expect(incident?.incident_updates[0]?.body).toMatch(
    /HALTLTCTRADING acts from block \d+, or since a later vote\.$/,
  );
});

test("payouts that wait are an outage in part, and the halt of all is critical", async () => {
  const waiting = await summaryOf("signing_halted");
  expect(waiting.statusOf("BTC")).toBe("partial_outage");
  // A vote of 1 names no block.
  expect(waiting.summary.incidents).toMatchObject([
    { name: "Payouts on Bitcoin are halted", impact: "minor", started_at: null },
  ]);
  const halted = await summaryOf("halted");
  expect(halted.summary.status.indicator).toBe("critical");
  expect(halted.summary.incidents[0]).toMatchObject({ id: "HALTTRADING", impact: "critical" });
});

test("a flag of a node that no parameter explains is an incident of its chain", async () => {
  const { summary } = await summaryOf("chain_halted_by_a_flag");
  expect(summary.incidents).toMatchObject([
    { id: "LTC-trading", name: "Trading on Litecoin is halted", impact: "major" },
  ]);
});

test("a halt to come is a maintenance with its estimated time, and no incident", async () => {
  const { reading, summary } = await summaryOf("scheduled");
  const halts = reading.chains.flatMap(({ scheduled }) => scheduled);
  const dogecoin = halts.find(({ parameter }) => parameter === "HALTDOGETRADING");
  expect(summary.incidents).toEqual([]);
  expect(summary.scheduled_maintenances.map(({ name }) => name)).toEqual([
    "Trading on Dogecoin halts",
    "Payouts on every chain halt",
  ]);
  expect(summary.scheduled_maintenances[0]).toMatchObject({
    status: "scheduled",
    impact: "maintenance",
    scheduled_for: toIsoTime(dogecoin?.estimatedTimeMs ?? null),
    scheduled_until: null,
  });
});

test("what nobody could check is never operational", async () => {
  for (const name of ["down", "stopped", "disagree"] as const) {
    const { summary } = await summaryOf(name);
    expect(summary.status.indicator, name).not.toBe("none");
    expect(
      summary.components.every(({ status }) => status !== "operational"),
      name,
    ).toBe(true);
  }
});
