// A query that no page can answer: the longest values are left out until it fits, and nothing that fits is lost.
import { expect, test } from "@playwright/test";
import { presets } from "../../lib/protocol/chains.ts";
import { toShortQuery } from "../../lib/site/live/long-query.ts";
import { parseTrackQuery } from "../../lib/site/live/track-query.ts";
import { askSample } from "./quote-views.ts";

const destination = "d".repeat(128);
const valid = `?from=ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48&to=BTC&amount=50000.12345678&destination=${destination}&tolerance_bps=300&streaming=1/0`;

test("what can be answered stays as it is", () => {
  expect(toShortQuery("/quote", valid)).toBeNull();
  expect(
    toShortQuery("/track", `?txid=https%3A%2F%2Fexplorer.example%2Ftx%2F${"0A1B".repeat(16)}&chain=BTC`),
  ).toBeNull();
});

test("what is unknown goes first, and every known value is kept", () => {
  expect(`?${toShortQuery("/quote", `${valid}&utm=${"x".repeat(9_000)}`)}`).toBe(valid.replace("1/0", "1%2F0"));
  expect(String(toShortQuery("/status", `?x=${"x".repeat(9_000)}`))).toBe("");
});

test("only what is too long is left out, whatever it is", () => {
  expect(String(toShortQuery("/quote", `?from=${"…".repeat(900)}&to=ETH&amount=1`))).toBe(
    "from=%E2%80%A6&to=ETH&amount=1",
  );
  expect(String(toShortQuery("/track", `?${"txid=a&".repeat(900)}chain=BTC`))).toBe("txid=%E2%80%A6&chain=BTC");
  const all = ["from", "to", "amount", "destination", "tolerance_bps", "streaming"];
  const short = toShortQuery("/quote", `?${all.map((name) => `${name}=${"y".repeat(2_000)}`).join("&")}`);
  expect([...(short ?? [])]).toEqual(all.map((name) => [name, "…"]));
  expect(toShortQuery("/quote", `?${short}`)).toBeNull();
});

test("each field that lost its value is empty and says why", async () => {
  const { form, answer } = await askSample("from=…&to=…&amount=…&destination=…&tolerance_bps=…&streaming=…");
  expect(answer).toBeNull();
  expect(form.problems.map(({ field }) => field)).toEqual([
    "from",
    "to",
    "amount",
    "destination",
    "tolerance_bps",
    null,
  ]);
  for (const { field, message } of form.problems.slice(0, 5)) {
    expect(message, String(field)).toMatch(/^What was written here was too long, and was left out\. /);
  }
  for (const { name, value } of Object.values(form.fields)) expect(value, name).toBe("");
  const { typed, errors, asked } = parseTrackQuery(new URLSearchParams("txid=…&chain=…"), presets.thorchain);
  expect([typed, asked]).toEqual([{ txid: "", chain: "" }, null]);
  expect(errors.txid).toMatch(/^What was written here was too long/);
  expect(errors.chain).toMatch(/^What was written here was too long/);
});

test("a part of a value is never put in a field", async () => {
  const { form } = await askSample(`from=BTC&to=ETH&amount=${"1".repeat(161)}`);
  expect(form.fields.amount.value).toBe("");
  expect(form.problems[0]?.message).toMatch(/^What was written here was too long/);
});
