// The icon of a tab shows the state of its page, without a script.
import { expect, test } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";

const iconsOf = (html: string) => [...html.matchAll(/<link rel="icon" href="([^"]*)"/g)].map(([, href]) => href);

test("a live page has one icon, which is that of its sign", async ({ request }) => {
  const swaps = sampleTransactions.map(({ txid }) => `/track?txid=${txid}`);
  const found = new Set<string | undefined>();
  for (const path of ["/status", "/status/btc", "/status/ltc", ...swaps]) {
    const html = await (await request.get(path, { headers: { accept: "text/html" } })).text();
    const [icon, ...others] = iconsOf(html);
    const [, state] = /class="signboard" data-state="(\w+)"/.exec(html) ?? [];
    const [, tone = state] = /data-tone="(\w+)"/.exec(html) ?? [];
    const names = { done: "open", held: "halted", stopped: "halted" } as Readonly<Record<string, string>>;
    expect([path, icon, others]).toEqual([path, `/icons/${names[tone ?? ""] ?? tone}.svg`, []]);
    found.add(icon);
  }
  expect(found.size).toBeGreaterThanOrEqual(6);
  for (const icon of found) {
    const answer = await request.get(icon ?? "");
    expect(answer.headers()).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "public, max-age=3600",
    });
    expect(answer.headers().vary).toBeUndefined();
    expect(await answer.text()).toMatch(/^<svg /);
  }
});

test("a page without a state has the logo, and an icon of no state is missing", async ({ request }) => {
  for (const path of ["/", "/track", "/track?txid=63", "/quote?from=BTC&to=ETH&amount=1"]) {
    const html = await (await request.get(path, { headers: { accept: "text/html" } })).text();
    expect([path, iconsOf(html)]).toEqual([path, ["/logo.svg"]]);
  }
  for (const name of ["none.svg", "open", "open.png"]) {
    const missing = await request.get(`/icons/${name}`, { headers: { accept: "application/json" } });
    expect([name, missing.status()]).toEqual([name, 404]);
  }
});
