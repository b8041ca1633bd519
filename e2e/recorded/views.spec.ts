// The views of recorded states: each says what the page says.
import { expect, test } from "@playwright/test";
import { presets } from "../../lib/protocol/values/chains.ts";
import { longId } from "../../tools/recorded/facts.ts";
import { readFacts } from "../../tools/recorded/files.ts";
import { type RecordedNetwork, recordedFolders } from "../../tools/recorded/suites.ts";
import { compareStatus, compareSwap } from "../unit/site/live/views/compared.ts";
import { createReplay } from "./replay.ts";
import { serveFacts } from "./served-facts.ts";

/** Of the states, and of the changes of transactions. */
const SAMPLE = { states: 400, changes: 25 };

for (const network of Object.keys(recordedFolders) as RecordedNetwork[])
  test(`a sample of the recorded states of ${network}: view, page and text say the same`, async () => {
    const facts = readFacts(network);
    const found: string[] = [];
    const seen = { states: 0, changes: 0 };
    for (const suite of facts.suites) {
      const replay = createReplay(network, serveFacts(facts, suite));
      for (const [index, [height]] of suite.states.entries()) {
        replay.goTo(index, height);
        const compare = async (what: string, differences: Promise<string[]>) => {
          for (const one of await differences) found.push(`${suite.name} h${height} ${what}: ${one}`);
        };
        seen.states += 1;
        if (seen.states % SAMPLE.states === 0) {
          const reading = await replay.network.getStatus();
          const { blockTimeMs, ageMs } = reading.clock;
          const nowMs = (blockTimeMs ?? 0) + (ageMs ?? 0);
          await compare("status", compareStatus({ network: replay.network, reading, nowMs }, presets[network]));
        }
        for (const [id, { facts: changes }] of Object.entries(suite.txs)) {
          if (!changes.some(([state]) => state === index)) continue;
          seen.changes += 1;
          if (seen.changes % SAMPLE.changes !== 0) continue;
          const reading = await replay.network.getSwap(longId(id).toUpperCase(), null);
          await compare(id.slice(-6), compareSwap(reading, presets[network], reading.clock.blockTimeMs ?? 0));
        }
      }
    }
    expect(found).toEqual([]);
    expect(seen.changes).toBeGreaterThan(SAMPLE.changes);
  });
