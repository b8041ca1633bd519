// The other forms of the status over HTTP, the pages of single chains, and of swaps.

import { config } from "../../lib/config.ts";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { type ChainForm, chainFormEnds, chainPath } from "../../lib/site/registry/chain-paths.ts";
import { expect, test } from "../support/answering-test.ts";
import { isOwnServer, ownFields, skipOffSample } from "../support/forms.ts";

test("each provider's height has its observation time", async ({ request }) => {
  const { checks } = await (await request.get("/.well-known/status")).json();
  for (const check of [...checks["node:height"], ...checks["indexer:height"]]) {
    expect(check.observedValue).toBeGreaterThan(0);
    expect(check.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(check.time) - Date.now())).toBeLessThan(30_000);
  }
});

const html = { accept: "text/html" };
const kinds: Readonly<Record<ChainForm, string>> = {
  md: "text/markdown; charset=utf-8",
  json: "application/json; charset=utf-8",
  badge: "image/svg+xml; charset=utf-8",
};
const forms = Object.keys(chainFormEnds) as ChainForm[];

for (const { code } of config().preset.chains) {
  test(`${code} has a page, and every form of it`, async ({ request, baseURL }) => {
    const page = await request.get(chainPath(code), { headers: html });
    const text = await page.text();
    expect(ownFields(page.headers())).toMatchObject({
      "cache-control": "no-store",
      vary: expect.stringMatching(/^Accept/),
    });
    expect(page.headers().link).toContain(`<${baseURL}${chainPath(code)}>; rel="canonical"`);
    expect(/<title>([^<]*)<\/title>/.exec(text)?.[1]).toMatch(
      new RegExp(`^Can I send from .*\\b${code}\\b.* now\\?`),
    );
    expect(text.match(/<link rel="canonical"[^>]*>/g)).toEqual([
      `<link rel="canonical" href="${baseURL}${chainPath(code)}"/>`,
    ]);
    for (const form of forms) {
      const answer = await request.get(chainPath(code, form));
      expect(answer.headers(), form).toMatchObject({
        "content-type": kinds[form],
        "cache-control": "no-store",
      });
      expect(ownFields(answer.headers()).vary, form).toBeUndefined();
    }
    const negotiated = await request.get(chainPath(code), { headers: { accept: "text/markdown" } });
    expect(await negotiated.text()).toContain(`canonical: "${baseURL}${chainPath(code)}"`);
    const { chains } = await (await request.get(chainPath(code, "json"))).json();
    expect(chains.map((row: { chain: string }) => row.chain)).toEqual([code]);
  });
}

test("another spelling of a chain leads to its address", async ({ request, baseURL }) => {
  skipOffSample();
  for (const written of ["DOGE", "Dogecoin", "doge/"]) {
    const { status, headers } = await ask(`/status/${written}`);
    expect([written, status, headers.location?.replace(baseURL ?? "", "")]).toEqual([
      written,
      308,
      "/status/doge",
    ]);
  }
  async function ask(path: string) {
    const answer = await request.get(path, { headers: html, maxRedirects: 0 });
    return { status: answer.status(), headers: answer.headers() };
  }
});

test("an unknown chain is answered with those that there are, and nothing that was typed", async ({
  request,
}) => {
  skipOffSample();
  const typed = "%3Cb%3Enowhere";
  for (const end of ["", ...Object.values(chainFormEnds)]) {
    const answer = await request.get(`/status/${typed}${end}`);
    expect([end, answer.status(), answer.headers()["content-type"]]).toEqual([
      end,
      404,
      "application/problem+json",
    ]);
    const { code, detail } = await answer.json();
    expect([code, detail]).toEqual(["unknown_chain", expect.stringContaining("btc, eth")]);
  }
  const page = await request.get(`/status/${typed}`, { headers: html });
  expect([page.status(), page.headers()["content-type"]]).toEqual([
    404,
    "text/html; charset=utf-8",
  ]);
  const text = await page.text();
  expect(text).toMatch(/no chain of that name\.<p>Its chains:/);
  expect(text).not.toContain("nowhere");
  const links = [...text.matchAll(/<a href="([^"]*)">([^<]+)<\/a>/g)].map(([, path, label]) => [
    path,
    label,
  ]);
  expect(links.slice(0, 2)).toEqual([
    ["/status/thor", "THOR"],
    ["/status/btc", "BTC"],
  ]);
  expect(links.slice(-3)).toEqual([
    ["/status", "Status"],
    ["/quote", "Quote"],
    ["/track", "Track"],
  ]);
  for (const [path = ""] of links)
    expect([path, (await request.get(path, { headers: html })).status()]).toEqual([path, 200]);
});

test("what is no chain's address below /status is missing, however it is written", async ({
  request,
}) => {
  for (const path of [
    // Broken escapes reach no function of a platform.
    ...(isOwnServer ? ["%history.json", "%E0%A4%A.md", "%x/badge.svg"] : []),
    "doge.txt",
    "doge.svg",
    "a/b.json",
  ]) {
    const answer = await request.get(`/status/${path}`);
    const type = path.endsWith(".md") ? "text/markdown; charset=utf-8" : "application/problem+json";
    expect([path, answer.status(), answer.headers()["content-type"]]).toEqual([path, 404, type]);
  }
});

test("a form of a chain answers no other method, and its internal address is none", async ({
  request,
}) => {
  for (const path of [chainPath("BTC"), ...forms.map((form) => chainPath("BTC", form))]) {
    const answer = await request.post(path, { data: {} });
    expect([path, answer.status(), answer.headers().allow]).toEqual([
      path,
      405,
      "GET, HEAD, OPTIONS",
    ]);
    expect((await request.fetch(path, { method: "OPTIONS" })).status()).toBe(204);
  }
  for (const form of forms) expect((await request.get(`/status/btc/${form}`)).status()).toBe(404);
});

test("a chain has its place in the sitemap", async ({ request, baseURL }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  for (const { code } of config().preset.chains)
    expect(sitemap).toContain(`<loc>${baseURL}${chainPath(code)}</loc>`);
});

test("the part that an open page asks for is that of its chain, whatever else the address names", async ({
  request,
}) => {
  skipOffSample();
  const read = async (path: string) => (await request.get(path)).text();
  const part = await read("/status/now?page-chain=ltc&chain=btc");
  expect(part).toContain("Litecoin (LTC) status");
  expect(part).not.toContain("Bitcoin");
  expect(await read("/status/now?chain=ltc")).toContain("Bitcoin");
  const told = "Unknown argument chain. None is taken here. This page shows Litecoin (LTC) alone.";
  for (const text of [
    part,
    await read("/status/ltc?chain=btc"),
    await read("/status/ltc.md?chain=btc"),
  ])
    expect(text.replaceAll("\\", "")).toContain(told);
});

test("an open page hears that its part still says the same", async ({ request }) => {
  skipOffSample();
  const ask = async () => {
    const { etag = "" } = (await request.get("/status/now")).headers();
    return (await request.get("/status/now", { headers: { "if-none-match": etag } })).status();
  };
  // The sample network has a block every six seconds: two of these answers are of one block.
  await expect.poll(ask).toBe(304);
});

test("the short address of a swap leads to its page, Markdown and JSON", async ({ request }) => {
  const id = sampleTransactions[0]?.txid ?? "";
  for (const end of ["", ".md", ".json"]) {
    const answer = await request.get(`/track/${id}${end}?chain=BTC`, { maxRedirects: 0 });
    const location = new URL(answer.headers().location ?? "", "http://localhost");
    expect([answer.status(), location.pathname]).toEqual([308, `/track${end}`]);
    expect(location.searchParams.get("txid")).toBe(id);
    // A platform adds the rest of the query by itself, after its build output.
    if (isOwnServer) expect(location.searchParams.get("chain")).toBe("BTC");
  }
  const followed = await request.get("/track/no-id.json");
  expect([followed.status(), (await followed.json()).error.argument]).toEqual([400, "txid"]);
  expect((await request.get("/track/now", { maxRedirects: 0 })).status()).not.toBe(308);
});
