// Each state of the network, reached once, and all that tells of it: homepage, /status, /quote, the fee guide, a payout that is due.
import type { Page, TestInfo } from "@playwright/test";
import {
  payoutsAreHalted,
  payoutsHalted,
  tradingHalted,
} from "../../lib/protocol/safety/sentences.ts";
import { capitalize } from "../../lib/protocol/values/figure-text.ts";
import { plan, signing, tx } from "../fixtures/swap-bodies.ts";
import { liquidityPause, signingHalt, tradingHalt } from "../support/halt-key.ts";
import {
  expectWhole,
  findSign,
  keepPicture,
  keepPictures,
  readOverflow,
} from "../support/page-checks.ts";
import { openSharedPage } from "../support/shared-page.ts";
import type { Change } from "../support/upstream/view.ts";
import { expect, test } from "./live-test.ts";
import {
  COLD_MS,
  createRemote,
  type Remote,
  resetRemote,
  resetUpstream,
  sleep,
} from "./tool-calls.ts";

const destination = "0xf1c70000000000000000000000000000000c0c01";
const asked = `/quote?from=BTC&to=ETH&amount=0,1&destination=${destination}`;
const txid = "A2".repeat(32);
const phone = 360;
const desktop = 1440;
/** As a node lists it: whole, so that the list of pools is read. */
const hostileAsset = "ETH.SEND-TO-BC1QEVIL";
const hostilePool = {
  status: "Available",
  balance_asset: "90000000000000",
  balance_rune: "2560000000000000",
  asset_tor_price: "400000000",
  trading_halted: false,
};

type Words = string | RegExp;
interface State {
  readonly name: string;
  readonly changes: readonly Change[];
  /** The sign's state on the homepage, the headline and more of /status.md. */
  readonly status?: readonly [sign: Words, headline: RegExp, says: RegExp];
  /** The words of the sign of /quote, its state, and what else the page shows. */
  readonly quote?: readonly [
    says: RegExp,
    sign: Words,
    ...more: ((page: Page) => Promise<unknown>)[],
  ];
  /** What stands above the figures of the fee guide, and in each row of them. */
  readonly pricing?: readonly [says: RegExp, rows: RegExp];
  /** What /track.md says of a payout on Ethereum that is due. */
  readonly payout?: readonly string[];
  /** Recorded main network data shows this state too. */
  readonly isShared?: boolean;
}

const quoteSign = (page: Page) => page.getByRole("region", { name: "Answer" });

const has = (words: Words) => (page: Page) => expect(quoteSign(page)).toContainText(words);

async function nothingToSend(page: Page): Promise<void> {
  await expect(page.getByText("Memo:", { exact: true })).toHaveCount(0);
  await expect(page.getByText("Deposit address:", { exact: true })).toHaveCount(0);
  await expect(
    page
      .getByText(/do not send/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
}

/** The Markdown of the same moment agrees with the page's sign. */
const twin = (words: RegExp) => async (page: Page) => {
  const response = await page.request.get(asked.replace("/quote", "/quote.md"));
  expect(response.status()).toBe(200);
  const text = await response.text();
  expect(text).toMatch(words);
  expect(text).not.toMatch(/127\.0\.0\.1:\d+\/node|node[01]\b|indexer0|ECONN|undici/);
};

async function sendTo(page: Page): Promise<void> {
  const rows: { chain: string; address: string }[] = await remote.read(
    "/node0/thorchain/inbound_addresses",
  );
  const address = rows.find((row) => row.chain === "BTC")?.address ?? "";
  // The limit of 3 % below the output that the network sets unless another is asked for.
  await expect(page.getByText(new RegExp(`^=:ETH\\.ETH:${destination}:\\d+$`))).toBeVisible();
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await expect(
    page.getByText(
      /^Read from THORChain at block \d+\. It was made .*UTC, \d+\sseconds? before this answer/,
    ),
  ).toBeVisible();
  await expect(page.locator("[data-sample]")).toHaveCount(0);
}

async function expectDown(page: Page): Promise<void> {
  await expect(quoteSign(page).getByRole("listitem")).toHaveText([down]);
  await expect(page.getByLabel("Amount to send")).toHaveValue("0,1");
  // The block that an indexer told last counts for some seconds longer.
  await expect
    .poll(() => readQuote(page), { timeout: 40_000, intervals: [1_000] })
    .toContain(noBlock);
  await page.reload();
  await expect(page.getByText(/^Read from THORChain/)).toContainText(noBlock);
}

/** The list names no such asset. Who types its name is told that there is none. */
async function expectNoOrders(page: Page): Promise<void> {
  await page.goto("/quote");
  await expect(page.getByRole("main")).toContainText("Pairs that trade now");
  await expect(page.locator("body")).not.toContainText("EVIL");
  await page.goto(`/quote?from=${hostileAsset}&to=BTC.BTC&amount=1`);
  await expect(page.getByRole("main")).toContainText("no asset of this name");
  await expect(page.getByLabel("You send")).toHaveValue(hostileAsset);
  for (const width of [phone, desktop]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await readOverflow(page), `at ${width} px`).toBeLessThanOrEqual(0);
    await keepPicture(page, `hostile-${width}`);
  }
}

/** The recordings of the network have a chain of their own that is not open. */
const isOpen = /^\*\*(The network is open|.* (is|are) (halted|not checked))\*\*$/m;
const notChecked = /^\*\*Not checked\. Do not send\.\*\*$/m;
const unchecked = /Not checked: we cannot check now whether this pair trades/;
const noBlock = "No block could be checked";
const down = /No .* Do not send funds\. Ask again in 15/;
const paysOut = ["\n## Waiting to be paid out\n", "| Payouts | open on Ethereum |"];
const waits = [
  `\n## Waiting to be paid out: ${payoutsAreHalted()}\n`,
  "The payout waits with no end date.",
  "halted on Ethereum |",
];

const states: readonly State[] = [
  {
    name: "open",
    isShared: true,
    changes: [],
    status: [
      /^(open|warned|unknown)$/,
      isOpen,
      /^\| \[Bitcoin \(BTC\)\]\(\S+\) \| yes \| yes \| yes \|$/m,
    ],
    quote: [
      /Open: you can swap BTC to ETH now/,
      "open",
      sendTo,
      twin(/\*\*Open\*\*: you can swap BTC to ETH now/),
    ],
    pricing: [/^Open: you can swap BTC to ETH now\./, / ETH.*%\)$/],
    payout: paysOut,
  },
  {
    name: "everything halted",
    changes: [{ mimir: { HALTTRADING: "-10" } }],
    status: [
      "halted",
      /^\*\*Halted\. Do not send\.\*\*$/m,
      /^Trading on every chain is halted\. Do not send funds\.$/m,
    ],
    // A swap that has happened is paid out anyway.
    payout: paysOut,
  },
  {
    name: "a chain halted",
    changes: [{ mimir: { [tradingHalt("ETH")]: "-10" } }],
    status: [
      "warned",
      /^\*\*(Ethereum is|\d+ chains are) halted\*\*$/m,
      /^### Ethereum: halted$[\s\S]*?Do not send\. A deposit sent now is refunded, and the refund costs the outbound fee\. /m,
    ],
    quote: [
      /Halted: BTC to ETH does not trade now/,
      "halted",
      has(tradingHalted("Ethereum")),
      nothingToSend,
      twin(/\*\*Halted\*\*: BTC to ETH does not trade now/),
    ],
    pricing: [RegExp(`^Halted: .*${tradingHalted("Ethereum")}.*Do not send`), /not known.*halted$/],
  },
  {
    name: "payouts halted, and elsewhere liquidity paused",
    changes: [{ mimir: { [signingHalt("ETH")]: 1, [liquidityPause("LTC")]: 1 } }],
    status: [
      "warned",
      /^\*\*(Payouts wait on Ethereum|.* halted)\*\*$/m,
      /^### Ethereum: payouts wait$[\s\S]*?Payouts and refunds on this chain wait\.[\s\S]*\bLitecoin\b[^:]*: liquidity paused/m,
    ],
    quote: [
      RegExp(payoutsHalted("Ethereum")),
      "warned",
      has(`Timenot known ${capitalize(payoutsAreHalted())}, with no end date.`),
    ],
    pricing: [RegExp(`^Payouts wait: .*${payoutsHalted("Ethereum")}`), / ETH/],
    payout: waits,
  },
  {
    // So far ahead that its time has a date: the headline is as wide as it can be.
    name: "a halt in almost a day",
    changes: [{ mimir: { [tradingHalt("BTC")]: "+14390" } }],
    status: [
      "warned",
      /^\*\*(Halts soon: Bitcoin in 23 hours \(.*UTC\)|.* halted)\*\*$/m,
      /^- Trading on Bitcoin halts in 23 hours \(.*\d\d:\d\d UTC\)\.$/m,
    ],
  },
  {
    name: "a halt before a deposit is swapped",
    changes: [{ mimir: { [tradingHalt("BTC")]: "+300", [signingHalt("ETH")]: "+600" } }],
    quote: [/Trading on Bitcoin halts in /, "warned"],
    pricing: [/^Halts soon: .*Trading on Bitcoin halts in/, / ETH/],
    payout: paysOut,
  },
  {
    name: "stale",
    changes: [{ frozen: true, blockTimeOffsetMs: -70_000 }],
    status: ["unknown", notChecked, /The newest block is \d+ seconds old/],
    quote: [
      unchecked,
      /^(?!open$)/,
      has("The newest block is "),
      (page) => expect(page.getByRole("heading", { name: "What it costs" })).toHaveCount(0),
      nothingToSend,
      twin(/The newest block is /),
    ],
    pricing: [/^Not checked: .*Do not send/, /not checked$/],
    payout: ["**Out of date.** The newest block is "],
  },
  {
    name: "a source that names another address, and alone says halted",
    changes: [
      {
        provider: "node1",
        inbound: { LTC: { address: "ltc1qanother000000000000000000000000000000" } },
        mimir: { [tradingHalt("ETH")]: 1, [signingHalt("ETH")]: 1 },
      },
    ],
    status: [
      /^(unknown|warned)$/,
      /^\*\*(Sources disagree on 2 chains|.* halted)\*\*$/m,
      /^### Litecoin: sources disagree$[\s\S]*?Our two sources name different deposit addresses/m,
    ],
    pricing: [/^Sources disagree: .*Do not send/, /\$[\d,]+ of BTC/],
    quote: [/Sources disagree: /, /^(?!open$)/, nothingToSend],
    payout: ["not checked on Ethereum |"],
  },
  {
    name: "no quotes",
    changes: [{ path: "/thorchain/quote", fault: { kind: "status", status: 500 } }],
    quote: [
      /Do not send\./,
      /^(?!open$)/,
      has("Warning: BTC to ETH trades now, but there is no quote for this."),
      (page) => expect(page.getByText(/^No quote: nothing could be checked/)).toBeVisible(),
      nothingToSend,
    ],
  },
  {
    name: "a pool whose name gives orders",
    changes: [{ pools: { [hostileAsset]: hostilePool } }],
    quote: [/Open: you can swap BTC to ETH now/, "open", expectNoOrders],
  },
  {
    name: "no source",
    changes: [{ fault: { kind: "reset" } }],
    status: ["unknown", notChecked, /No node gave a usable answer\./],
    // Before that, while what was read last still counts, another reason may be told.
    quote: [down, /^(?!open$)/, has(unchecked), expectDown, nothingToSend, twin(down)],
    pricing: [/^Not checked: .*Do not send/, /not checked$/],
  },
];

let remote: Remote;
/** The state that this worker's upstream is in: its tests follow each other. */
let reached: State | null = null;
test.afterAll(({ scripted }) => resetUpstream(scripted.upstream));

/** `npm test` shows the homepage and /status in the others alone; `npm run test:long` in these too. */
const seldomShown = [
  "a chain halted",
  "payouts halted, and elsewhere liquidity paused",
  "a halt in almost a day",
  "a source that names another address, and alone says halted",
];

for (const state of states) {
  const { name, changes, status, quote, pricing, payout } = state;
  const tag = state.isShared ? "@shared" : [];
  test.describe(name, () => {
    test.describe.configure({ mode: "default" });
    test.beforeEach(async ({ request, upstream }) => {
      remote = createRemote(request, upstream);
      if (reached === state) return;
      await resetRemote(request, upstream);
      const due = { tx, stages: signing, planned_out_txs: [plan.user] };
      const body = JSON.parse(JSON.stringify(due).replaceAll(tx.id as string, txid));
      await remote.change(...changes, { path: `/thorchain/tx/status/${txid}`, body });
      // Homepage, /status and /quote are asked until they say so, and come first.
      if (!status && !quote) await sleep(COLD_MS);
      reached = state;
    });

    const statusTag = seldomShown.includes(name) ? "@slow" : tag;
    if (status)
      test("homepage and /status", { tag: statusTag }, ({ page }, info) =>
        expectStatus(page, info, ...status),
      );
    if (quote) test("/quote", { tag }, ({ page }) => expectQuote(page, ...quote));
    if (pricing)
      test("the fee guide without JavaScript", async ({ browser, baseURL }, info) => {
        const page = await openSharedPage(browser, {
          baseURL: `${baseURL}`,
          javaScriptEnabled: false,
        });
        await expectPricing(page, info, ...pricing);
      });
    if (payout) test("a payout that is due", ({ page }) => expectPayout(page, payout));
  });
}

test("after an outage a retry finds the pair open", async ({ page, request, upstream }) => {
  reached = null;
  remote = await resetRemote(request, upstream);
  await remote.change({ fault: { kind: "reset" } });
  await untilSign(page, down);
  await page.goto(asked);
  await expect(quoteSign(page)).toContainText(down);
  await remote.reset();
  await untilSign(page, /Open: you can swap BTC to ETH now/);
  await page.getByRole("button", { name: "Get a quote" }).click();
  await expect(quoteSign(page)).toContainText("Open: you can swap BTC to ETH now");
});

async function expectStatus(
  page: Page,
  info: TestInfo,
  sign: Words,
  headline: RegExp,
  says: RegExp,
): Promise<void> {
  let markdown = "";
  // On a busy machine a node may answer too late for one reading, and one node alone does not disagree.
  await expect(async () => {
    markdown = await (await page.request.get("/status.md")).text();
    expect(markdown).toMatch(headline);
    expect(markdown).toMatch(says);
  }).toPass({ timeout: 20_000, intervals: [1_000] });
  expect(markdown).not.toMatch(/127\.0\.0\.1|node0|indexer0|ECONN/);
  await page.goto("/");
  for (const width of [phone, desktop]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(findSign(page)).toHaveAttribute("data-state", sign);
    expect(
      await readOverflow(page),
      "horizontal overflow of the homepage in px",
    ).toBeLessThanOrEqual(0);
    await keepPictures(page, (scheme) => info.outputPath(`home-${width}-${scheme}.png`));
  }
  const told = (headline.exec(markdown)?.[0] ?? "").replaceAll("*", "");
  await expectWhole(page, "/status", () => expect(findSign(page)).toContainText(told));
}

const readQuote = async (page: Page) =>
  (await page.request.get(asked, { headers: { accept: "text/html" } })).text();

/** Asks for the answer alone, which costs less than a page. */
async function untilSign(page: Page, says: RegExp): Promise<void> {
  const readSign = async () => {
    const [found = ""] = /aria-label="Answer"[\s\S]*?<\/section>/.exec(await readQuote(page)) ?? [];
    return found.replaceAll(/<[^>]*>/g, "").replaceAll("&#x27;", "'");
  };
  await expect.poll(readSign, { timeout: 40_000, intervals: [1_000] }).toMatch(says);
}

async function expectQuote(
  page: Page,
  says: RegExp,
  sign: Words,
  ...more: ((page: Page) => Promise<unknown>)[]
) {
  await untilSign(page, says);
  await expectWhole(page, asked, () => expect(quoteSign(page)).toContainText(says));
  await expect(quoteSign(page)).toHaveAttribute("data-state", sign);
  for (const expectMore of more) await expectMore(page);
}

/** The sign and what to do stand above the figures, and the frame holds all. */
async function expectPricing(
  page: Page,
  info: TestInfo,
  says: RegExp,
  figures: RegExp,
): Promise<void> {
  await page.goto("/pricing");
  const frame = page.frameLocator("iframe");
  const above = frame.locator(".sizes > p:not(.age)");
  await expect(above.first()).toBeVisible();
  expect((await above.allInnerTexts()).join(" ")).toMatch(says);
  const rows = await frame.locator("tbody tr").allInnerTexts();
  expect(rows).toHaveLength(4);
  for (const row of rows) expect(row.replace(/\s+/g, " ")).toMatch(figures);
  for (const width of [phone, desktop]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await frame
      .locator("html")
      .evaluate((root) => [
        root.scrollWidth - root.clientWidth,
        root.scrollHeight - root.clientHeight,
      ]);
    expect(overflow, `at ${width} px`).toEqual([0, 0]);
    await keepPictures(
      page,
      (scheme) => info.outputPath(`${width}-${scheme}.png`),
      page.locator(".now"),
    );
  }
}

async function expectPayout(page: Page, says: readonly string[]): Promise<void> {
  await expect(async () => {
    const markdown = await (await page.request.get(`/track.md?txid=${txid}`)).text();
    for (const words of says) expect(markdown).toContain(words);
  }).toPass({ timeout: 30_000 });
  // browser/track looks at one that goes as planned.
  if (says !== paysOut) await expectWhole(page, `/track?txid=${txid}`);
}
