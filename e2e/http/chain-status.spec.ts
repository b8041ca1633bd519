// The status of one chain over HTTP, in each form; and the short addresses of a swap.
import { expect, test } from "@playwright/test";
import { config } from "../../lib/config.ts";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { type ChainForm, chainFormEnds, chainPath } from "../../lib/site/registry/chain-paths.ts";

const html = { accept: "text/html" };
const kinds: Readonly<Record<ChainForm, string>> = {
  md: "text/markdown; charset=utf-8",
  json: "application/json; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  badge: "image/svg+xml; charset=utf-8",
};
const forms = Object.keys(chainFormEnds) as ChainForm[];

for (const { code } of config().preset.chains) {
  test(`${code} has a page, and every form of it`, async ({ request, baseURL }) => {
    const page = await request.get(chainPath(code), { headers: html });
    const text = await page.text();
    expect(page.headers()).toMatchObject({ "cache-control": "no-store", vary: expect.stringMatching(/^Accept/) });
    expect(page.headers().link).toContain(`<${baseURL}${chainPath(code)}>; rel="canonical"`);
    expect(/<title>([^<]*)<\/title>/.exec(text)?.[1]).toMatch(new RegExp(`^Can I send from .*\\b${code}\\b.* now\\?`));
    expect(text.match(/<link rel="canonical"[^>]*>/g)).toEqual([
      `<link rel="canonical" href="${baseURL}${chainPath(code)}"/>`,
    ]);
    for (const form of forms) {
      const answer = await request.get(chainPath(code, form));
      expect(answer.headers(), form).toMatchObject({ "content-type": kinds[form], "cache-control": "no-store" });
      expect(answer.headers().vary, form).toBeUndefined();
    }
    const negotiated = await request.get(chainPath(code), { headers: { accept: "text/markdown" } });
    expect(await negotiated.text()).toContain(`canonical: "${baseURL}${chainPath(code)}"`);
    const { chains, history } = await (await request.get(chainPath(code, "json"))).json();
    expect(chains.map((row: { chain: string }) => row.chain)).toEqual([code]);
    // Of the network as a whole the chain is null.
    expect([code, null]).toEqual(expect.arrayContaining(history.chains.map((row: { chain: string }) => row.chain)));
  });
}

test("another spelling of a chain leads to its address", async ({ request, baseURL }) => {
  for (const written of ["DOGE", "Dogecoin", "doge/"]) {
    const { status, headers } = await ask(`/status/${written}`);
    expect([written, status, headers.location?.replace(baseURL ?? "", "")]).toEqual([written, 308, "/status/doge"]);
  }
  async function ask(path: string) {
    const answer = await request.get(path, { headers: html, maxRedirects: 0 });
    return { status: answer.status(), headers: answer.headers() };
  }
});

test("an unknown chain is answered with those that there are, and nothing that was typed", async ({ request }) => {
  const typed = "%3Cb%3Enowhere";
  for (const end of ["", ...Object.values(chainFormEnds)]) {
    const answer = await request.get(`/status/${typed}${end}`);
    expect([end, answer.status(), answer.headers()["content-type"]]).toEqual([end, 404, "application/problem+json"]);
    const { code, detail } = await answer.json();
    expect([code, detail]).toEqual(["unknown_chain", expect.stringContaining("btc, eth")]);
  }
  const page = await request.get(`/status/${typed}`, { headers: html });
  expect([page.status(), page.headers()["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(await page.text()).toMatch(/It has thor, btc,.*Write one of them behind \/status\//);
  expect(await page.text()).not.toContain("nowhere");
});

test("what is no chain's address below /status is missing, however it is written", async ({ request }) => {
  for (const path of ["%history.json", "%E0%A4%A.md", "%x/badge.svg", "doge.txt", "doge.svg", "a/b.json"]) {
    const answer = await request.get(`/status/${path}`);
    const type = path.endsWith(".md") ? "text/markdown; charset=utf-8" : "application/problem+json";
    expect([path, answer.status(), answer.headers()["content-type"]]).toEqual([path, 404, type]);
  }
});

test("a form of a chain answers no other method, and its internal address is none", async ({ request }) => {
  for (const path of [chainPath("BTC"), ...forms.map((form) => chainPath("BTC", form))]) {
    const answer = await request.post(path, { data: {} });
    expect([path, answer.status(), answer.headers().allow]).toEqual([path, 405, "GET, HEAD, OPTIONS"]);
    expect((await request.fetch(path, { method: "OPTIONS" })).status()).toBe(204);
  }
  for (const form of forms) expect((await request.get(`/status/btc/${form}`)).status()).toBe(404);
});

test("a chain has its place in the sitemap", async ({ request, baseURL }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  for (const { code } of config().preset.chains) expect(sitemap).toContain(`<loc>${baseURL}${chainPath(code)}</loc>`);
});

test("the part that an open page asks for is that of its chain", async ({ request }) => {
  const part = await (await request.get("/status/now?chain=ltc")).text();
  expect(part).toContain("Litecoin (LTC) status");
  expect(part).not.toContain("Bitcoin");
});

test("the short address of a swap leads to its page, Markdown, JSON and feed", async ({ request }) => {
  const id = sampleTransactions[0]?.txid ?? "";
  for (const end of ["", ".md", ".json", ".atom"]) {
    const answer = await request.get(`/track/${id}${end}?chain=BTC`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([308, `/track${end}?chain=BTC&txid=${id}`]);
  }
  const followed = await request.get("/track/no-id.json");
  expect([followed.status(), (await followed.json()).error.argument]).toEqual([400, "txid"]);
  expect((await request.get("/track/now", { maxRedirects: 0 })).status()).not.toBe(308);
});
