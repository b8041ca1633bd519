// The status in the shape of Statuspage: what aggregators and chat tools push to people says what /status says.
import { expect, test } from "@playwright/test";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import {
  StatuspageSummaryShape,
  statuspageStatus,
  statuspageSummary,
} from "../../../../../lib/site/live/status/statuspage.ts";
import type { World } from "../../../protocol/network-world.ts";
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
    for (const { id, components, incident_updates: updates } of [...summary.incidents, ...summary.scheduled_maintenances]) {
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
      // Since when it acts, the network does not tell.
      started_at: null,
      components: [{ id: "LTC" }],
    },
  ]);
  expect(summary.incidents[0]?.shortlink).toMatch(/\/status\/ltc$/);
  expect(summary.incidents[0]?.incident_updates[0]?.body).toContain("Do not send.");
});

test("payouts that wait are an outage in part, and the halt of all is critical", async () => {
  const waiting = await summaryOf("signing_halted");
  expect(waiting.statusOf("BTC")).toBe("partial_outage");
  expect(waiting.summary.incidents).toMatchObject([{ name: "Payouts on Bitcoin are halted", impact: "minor" }]);
  const halted = await summaryOf("halted");
  expect(halted.summary.status.indicator).toBe("critical");
  expect(halted.summary.incidents[0]).toMatchObject({ id: "HALTTRADING", impact: "critical" });
});

test("a flag of a node that no parameter explains is an incident of its chain", async () => {
  const { summary } = await summaryOf("chain_halted_by_a_flag");
  expect(summary.incidents).toHaveLength(1);
  expect(summary.incidents[0]?.name).toMatch(/^\S+: halted$/);
});

test("a halt to come is a maintenance with its estimated time, and no incident", async () => {
  const { reading, summary } = await summaryOf("scheduled");
  const [first] = reading.chains.flatMap(({ scheduled }) => scheduled);
  expect(summary.incidents).toEqual([]);
  expect(summary.scheduled_maintenances.map(({ name }) => name)).toEqual([
    "Trading on Dogecoin halts",
    "Payouts on every chain halt",
  ]);
  expect(summary.scheduled_maintenances[0]).toMatchObject({
    status: "scheduled",
    impact: "maintenance",
    scheduled_for: new Date(first?.estimatedTimeMs ?? Number.NaN).toISOString(),
    scheduled_until: null,
  });
});

test("what nobody could check is never operational", async () => {
  for (const name of ["down", "stopped", "disagree"] as const) {
    const { summary } = await summaryOf(name);
    expect(summary.status.indicator, name).not.toBe("none");
    expect(summary.components.every(({ status }) => status !== "operational"), name).toBe(true);
  }
});
