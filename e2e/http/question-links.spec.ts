// No link leads a crawler to a computed answer: one answer leads to others, and none of them has an end.
import { expect, test } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { findResource, isLivePage, isResourcePath, resourcePaths } from "../../lib/site/registry/resources.ts";
import { parseMarkup, walk } from "../unit/site/pages/markup-tree.ts";

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
