// This folder tests the website and the swap site on two hosts, which are two loopback names of one server.
// This file: each host serves its own pages, redirects the others, and links to the other host with full addresses.
import { config } from "../../lib/config.ts";
import { chainPath } from "../../lib/site/registry/chain-paths.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { ask } from "../support/ask.ts";
import { crawl, foreignHosts } from "../support/canary-crawl.ts";
import { deployment, hostOrigins, isPublished, skipOnDeployment } from "../support/forms.ts";

let site: string;
let swap: string;
test.beforeEach(({ baseURL }) => {
  ({ site, swap } = hostOrigins(baseURL));
});

async function get(origin: string, path: string, accept = "*/*") {
  const { status, headers, text } = await ask(`${origin}${path}`, { headers: { accept } });
  return { status, location: headers.location, text };
}

// Our own servers have a contact, so everything in the registry is published.
const published = resourcePaths.filter((path) => deployment === null || isPublished(path));

test("each site answers its own addresses and redirects the others permanently", async () => {
  for (const path of published) {
    const { site: owner, onBoth, kind } = findResource(path);
    const own = kind === "endpoint" ? 405 : 200;
    const [atSite, atSwap] = [await get(site, path), await get(swap, path)];
    if (onBoth) {
      expect([atSite.status, atSwap.status], path).toEqual([own, own]);
    } else if (owner === "swap") {
      expect([atSwap.status, atSite.status, atSite.location], path).toEqual([
        own,
        308,
        `${swap}${path}`,
      ]);
    } else {
      const target = path === "/" ? `${swap}/developers` : `${site}${path}`;
      expect([atSite.status, atSwap.status, atSwap.location], path).toEqual([own, 308, target]);
    }
  }
});

test("a redirect to the other site keeps the question, in every form", async () => {
  const questions = [
    "/quote?from=BTC&to=ETH&amount=0.1",
    "/track?txid=00",
    "/status?only=BTC",
    "/quote.json?from=BTC",
  ];
  questions.push(chainPath("BTC"), `${chainPath("BTC", "md")}?x=1`, chainPath("BTC", "badge"));
  for (const path of questions)
    for (const accept of ["text/html", "text/markdown"]) {
      const { status, location } = await get(site, path, accept);
      expect([status, location], `${accept} ${path}`).toEqual([308, `${swap}${path}`]);
    }
});

test("neither site repeats a forged host or header, or redirects to another site", async () => {
  skipOnDeployment("Another Host reaches another site.");
  for (const host of [...foreignHosts, new URL(site).host, new URL(swap).host])
    await crawl(site, host, [site, swap]);
});

test("each site has its own robots.txt, sitemap, summary and description", async () => {
  for (const [origin, other] of [
    [site, swap],
    [swap, site],
  ] as const) {
    const owner = origin === site ? "website" : "swap";
    expect((await get(origin, "/robots.txt")).text).toContain(`Sitemap: ${origin}/sitemap.xml\n`);
    const locations = [
      ...(await get(origin, "/sitemap.xml")).text.matchAll(/<loc>(.*?)<\/loc>/g),
    ].map(([, loc]) => loc as string);
    const pages = resourcePaths.filter(
      (path) => findResource(path).kind === "page" && findResource(path).site === owner,
    );
    const chains = owner === "swap" ? config().preset.chains : [];
    expect(locations).toEqual(
      [...pages, ...chains.map(({ code }) => chainPath(code))].map((path) => `${origin}${path}`),
    );
    const api = JSON.parse((await get(origin, "/openapi.json")).text);
    expect(api.servers).toEqual([{ url: origin }]);
    for (const path of Object.keys(api.paths).filter((one) => one !== "/status/{chain}")) {
      const { site: home, onBoth } = findResource(path as (typeof resourcePaths)[number]);
      expect(onBoth === true || home === owner, `${path} on ${origin}, not on ${other}`).toBe(true);
    }
  }
});

test("links across the two sites are absolute", async () => {
  const links = new Set<string>();
  for (const path of published) {
    const { site: owner, kind } = findResource(path);
    if (kind !== "page") continue;
    const origin = owner === "swap" ? swap : site;
    const { text } = await get(origin, path);
    for (const [, href] of text.matchAll(/<a [^>]*href="([^"#]+)/g)) {
      const { origin: home, pathname } = new URL(href as string, origin);
      if (home === site || home === swap) links.add(home + pathname);
    }
  }
  for (const link of links)
    expect((await get(link, "")).status, link).toBe(/\d\/mcp$/.test(link) ? 405 : 200);
});

test("security.txt names the contact and expires in time", async () => {
  const contact = deployment === null ? "ops@example.org" : config().contactEmail;
  test.skip(contact === null, "CONTACT_EMAIL is not set");
  const { status, text } = await get(site, "/.well-known/security.txt");
  expect(status).toBe(200);
  expect(text).toContain(`Contact: mailto:${contact}\n`);
  expect(text).toContain(`Canonical: ${site}/.well-known/security.txt\n`);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "");
  const days = (expires - Date.now()) / 86_400_000;
  expect(
    days,
    "review the contact, then move SECURITY_EXPIRES in lib/site/documents/security.ts",
  ).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});
