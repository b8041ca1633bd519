// The other forms of the status over HTTP: the feed, the document's
// provider checks, and that every form makes the server observe.
import { expect, test } from "@playwright/test";

test("the feed is Atom, linked from the page, and never stored", async ({ request, baseURL }) => {
  const page = await request.get("/status");
  expect(page.headers().link).toContain(`<${baseURL}/status.atom>; rel="alternate"; type="application/atom+xml"`);
  expect(await page.text()).toContain(
    `<link rel="alternate" href="${baseURL}/status.atom" type="application/atom+xml"/>`,
  );
  const feed = await request.get("/status.atom", { headers: { accept: "text/html" } });
  expect(feed.headers()).toMatchObject({
    "content-type": "application/atom+xml; charset=utf-8",
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
  });
  const xml = await feed.text();
  expect(xml).toContain(`<link rel="self" type="application/atom+xml" href="${baseURL}/status.atom"/>`);
  expect(xml).toContain("Sample network: invented data.");
  const [id] = /urn:uuid:[0-9a-f-]{36}/.exec(xml) ?? [];
  expect(await (await request.get("/status.atom")).text()).toContain(id as string);
});

test("a missing feed is a problem document", async ({ request }) => {
  const response = await request.get("/no-such.atom", { headers: { accept: "text/html" } });
  expect(response.status()).toBe(404);
  expect(response.headers()["content-type"]).toBe("application/problem+json");
});

test("each provider's height has its observation time", async ({ request }) => {
  const { checks } = await (await request.get("/.well-known/status")).json();
  for (const check of [...checks["node:height"], ...checks["indexer:height"]]) {
    expect(check.observedValue).toBeGreaterThan(0);
    expect(check.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(check.time) - Date.now())).toBeLessThan(30_000);
  }
});

test("a status that is given again tells its age to the second", async ({ request }) => {
  const made = new Set<string>();
  for (let asked = 0; asked < 300; asked++) {
    const beforeMs = Date.now();
    const { network, checks } = await (await request.get("/.well-known/status")).json();
    const afterMs = Date.now();
    const blockMs = Date.parse(network.block_time);
    expect(network.age_seconds).toBeGreaterThanOrEqual(Math.ceil((beforeMs - blockMs) / 1000));
    expect(network.age_seconds).toBeLessThanOrEqual(Math.ceil((afterMs - blockMs) / 1000));
    made.add(JSON.stringify(checks.uptime));
  }
  expect(made.size, "answers made").toBeLessThan(300);
});

test("the page says since when this server observes", async ({ request }) => {
  await request.get("/.well-known/status");
  const markdown = await (await request.get("/status.md")).text();
  expect(markdown).toMatch(/^We check every minute\. A halt shorter than 3 minutes may be missing here\./m);
  expect(markdown).toMatch(/^This is the sample network: its past is invented\./m);
});

test("the history as JSON is linked from the page, and never stored", async ({ request, baseURL }) => {
  const page = await request.get("/status");
  expect(page.headers().link).toContain(`<${baseURL}/status/history.json>; rel="alternate"; type="application/json"`);
  const response = await request.get("/status/history.json");
  expect(response.headers()).toMatchObject({ "cache-control": "no-store", "access-control-allow-origin": "*" });
  const { kept, checks, chains } = await response.json();
  expect([kept, checks]).toEqual(["sample", "each_minute"]);
  for (const { days } of chains) expect(days.at(-1).to).toMatch(/^20\d\d-\d\d-\d\d$/);
});

test("the platform's address is unknown without a secret", async ({ request }) => {
  const response = await request.get("/cron/check", { headers: { authorization: "Bearer undefined" } });
  expect(response.status()).toBe(404);
  expect(response.headers()["content-type"]).toBe("application/problem+json");
});
