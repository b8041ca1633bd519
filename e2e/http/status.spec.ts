// The status over HTTP: what is observed, and the page of each chain with its other forms.
import { IncidentImpact, IncidentStatus, MaintenanceStatus, Statuspage } from "statuspage.io";
import { type ChainForm, chainFormEnds, chainPath } from "../../lib/site/registry/chain-paths.ts";
import { expect, test } from "../support/answering-test.ts";
import { isOwnServer, ownFields, settings, skipOffSample, swap, urlOf } from "../support/forms.ts";

const html = { accept: "text/html" };
const kinds: Readonly<Record<ChainForm, string>> = {
  md: "text/markdown; charset=utf-8",
  json: "application/json; charset=utf-8",
  badge: "image/svg+xml; charset=utf-8",
};
const forms = Object.keys(chainFormEnds) as ChainForm[];
const { chains } = settings.preset;

test("the status document says which network it is, and when each height was observed", async ({
  request,
}) => {
  const { checks, network, updated } = await (await request.get("/.well-known/status")).json();
  expect(network).toMatchObject({
    network: settings.network,
    source: settings.network === "sample" ? "sample" : "live",
  });
  expect(Math.abs(updated * 1000 - Date.now())).toBeLessThan(30_000);
  for (const check of [...checks["node:height"], ...checks["indexer:height"]]) {
    expect(check.observedValue).toBeGreaterThan(0);
    expect(check.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(check.time) - Date.now())).toBeLessThan(30_000);
  }
});

test("each chain has a page and every form of it", async ({ request }) => {
  for (const [at, { code }] of chains.entries()) {
    const address = urlOf(chainPath(code));
    const page = await request.get(chainPath(code), { headers: html });
    const text = await page.text();
    expect(ownFields(page.headers()), code).toMatchObject({
      "cache-control": "no-store",
      vary: expect.stringMatching(/^Accept/),
    });
    expect(page.headers().link).toContain(`<${address}>; rel="canonical"`);
    expect(/<title>([^<]*)<\/title>/.exec(text)?.[1]).toMatch(new RegExp(`\\b${code}\\b`));
    expect(text.match(/<link rel="canonical"[^>]*>/g)).toEqual([
      `<link rel="canonical" href="${address}"/>`,
    ]);
    const { chains: rows } = await (await request.get(chainPath(code, "json"))).json();
    expect(rows.map((row: { chain: string }) => row.chain)).toEqual([code]);
    if (at > 0) continue;
    for (const form of forms) {
      const answer = await request.get(chainPath(code, form));
      const { "content-type": type, "cache-control": kept, vary } = ownFields(answer.headers());
      expect([type, kept, vary], `${code} ${form}`).toEqual([kinds[form], "no-store", undefined]);
    }
    const negotiated = await request.get(chainPath(code), { headers: { accept: "text/markdown" } });
    expect(await negotiated.text()).toContain(`canonical: "${address}"`);
  }
});

test("another spelling of a chain leads to its address", async ({ request }) => {
  for (const written of ["DOGE", "Dogecoin", "doge/"]) {
    const answer = await request.get(`/status/${written}`, { headers: html, maxRedirects: 0 });
    const { pathname } = new URL(answer.headers().location ?? "", swap);
    expect([written, answer.status(), pathname]).toEqual([written, 308, "/status/doge"]);
  }
});

test("an unknown chain is answered with those that there are, and nothing that was typed", async ({
  request,
}) => {
  const typed = "%3Cb%3Enowhere";
  for (const end of ["", ...Object.values(chainFormEnds)]) {
    const answer = await request.get(`/status/${typed}${end}`);
    const { code, hint } = await answer.json();
    expect([end, answer.status(), answer.headers()["content-type"], code]).toEqual([
      ...[end, 404, "application/problem+json", "unknown_chain"],
    ]);
    expect(hint).toContain("btc, eth");
  }
  const document = await request.get(`/status/${typed}.json`, { headers: html });
  expect(document.headers()["content-type"]).toBe("application/problem+json");
  const page = await request.get(`/status/${typed}`, { headers: html });
  const text = await page.text();
  expect([page.status(), page.headers()["content-type"]]).toEqual([
    ...[404, "text/html; charset=utf-8"],
  ]);
  expect(text).not.toContain("nowhere");
  const links = [...text.matchAll(/<a class="choice" href="([^"]*)"/g)].map(([, path]) => path);
  expect(links).toEqual(chains.map(({ code }) => chainPath(code)));
});

test("what is no chain's address below /status is missing, however it is written", async ({
  request,
}) => {
  // Broken escapes reach no function of a platform.
  const broken = isOwnServer ? ["%history.json", "%E0%A4%A.md", "%x/badge.svg"] : [];
  const internal = forms.map((form) => `btc/${form}`);
  for (const path of [...broken, "doge.txt", "doge.svg", "a/b.json", ...internal]) {
    const answer = await request.get(`/status/${path}`);
    expect([path, answer.status()]).toEqual([path, 404]);
    if (!internal.includes(path))
      expect(answer.headers()["content-type"], path).toBe("application/problem+json");
  }
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
  const told = "Unknown argument chain. None is taken here.";
  for (const text of [part, await read("/status/ltc?chain=btc")]) expect(text).toContain(told);
});

test("an open page hears that its part still says the same", async ({ request }) => {
  const ask = async () => {
    const { etag = "" } = (await request.get("/status/now")).headers();
    return (await request.get("/status/now", { headers: { "if-none-match": etag } })).status();
  };
  // A network has a block every six seconds: two of these answers are of one block.
  await expect.poll(ask).toBe(304);
});

test("a client of Statuspage reads the state, each chain, and what is halted or will be", async ({
  request,
}) => {
  const client = new Statuspage("signpost");
  client.setApiUrl(swap);
  const [summary, { status }] = await Promise.all([
    client.api.getSummary(),
    client.api.getStatus(),
  ]);
  expect(summary.status.indicator).toBe(status.indicator);
  const { network } = await (await request.get("/.well-known/status")).json();
  type ChainAnswer = Readonly<Record<"chain" | "trading", string>>;
  const halted = network.chains
    .filter(({ trading }: ChainAnswer) => trading === "halted")
    .map(({ chain }: ChainAnswer) => chain);
  const { components, incidents, scheduled_maintenances: maintenances } = summary;
  expect(components.map(({ id, group }) => [id, group])).toEqual(
    network.chains.map(({ chain }: ChainAnswer) => [chain, false]),
  );
  const outages = components.filter((component) => component.status === "major_outage");
  expect(outages.map(({ id }) => id)).toEqual(expect.arrayContaining(halted));
  // Its types are what it promises to whoever reads by it.
  for (const incident of incidents) {
    expect(Object.values(IncidentImpact)).toContain(incident.impact);
    expect(Object.values(IncidentStatus)).toContain(incident.status);
  }
  for (const maintenance of maintenances)
    expect(Object.values(MaintenanceStatus)).toContain(maintenance.status);
  for (const { incident_updates: updates } of [...incidents, ...maintenances])
    for (const update of updates) {
      expect(update.body).not.toBe("");
      expect(Date.parse(update.display_at)).toBeLessThanOrEqual(Date.now());
    }
  if (settings.network === "sample") {
    expect(incidents.map(({ name }) => name).join()).toContain("Litecoin");
    expect(maintenances.map(({ name }) => name).join()).toContain("Dogecoin");
  }
});
