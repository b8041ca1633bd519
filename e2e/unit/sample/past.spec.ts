// The sample network's past: the same for everybody on one day, and in agreement with what the network says now.
import { expect, test } from "@playwright/test";
import { DAY_MS, KEPT_DAYS, listDays, sumDays } from "../../../lib/protocol/history/days.ts";
import { listHalts } from "../../../lib/protocol/history/halts.ts";
import { addObservation, logOfSpans, WATCH_MS } from "../../../lib/protocol/history/log.ts";
import { formatLog, parseLog } from "../../../lib/protocol/history/log-text.ts";
import { historySubject, type Observation, observeNetwork } from "../../../lib/protocol/history/observation.ts";
import { isFlag } from "../../../lib/protocol/safety/halt-names.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { heightAt } from "../../../lib/sample/clock.ts";
import { samplePast } from "../../../lib/sample/past.ts";
import { createExampleNetwork, EXAMPLE_TIME } from "../../../lib/site/prose/examples.ts";

const pastAt = (nowMs: number) =>
  logOfSpans(
    samplePast(presets.sample, nowMs).map(({ chain, question, ...span }) => ({
      of: historySubject(chain, question),
      ...span,
    })),
    heightAt,
  );
const NOW_MS = Date.parse(EXAMPLE_TIME);

test("the newest reading adds no change: the past ends as the network is now, for the same reasons", async () => {
  const observation = observeNetwork(await createExampleNetwork().getStatus()) as Observation;
  const past = pastAt(NOW_MS);
  const next = addObservation(past, observation);
  expect(next.changes).toEqual(past.changes);
  expect(next.gaps).toEqual(past.gaps);
  expect(Object.keys(next.last).sort()).toEqual(Object.keys(past.last).sort());
  for (const [subject, { verdict, haltedBy = [] }] of Object.entries(past.last)) {
    const now = observation.samples.get(subject);
    // A reading also names the flags that a parameter sets.
    const parameters = now?.haltedBy.filter((name) => !isFlag(name));
    expect([subject, now?.verdict, parameters]).toEqual([subject, verdict, haltedBy]);
  }
});

test("it is a log like any other, of ninety days, the same for the whole day", () => {
  const past = pastAt(NOW_MS);
  expect(parseLog(formatLog(past))).toEqual(past);
  expect(past.sinceMs).toBe(Math.floor(NOW_MS / DAY_MS) * DAY_MS - (KEPT_DAYS - 1) * DAY_MS);
  expect(pastAt(NOW_MS + 60_000).changes).toEqual(past.changes);
  expect([...past.changes].sort((a, b) => a.atMs - b.atMs)).toEqual(past.changes);
  const seen = new Set(past.changes.map(({ to }) => to));
  expect([...seen].sort()).toEqual(["disputed", "halted", "open"]);
  const unwatched = Object.entries(past.days).map(
    ([subject, totals]) => sumDays(listDays(totals, past.last[subject]?.atMs ?? null, NOW_MS, WATCH_MS)).unwatchedMs,
  );
  expect(new Set(unwatched)).toEqual(new Set([33.75 * 3_600_000]));
  const halts = listHalts(past);
  expect(halts.filter(({ ended }) => ended === null).map(({ of, haltedBy }) => [of, haltedBy])).toEqual([
    [["LTC trading", "LTC deposits", "LTC liquidity"], ["HALTLTCTRADING"]],
    expect.anything(),
    expect.anything(),
  ]);
});
