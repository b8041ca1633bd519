// The website and the swap site: each host serves its own pages, redirects the others, and links to the other host with full addresses.
import { chainPath } from "../../lib/site/registry/chain-paths.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { ask } from "../support/ask.ts";
import { isPublished, settings, site, swap } from "../support/forms.ts";

const skipOnOneHost = () => test.skip(site === swap, "SWAP_URL: One host is both sites.");

async function get(origin: string, path: string, accept = "*/*") {
  const { status, headers, text } = await ask(`${origin}${path}`, { headers: { accept } });
  return { status, location: headers.location, text };
}

const published = resourcePaths.filter(isPublished);

test("each site answers its own addresses and redirects the others permanently", async () => {
  skipOnOneHost();
  for (const path of published) {
    const { site: owner, onBoth, kind } = findResource(path);
    const served = [kind === "endpoint" ? 405 : 200, undefined];
    const sentToSwap = [308, `${swap}${path}`];
    const sentToSite = [308, path === "/" ? `${swap}/developers` : `${site}${path}`];
    const [atSite, atSwap] = await Promise.all([get(site, path), get(swap, path)]);
    expect([atSite.status, atSite.location], path).toEqual(
      onBoth || owner !== "swap" ? served : sentToSwap,
    );
    expect([atSwap.status, atSwap.location], path).toEqual(
      onBoth || owner === "swap" ? served : sentToSite,
    );
  }
});

test("a redirect to the other site keeps the question, in every form", async () => {
  skipOnOneHost();
  for (const path of [
    ...["/quote?from=BTC&to=ETH&amount=0.1", "/track?txid=00", "/status?only=BTC"],
    ...["/quote.json?from=BTC", chainPath("BTC"), `${chainPath("BTC", "md")}?x=1`],
    chainPath("BTC", "badge"),
  ])
    for (const accept of ["text/html", "text/markdown"]) {
      const { status, location } = await get(site, path, accept);
      expect([status, location], `${accept} ${path}`).toEqual([308, `${swap}${path}`]);
    }
});

test("the sitemap of each site names its own addresses alone", async () => {
  skipOnOneHost();
  for (const origin of [site, swap])
    for (const [, address = ""] of (await get(origin, "/sitemap.xml")).text.matchAll(
      /<loc>(.*?)<\/loc>/g,
    ))
      expect(new URL(address).origin).toBe(origin);
});

test("the token of OpenAI's directory is answered bare and kept by no cache, or is 404", async () => {
  const { openaiAppsChallenge: token } = settings;
  const { status, text, headers } = await ask(`${site}/.well-known/openai-apps-challenge`);
  expect(headers["cache-control"]).toBe("no-store");
  if (token === null) expect(status).toBe(404);
  else
    expect([status, text, headers["content-type"]]).toEqual([
      200,
      token,
      "text/plain; charset=utf-8",
    ]);
});

test("security.txt names the contact and expires in time", async () => {
  const { contactEmail } = settings;
  test.skip(contactEmail === null, "CONTACT_EMAIL is not set");
  const { status, text } = await get(site, "/.well-known/security.txt");
  expect(status).toBe(200);
  expect(text).toContain(`Contact: mailto:${contactEmail}\n`);
  expect(text).toContain(`Canonical: ${site}/.well-known/security.txt\n`);
  const days = (Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "") - Date.now()) / 86_400_000;
  const why =
    "review the contact, then move SECURITY_EXPIRES in lib/site/documents/crawler-files.ts";
  expect(days, why).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});
