// A page that answers a question: its shell has the elements and headers of Next's, and its links end at further answers, and no link that is published is refused.
import { type APIRequestContext, expect } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import {
  findResource,
  isLivePage,
  isResourcePath,
  isToolAnswer,
  resourcePaths,
} from "../../lib/site/registry/resources.ts";
import { test } from "../support/answering-test.ts";
import { otherForms, skipOn } from "../support/forms.ts";
import { parseMarkup, walk } from "../unit/site/pages/markup-tree.ts";

const questions = [
  "/quote?from=BTC&to=ETH&amount=0.05",
  "/quote?from=eth.usdc&to=btc&amount=50000&destination=sample-btc-recipient&liquidity_tolerance_bps=300&streaming=1/1",
  "/quote?from=%3Cb%3E%26amp%3B&to=bitcoi&amount='1%22&liquidity_tolerance_bps=x&x=%3C/title%3E",
  "/quote?from=LTC&to=BTC&amount=1",
  ...sampleTransactions.filter(({ txid }) => !txid.startsWith("0020")).map(({ txid }) => `/track?txid=${txid}`),
  "/track?txid=%3C/article%3E&chain=%3Cb%3E",
];

/** Our listener leaves requests of Next's router to Next. Next takes no notice of this header. */
const ofNext = { "next-whole": "1" };

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** Without what differs from answer to answer: the nonce, and the milliseconds that are left. */
async function ask(request: APIRequestContext, path: string, more = {}): Promise<Answer> {
  const response = await request.get(path, { headers: { accept: "text/html", ...more } });
  const { date: _date, "content-length": _length, "transfer-encoding": _encoding, ...headers } = response.headers();
  const policy = headers["content-security-policy"]?.replace(/'nonce-[^']+'/, "") ?? "";
  const html = (await response.text()).replace(/ nonce="[^"]*"/g, "").replace(/ data-left-ms="\d+"/, "");
  return { headers: { ...headers, "content-security-policy": policy }, html };
}

/**
 * The copy of the elements for the browser has the address, and of a shell the slots. React marks where it was interrupted behind a text,
 * which depends on how many bytes it was given at once.
 */
const elementsOf = (html: string) =>
  html.replace(/<script>self\.__next_f\.push\(.*?\)<\/script>/gs, "").replaceAll("<!-- -->", "");

for (const path of questions) {
  test(`${path.slice(0, 100)}: the same elements and headers as by Next`, async ({ request }) => {
    skipOn(otherForms, "It compares with answers that our server gives without Next.");
    // A block may be made between the two.
    await expect(async () => {
      const [ours, next] = [await ask(request, path), await ask(request, path, ofNext)];
      expect(ours.headers).toEqual(next.headers);
      expect(elementsOf(ours.html)).toBe(elementsOf(next.html));
      // The answer stands in it once.
      expect(ours.html.length).toBeLessThan(next.html.length);
    }).toPass();
  });
}

test("a client cannot ask for the shell", async ({ request }) => {
  const html = await (await request.get("/quote", { headers: { "x-shell-1": "1", "x-shell": "1" } })).text();
  expect(html).not.toContain("slot-of-the-");
});

const pages = [
  ...resourcePaths.filter((path) => findResource(path).kind === "page"),
  "/quote?from=BTC&to=ETH&amount=0.05",
  "/quote?from=eth.usdc&to=btc&amount=50000&streaming=1",
  "/quote?from=BTC&to=ETH&amount=0.000011",
  ...sampleTransactions.slice(0, 10).map(({ txid }) => `/track?txid=${txid}`),
];

for (const path of pages) {
  test(`${path.slice(0, 60)}: each link to a computed answer says not to follow it`, async ({ request, baseURL }) => {
    const address = new URL(path, baseURL);
    const tree = parseMarkup(await (await request.get(path)).text());
    const links = [...walk(tree)].flatMap(({ tag, props }) => (tag === "a" && props.href ? [{ ...props }] : []));
    const computed = links.filter(({ href = "" }) => {
      const { pathname, search, origin } = new URL(href, address);
      return (
        !href.startsWith("#") &&
        origin === address.origin &&
        isResourcePath(pathname) &&
        isLivePage(pathname) &&
        search !== ""
      );
    });
    expect(computed.filter(({ rel }) => rel !== "nofollow")).toEqual([]);
    if (address.search !== "" || path === "/pricing") expect(computed.length).toBeGreaterThan(1);
  });
}

test("no link to a live page that is published has an argument that the page refuses", async ({ request }) => {
  const found = new Set<string>();
  for (const path of resourcePaths.filter((one) => findResource(one).kind !== "endpoint" && !isToolAnswer(one))) {
    const text = await (await request.get(path)).text();
    for (const [, link = ""] of text.matchAll(/((?:\/quote|\/track|\/status)(?:\.md|\.json)?\?[^\s"'`<>)\]\\…]+)/g))
      found.add(link.replaceAll("&amp;", "&"));
  }
  expect(found.size).toBeGreaterThan(20);
  for (const link of found)
    expect(await (await request.get(link)).text(), link).not.toMatch(/Unknown argument|more than once/);
});
