// Every sentence of a view is a sentence of the page about the same answer. What the page says in parts that a view has too stands in
// the view. Each warning and the verdict of an answer stand in its text.
import { expect, test } from "@playwright/test";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { NOW_MS } from "../../../../fixtures/swap-bodies.ts";
import { readScene, sceneNames } from "../status/scenes.ts";
import { readings } from "../track/readings.ts";
import { compareQuote, compareStatus, compareSwap } from "./compared.ts";
import { asked, createSetting, given, plain, worlds } from "./quote-scenes.ts";

for (const [name, change] of Object.entries(worlds))
  test(`a quote, ${name}: the view says what the page says`, async () => {
    const setting = createSetting(change);
    const found: string[] = [];
    for (const input of asked) found.push(...(await compareQuote(setting, input)));
    expect(found).toEqual([]);
  });

test("a quote of one node, and of MAYAChain: the view says what the page says", async () => {
  const found: string[] = [];
  for (const options of [{ nodes: 1 }, { network: "mayachain" }] as const)
    for (const input of [plain, given])
      found.push(
        ...(await compareQuote(
          createSetting(() => undefined, options),
          input,
        )),
      );
  expect(found).toEqual([]);
});

for (const network of ["thorchain", "mayachain"] as const)
  for (const name of sceneNames)
    test(`the status of ${network}, ${name}: the view says what the page says`, async () => {
      expect(await compareStatus(await readScene(name, network), presets[network])).toEqual([]);
    });

test("a swap in every state: the view says what the page says", async () => {
  const found: string[] = [];
  for (const [name, , reading] of readings)
    for (const one of await compareSwap(reading, presets.thorchain, NOW_MS)) found.push(`${name}: ${one}`);
  expect(found).toEqual([]);
});
