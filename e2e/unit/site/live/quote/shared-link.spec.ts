// A link of /quote that somebody gives to others: it holds nobody's address, and a page that was opened with one says so first.
import { expect, test } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { QuoteDocument } from "../../../../../app/quote/quote-document.tsx";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import type { QuoteView } from "../../../../../lib/site/live/quote/page.ts";
import { createWorld, down } from "../../../../support/world.ts";
import { parseMarkup, treeText, walk } from "../../pages/markup-tree.ts";
import { askWorld, btcToEth, HEX, ORIGIN } from "./views.ts";

const withAddress = `${btcToEth}&destination=${HEX}`;
const html = (view: QuoteView) => renderToStaticMarkup(createElement(QuoteDocument, { view }));
const answerText = (view: QuoteView) => {
  const answer = [...walk(parseMarkup(html(view)))].find(
    ({ props }) => props.class === "quote-answer",
  );
  return answer === undefined ? "" : treeText(answer).trim();
};

test("the link to a quote holds the question without an address, which every form says beside it", async () => {
  for (const query of [withAddress, `${withAddress}&liquidity_tolerance_bps=50`]) {
    const view = await askWorld(createWorld({ nodes: 2 }), query);
    const link = view.answer?.permalink ?? "";
    expect([
      link.startsWith(`${ORIGIN}/quote?from=BTC`),
      link.includes(HEX),
      link.includes("destination"),
    ]).toEqual([true, false, false]);
    const note = "The link holds no receiving address. Who opens it gives their own.";
    expect(html(view)).toContain(`<p>${note}</p>`);
    expect(quoteMarkdown(view, ORIGIN)).toContain(
      `## Link to this quote\n\n${note}\n\n\`\`\`text\n${link}\n`,
    );
    expect(view.answer?.again?.href, "to ask again oneself").toContain(HEX);
  }
});

test("the link stands behind the answer, before how to send and the form, on the page and in Markdown", async () => {
  const view = await askWorld(createWorld({ nodes: 2 }), withAddress);
  const order = ["This quote expires", "Link to this quote", "How to send it", "What it costs"];
  const page = html(view);
  for (const text of [page, quoteMarkdown(view, ORIGIN)]) {
    const places = order.map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  }
  expect(page.indexOf("Link to this quote")).toBeLessThan(page.indexOf("<form"));
});

test("a quote with an address says first whom it pays, on the page and in Markdown", async () => {
  const view = await askWorld(createWorld({ nodes: 2 }), withAddress);
  const payee = `This quote pays ${HEX}. Check that the address is yours: a link or an assistant may have filled it in.`;
  expect(answerText(view).startsWith(payee)).toBe(true);
  expect(quoteMarkdown(view, ORIGIN)).toMatch(
    new RegExp(`^# 0\\.05 BTC to ETH\n\n${payee.replaceAll(".", "\\.")}\n\n\\*\\*`),
  );
});

test("a quote with a refund address says whose it is, asks the network with it, and links without it", async () => {
  const refund = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  const world = createWorld({ nodes: 2 });
  const quotes: URL[] = [];
  world.intercept = (_name, url, reply) => {
    if (url.searchParams.has("destination")) quotes.push(url);
    return reply;
  };
  const view = await askWorld(world, `${withAddress}&refund_address=${refund}`);
  expect(view.answer?.payee).toBe(
    `This quote pays ${HEX}. A refund goes to ${refund}. Check that both addresses are yours: a link or an assistant may have filled them in.`,
  );
  expect(quotes.length).toBeGreaterThan(0);
  for (const { searchParams } of quotes) expect(searchParams.get("refund_address")).toBe(refund);
  expect(view.answer?.permalink).not.toContain(refund);
  expect(view.answer?.again?.href, "to ask again oneself").toContain(refund);
  const alone = await askWorld(createWorld({ nodes: 2 }), `${btcToEth}&refund_address=${refund}`);
  expect(alone.answer?.payee).toBe(
    `A refund goes to ${refund}. Check that the address is yours: a link or an assistant may have filled it in.`,
  );
});

test("a refund address on the wrong chain is refused at its field, and stays", async () => {
  const view = await askWorld(createWorld({ nodes: 2 }), `${withAddress}&refund_address=${HEX}`);
  expect(view.answer).toBeNull();
  expect(view.form.problems.map(({ field }) => field)).toEqual(["refund_address"]);
  expect(view.form.fields.refund_address.value).toBe(HEX);
});

test("of a question without an address, or without a quote, nobody is named", async () => {
  const dead = createWorld({ nodes: 2 });
  for (const name of ["node0", "node1"]) dead.scripts[name] = { swap: down };
  for (const [world, query] of [
    [createWorld({ nodes: 2 }), btcToEth],
    [dead, withAddress],
  ] as const) {
    const { answer } = await askWorld(world, query);
    expect([answer === null, answer?.payee]).toEqual([false, null]);
  }
});

test("no form of an open quote holds the sentence of an expired one, not even hidden", async () => {
  const view = await askWorld(createWorld({ nodes: 2 }), withAddress);
  expect(view.answer?.expiry).not.toBeNull();
  for (const text of [html(view), quoteMarkdown(view, ORIGIN)])
    expect(text).not.toMatch(/has expired/);
  expect(html(view)).toContain('<p role="status" data-after-expiry="" hidden=""></p>');
});
