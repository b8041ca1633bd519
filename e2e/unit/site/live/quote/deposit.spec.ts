// Where to send, on the page: a person copies what stands there, so only what this deposit needs may stand there, by its use.
import { expect, test } from "@playwright/test";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import { getQuotePage } from "../../../../../lib/site/live/quote/page.ts";
import { createScene, userAddress } from "../../../../mcp/text-scenes.ts";
import { NOW } from "../../../sample/sample-client.ts";
import { ORIGIN } from "./views.ts";

const to = { to: "BTC", destination: userAddress("BTC") };
const shownOf = async (from: string, amount: string) => {
  const setting = { network: createScene({ source: "live" }), preset: presets.thorchain };
  const question = { from, amount, ...to };
  const { view } = await getQuotePage(
    { ...setting, now: () => NOW, origin: ORIGIN },
    new URLSearchParams(question),
  );
  return { deposit: view.answer?.deposit, markdown: quoteMarkdown(view, ORIGIN) };
};

test("a token's vault is an argument of the router's call, and never called an address to send to", async () => {
  const { deposit, markdown } = await shownOf("eth.usdc", "5000");
  expect(deposit).toMatchObject({
    memo: expect.any(String),
    address: expect.any(String),
    router: expect.any(String),
  });
  expect(markdown).toContain("Router, to call:");
  expect(markdown).toContain("Vault, for that call:");
  expect(markdown).not.toContain("Deposit address:");
  expect(markdown.indexOf("Router, to call:")).toBeLessThan(
    markdown.indexOf("Vault, for that call:"),
  );
});

test("how to send is a list of steps, each short enough for a phone, and the Markdown has the same", async () => {
  for (const [from, amount, count] of [
    ["eth.usdc", "5000", 7],
    ["ETH", "3", 5],
  ] as const) {
    const { deposit, markdown } = await shownOf(from, amount);
    expect(deposit).toMatchObject({ notes: [], steps: expect.any(Array) });
    const steps = deposit?.steps ?? [];
    expect(steps, from).toHaveLength(count);
    expect(steps[0]).toMatch(/^Before \d\d:\d\d UTC: /);
    for (const step of steps) {
      expect(step.length, step).toBeLessThan(200);
      expect(markdown.replaceAll("\\", "")).toContain(`\n- ${step}\n`);
    }
  }
});

test("the gas asset of a chain with a router is sent to the deposit address, and no router stands beside it", async () => {
  const { deposit, markdown } = await shownOf("ETH", "3");
  expect(deposit).toMatchObject({
    memo: expect.any(String),
    address: expect.any(String),
    router: null,
  });
  expect(markdown).toContain("Deposit address:");
  expect(markdown).not.toMatch(/Router|Vault,/);
});
