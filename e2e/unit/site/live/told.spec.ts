// Each warning and the verdict of a tool's answer stand in its text.
import { expect, test } from "@playwright/test";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { NOW_MS } from "../../../fixtures/swap-bodies.ts";
import { quoteForms, statusForms, swapForms, untoldIn } from "./forms.ts";
import { asked, createSetting, worlds } from "./quote-scenes.ts";
import { readScene, sceneNames } from "./status/scenes.ts";
import { readings } from "./track/readings.ts";

for (const [name, change] of Object.entries(worlds))
  test(`a quote, ${name}: its text leaves out no warning and no verdict`, async () => {
    const setting = createSetting(change);
    for (const input of asked) {
      const { answer } = await quoteForms(setting, input);
      expect(untoldIn(answer), JSON.stringify(input)).toEqual([]);
    }
  });

for (const network of ["thorchain", "mayachain"] as const)
  for (const name of sceneNames)
    test(`the status of ${network}, ${name}: no text leaves out a warning or a verdict`, async () => {
      const { reading, ...scene } = await readScene(name, network);
      const setting = { ...scene, preset: presets[network] };
      const { answer, beside, chains } = await statusForms(setting, reading);
      const ofChains = chains.flatMap(({ status, inbound }) => [status, inbound]);
      for (const one of [answer, ...beside, ...ofChains]) expect(untoldIn(one)).toEqual([]);
    });

test("a swap in every state: its text leaves out no warning and no verdict", async () => {
  for (const [name, , reading] of readings) {
    const { answer } = await swapForms(reading, presets.thorchain, NOW_MS);
    expect(untoldIn(answer), name).toEqual([]);
  }
});
