// What the specs of the reader ask of a world: one chain's verdict, one chain's address, and that nothing at all is open.
import { expect } from "@playwright/test";
import { adviceText, type Envelope } from "../../../lib/protocol/model/envelope.ts";
import type { World } from "../../support/world.ts";

export const verdictOf = async (world: World, chain = "BTC") => {
  const reading = await world.network.getStatus();
  return reading.chains.find((one) => one.chain === chain)?.trading.verdict;
};

export const inboundOf = async (world: World, chain = "BTC") => {
  const reading = await world.network.getInbounds();
  return { ...reading.chains.find((one) => one.chain === chain), failure: reading.failure };
};

export const toJson = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}` : one));

/** Whatever is wrong: no open verdict, no address, a failure that says what to do, and no word of the upstream. */
export async function expectNothingOpen(world: World, code: string) {
  const readings: Envelope[] = [
    await world.network.getStatus(),
    await world.network.getInbounds(),
    await world.network.getPools(),
  ];
  for (const reading of readings) {
    const text = toJson(reading);
    expect(text).not.toContain('"open"');
    expect(text).not.toMatch(/vault|router"?:"|secret|fetch failed/);
    expect(reading.failure).toMatchObject({
      code,
      reason: { code },
      hint: expect.stringMatching(/^Do not send funds\. Ask again in \d+ seconds\.$/),
    });
    expect(adviceText(reading.advice)).toMatch(/Do not send funds/);
  }
}
