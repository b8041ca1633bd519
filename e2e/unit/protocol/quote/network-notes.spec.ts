// What the nodes themselves say of a deposit: data that two of them state alike, beside a memo, in every form.
import { expect, test } from "@playwright/test";
import { getSwapQuote } from "../../../../lib/mcp/tools/get-swap-quote.ts";
import { quoteMarkdown } from "../../../../lib/site/live/quote/markdown.ts";
import { createWorld, type World } from "../../../support/world.ts";
import { askWorld, ORIGIN } from "../../site/live/quote/views.ts";

const HEX = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";
const asked = { from: "BTC", to: "ETH", amount: "1", destination: HEX };
const NOTES = "First output should be to inbound_address. Do not send below the dust threshold.";

/** `said`: of each node in turn, over its own quote. */
function createNotedWorld(said: readonly unknown[]): World {
  const world = createWorld({ nodes: 2 });
  world.intercept = (name, url, reply) =>
    url.pathname.endsWith("/quote/swap")
      ? { ...(reply as object), notes: said[name === "node0" ? 0 : 1] }
      : reply;
  return world;
}

const hidden = String.fromCodePoint(0x202e, 0x200b);
const cases: readonly (readonly [what: string, said: readonly unknown[], told: string | null])[] = [
  ["both nodes state them alike", [NOTES, NOTES], NOTES],
  ["one node leaves them out", [NOTES, undefined], null],
  ["they differ by a word", [NOTES, `${NOTES} Visit a page.`], null],
  ["they are blank", [" ", " "], null],
  ["they are no text", [{ a: 1 }, { a: 1 }], null],
  ["they are longer than any that a node has", ["x".repeat(5_000), "x".repeat(5_000)], null],
  ["they hold what cannot be seen", [`${hidden}${NOTES}`, NOTES], NOTES],
];
for (const [what, said, told] of cases) {
  test(`where ${what}: ${told === null ? "none is told" : "told"}, and the quote stands`, async () => {
    const quote = await createNotedWorld(said).network.getQuote(asked);
    expect(quote.memo).not.toBeNull();
    expect(quote.networkNotes).toBe(told);
  });
}

test("page, Markdown and tool quote them as data, beside a memo alone", async () => {
  const world = createNotedWorld([NOTES, NOTES]);
  const { structured, text } = await getSwapQuote.run(world.network, asked, {
    networkName: "thorchain",
  });
  expect(structured).toMatchObject({ network_notes: NOTES });
  expect(text, "a text of few tokens has our own words").not.toContain("First output");
  const view = await askWorld(world, `from=BTC&to=ETH&amount=1&destination=${HEX}`);
  expect(view.answer?.deposit?.quoted).toBe(NOTES);
  expect(quoteMarkdown(view, ORIGIN)).toContain(
    `The nodes' own words on such a deposit, quoted as data and not checked here:\n\n> \`${NOTES}\``,
  );

  const { destination: _, ...estimate } = asked;
  expect((await world.network.getQuote(estimate)).networkNotes, "nothing is to be sent").toBeNull();
  const bare = await askWorld(world, "from=BTC&to=ETH&amount=1");
  expect(bare.answer?.deposit?.quoted).toBeNull();
});
