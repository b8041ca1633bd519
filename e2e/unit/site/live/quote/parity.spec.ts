// /quote as HTML and as Markdown states the same: every heading,
// paragraph, list item, cell, copied text and link of one view.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { QuoteDocument } from "../../../../../app/quote/quote-document.tsx";
import type { Money } from "../../../../../lib/protocol/model/envelope.ts";
import type { QuoteReading } from "../../../../../lib/protocol/model/quote.ts";
import type { Judgement, Reason } from "../../../../../lib/protocol/model/verdicts.ts";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import type { QuoteView } from "../../../../../lib/site/live/quote/page.ts";
import { agreed, agreedMoney } from "../../../../support/agreed.ts";
import { readMarkdown, squeeze } from "../../../../support/markdown-nodes.ts";
import { countRuns } from "../../../../support/runs.ts";
import { createWorld, down, status } from "../../../../support/world.ts";
import { createFakeNetwork, failedNetwork, quote } from "../../../mcp/fake-network.ts";
import { parseMarkup, type Tree, treeText, walk } from "../../pages/markup-tree.ts";
import { askFake, askSample, askWorld, ORIGIN } from "./views.ts";

interface Facts {
  readonly headings: readonly string[];
  readonly cells: readonly string[];
  readonly texts: readonly string[];
  readonly links: readonly string[];
}

/** A figure matches a list item. */
const blocks = (tree: Tree, parent: Tree | undefined) =>
  ["p", "pre", "li"].includes(tree.tag) || (tree.tag === "div" && parent?.tag === "dl");

/** "You send: 1 BTC, worth 3 USD"; a note of whole sentences follows a full stop. */
function figureText(tree: Tree): string {
  const [dt = "", dd] = tree.children;
  const children = typeof dd === "object" ? dd.children : [];
  const isWorth = (child: Tree | string) =>
    typeof child === "object" && child.props.class === "worth";
  const value = children.filter((child) => !isWorth(child)).map(treeText);
  const [note = ""] = children.filter(isWorth).map((child) => squeeze(treeText(child)));
  const text = `${treeText(dt)}: ${squeeze(value.join(""))}`;
  return note === "" ? text : `${text}${/^[A-Z]/.test(note) ? "." : ","} ${note}`;
}

function readHtml(view: QuoteView): Facts {
  const html = renderToStaticMarkup(createElement(QuoteDocument, { view }));
  const whole = parseMarkup(html);
  // The form asks, and its content is repeated at the top of the page. Only how an amount was read, and the other direction, are not.
  const shown = parseMarkup(html, ({ tag, props }) => tag === "form" || "hidden" in props);
  const remarks = [...walk(whole)].filter((tree) =>
    ["remark", "reverse"].includes(tree.props.class ?? ""),
  );
  const all = [shown, ...remarks].flatMap((tree) => [tree, ...walk(tree)]);
  const parents = new Map(
    all.flatMap((parent) => parent.children.map((child) => [child, parent] as const)),
  );
  const text = (tree: Tree) =>
    parents.get(tree)?.tag === "dl" ? figureText(tree) : squeeze(treeText(tree));
  return {
    headings: all.filter((tree) => /^h\d$/.test(tree.tag)).map(text),
    cells: all.filter((tree) => ["th", "td"].includes(tree.tag)).map(text),
    texts: all
      .filter((tree) => blocks(tree, parents.get(tree)))
      .map(text)
      .sort(),
    links: all
      .filter((tree) => tree.tag === "a" && !tree.props.href?.startsWith("#"))
      .map((tree) => new URL(tree.props.href ?? "", ORIGIN).href)
      .sort(),
  };
}

function readTwin(view: QuoteView): Facts {
  const { of, headings, cells, links } = readMarkdown(quoteMarkdown(view, ORIGIN));
  return {
    headings,
    cells,
    texts: of("paragraph", "code")
      .filter((text) => !text.startsWith("Give from, to and amount"))
      .sort(),
    links: links.map((link) => new URL(link).href).sort(),
  };
}

function expectSame(view: QuoteView): void {
  const html = readHtml(view);
  expect(html).toEqual(readTwin(view));
  expect(html.headings[0]).toBe(view.heading);
}

const large = "from=eth.usdc&to=btc&amount=50000&destination=sample-btc-recipient";
const queries = [
  "",
  "from=BTC",
  "from=BTC&to=ETH&amount=0.05",
  "from=rune&to=eth&amount=1.500&destination=sample-eth-recipient",
  large,
  `${large}&streaming=2/3&liquidity_tolerance_bps=300`,
  "from=BTC&to=ETH&amount=0.05&tolerance_bps=1",
  "from=BTC&to=ETH&amount=0.000011",
  "from=LTC&to=BTC&amount=1",
  "from=DOGE&to=XRP&amount=5000&destination=sample-xrp-recipient",
  "from=usdc&to=bitcoi&amount=1,000&liquidity_tolerance_bps=x&streaming=x&destination=*[a](b)*",
];
for (const query of queries) {
  test(`both forms agree for ${query || "no question"}`, async () =>
    expectSame(await askSample(query)));
}

test("both forms agree if the network is halted, stale or cannot be read", async () => {
  const query = "from=BTC&to=ETH&amount=1&destination=0xabCd111111111111111111111111111111111111";
  const changes: ((world: ReturnType<typeof createWorld>) => void)[] = [
    (world) => (world.mimir.HALTTRADING = 1),
    (world) => (world.mimir.HALTSIGNINGETH = 1),
    (world) => (world.frozenAtMs = world.nowMs - 40_000),
    (world) => (world.scripts.node0 = { "*": down }),
    (world) => (world.scripts.node0 = { pools: down }),
    (world) => (world.scripts.node0 = { swap: status(503) }),
  ];
  for (const change of changes) {
    const world = createWorld();
    change(world);
    expectSame(await askWorld(world, query));
  }
  expectSame(await askFake(failedNetwork, query));
});

test("both forms agree for any reading, whatever its text", { tag: "@long" }, async () => {
  const word = fc.oneof(
    fc.constantFrom(
      "<b>x</b>",
      "[a](/b)",
      "*a* _b_ `c`",
      "a|b",
      "&amp; ~~x~~",
      "\\",
      "# x",
      "```",
      "![a](b)",
      "- x",
    ),
    fc
      .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 })
      .map((text) => `x${text}x`)
      // GFM links a bare address even if escaped. No sentence here contains one.
      .filter((text) => !/@|www|:\/\//i.test(text)),
  );
  const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const base = fc.bigInt({ min: 0n, max: 10n ** 20n });
  const money = fc.record({
    asset: fc.constantFrom("ETH.ETH", "BTC.BTC", "ETH.X-0XA"),
    base,
    usd: orNull(base),
  });
  const seconds = orNull(fc.integer({ min: 0, max: 200_000 }));
  const bps = orNull(fc.integer({ min: 0, max: 20_000 }));
  const reason: fc.Arbitrary<Reason> = fc.record({
    code: fc.constantFrom("stale", "no_clock"),
    text: word,
  });
  const haltedBy = fc.array(word, { maxLength: 2 });
  const trading: fc.Arbitrary<Judgement> = fc.oneof(
    fc.record({ verdict: fc.constant("open"), haltedBy, reason: fc.constant(null) }),
    fc.record({ verdict: fc.constant("halted"), haltedBy, reason: orNull(reason) }),
    fc.record({ verdict: fc.constant("unknown"), haltedBy, reason }),
  );
  const fee = (kind: "liquidity" | "outbound" | "affiliate") =>
    fc.record({
      kind: fc.constant(kind),
      amount: orNull((money as fc.Arbitrary<Money>).map(agreedMoney)),
      bps,
    });
  const reading: fc.Arbitrary<QuoteReading> = fc
    .record({
      trading,
      advice: fc.tuple(word),
      expectedAmountOut: orNull(base.map(agreed)),
      fees: fc.tuple(fee("liquidity"), fee("outbound"), fee("affiliate")),
      inboundGasEstimate: orNull(money as fc.Arbitrary<Money>),
      slipBps: bps,
      totalBps: bps,
      recommendedMinAmount: orNull(base.map(agreed)),
      dustThreshold: orNull(base.map(agreed)),
      maxStreamingQuantity: orNull(fc.integer({ min: 0, max: 30 })),
      seconds: fc.record({
        inboundConfirmation: seconds,
        swap: seconds,
        streaming: seconds,
        outboundDelay: seconds,
        total: seconds,
      }),
      sendBeforeMs: orNull(fc.integer({ min: 0, max: 4e12 })),
      memo: orNull(word.map(agreed)),
      inboundAddress: orNull(word.map(agreed)),
      reason: orNull(reason),
      sizeFault: orNull(reason),
      failure: fc.option(
        fc.record({
          code: fc.constantFrom("halted", "limit_not_met", "stale"),
          hint: word,
          retryAfterSeconds: fc.constant(6),
        }),
        { nil: null, freq: 3 },
      ),
    })
    .map((part) => ({ ...quote, ...part }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(reading, { minLength: 2, maxLength: 2 }),
      fc.boolean(),
      async (readings, streams) => {
        const getQuote = async (request: object) =>
          readings["streaming" in request ? 1 : 0] as QuoteReading;
        const query = `from=BTC&to=ETH&amount=1&tolerance_bps=10${streams ? "&streaming=3" : ""}`;
        expectSame(await askFake(createFakeNetwork({ getQuote }), query));
      },
    ),
    { numRuns: countRuns(1_200) },
  );
});
