// Whose messages are counted, on the built server with a limit of one a minute: without a proxy and behind one.
import { expect, test } from "../support/answering-test.ts";
import { ask } from "../support/ask.ts";
import { refusalHeaders } from "../support/default-headers.ts";
import { site, sitesOf, skipOnDeployment, urlOf, withoutRouter } from "../support/forms.ts";
import { startOwnServer } from "../support/own-server.ts";
import { ask as askRaw } from "../support/raw-request.ts";
import type { RunningProcess } from "../support/start-process.ts";

skipOnDeployment("It starts servers of its own.");

test.describe.configure({ mode: "serial" });
const processes: RunningProcess[] = [];
test.afterAll(() => Promise.all(processes.map((one) => one.stop())));

async function startServer(variables: Record<string, string>) {
  const { port, process } = await startOwnServer({ RATE_LIMIT: "1", ...variables });
  processes.push(process);
  return {
    port,
    /** The JSON lines about messages in its output so far. */
    lines: () => process.output().match(/^\{.*"method".*$/gm) ?? [],
    ping: (more: Record<string, string> = {}, from?: string) =>
      ask(`http://127.0.0.1:${port}/mcp`, {
        method: "POST",
        headers: { host: `localhost:${port}`, "content-type": "application/json", ...more },
        body: '{"jsonrpc":"2.0","id":5,"method":"ping"}',
        from,
      }),
  };
}

test("a live page is counted in every form; documents never are", async () => {
  const { port, ping } = await startServer({ RATE_LIMIT: "2" });
  const get = async (path: string, accept: string) => {
    const url = urlOf(path, sitesOf(`http://localhost:${port}`));
    const response = await fetch(url, { headers: { accept } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const asked = "/quote?from=BTC&to=ETH&amount=0.05";
  expect((await get(asked, "text/html")).status).toBe(200);
  for (const [path, accept] of [
    [asked, "text/html,application/xhtml+xml,*/*;q=0.8"],
    [asked, "*/*"],
    [asked, "text/markdown, text/html;q=0.9"],
    ["/quote.md?from=BTC&to=ETH&amount=0.05", "*/*"],
    [`/track?txid=${"0006".repeat(16)}`, "text/html"],
  ] as const) {
    const { status, headers, text } = await get(path, accept);
    expect(status, `${path} ${accept}`).toBe(429);
    const waitSeconds = Number(headers.get("retry-after"));
    expect(waitSeconds).toBeGreaterThan(0);
    expect(withoutRouter(headers.get("vary") ?? "")).toBe("Accept");
    expect(headers.get("cache-control")).toBe("no-store");
    if (accept.startsWith("text/html")) {
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(headers.get("refresh"), "a browser asks again by itself").toBe(String(waitSeconds));
      const waitText = waitSeconds === 60 ? "1 minute" : `${waitSeconds} seconds?`;
      expect(text).toMatch(new RegExp(`We try again in ${waitText}\\.`));
      // What was asked stands in the address: browser/refused.spec.ts.
      for (const value of new URL(path, site).searchParams.values())
        expect(text, "the page is the same for everyone").not.toContain(`"${value}"`);
    } else {
      expect(Object.fromEntries(headers)).toMatchObject(refusalHeaders(site));
      expect(headers.get("refresh")).toBeNull();
      expect(headers.get("content-type")).toBe("application/problem+json");
      expect(JSON.parse(text)).toMatchObject({ status: 429, code: "rate_limited" });
    }
  }
  expect((await ping()).status, "one bucket with the endpoint").toBe(429);
  for (const path of ["/track.md", "/status"])
    expect((await get(path, "text/html")).status, path).toBe(429);
  // Its frame shows why there are no figures.
  const part = await get("/pricing/now", "text/html");
  expect(part.status).toBe(429);
  expect(Object.fromEntries(part.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": expect.stringMatching(/^[^,]*frame-ancestors 'self'$/),
    "x-frame-options": "SAMEORIGIN",
  });
  expect(part.text).toContain(`Ask again in ${part.headers.get("retry-after")} second`);
  expect(part.headers.get("refresh")).toBe(part.headers.get("retry-after"));
  const unframed = await get("/status/now", "text/html");
  expect(unframed.headers.get("content-type")).toBe("application/problem+json");
  for (const path of ["/pricing", "/pricing?x=1", "/.well-known/status"])
    expect((await get(path, "text/html")).status, path).toBe(200);
});

test("without a proxy the client is the socket's peer, whatever it claims", async () => {
  const { ping, lines } = await startServer({});
  const served = await ping();
  expect([served.status, served.headers.ratelimit]).toEqual([200, '"messages";r=0;t=60']);
  expect(served.headers["ratelimit-policy"]).toBe('"messages";q=1;w=60');

  const forged = "203.0.113.99";
  const names =
    "x-real-ip x-vercel-forwarded-for x-vercel-ip cf-connecting-ip true-client-ip x-client-ip x-peer x-peer-address " +
    "x-peer-00000000-0000-0000-0000-000000000000";
  const claims: Record<string, string>[] = [
    {},
    { "x-forwarded-for": forged },
    { "x-forwarded-for": `${forged}, 198.51.100.1` },
    { forwarded: `for=${forged}` },
    Object.fromEntries(names.split(" ").map((name) => [name, forged])),
  ];
  for (const headers of claims) {
    const refused = await ping(headers);
    const { id, error } = JSON.parse(refused.text);
    expect([refused.status, id, error.code], JSON.stringify(headers)).toEqual([429, 5, -32000]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.headers).toMatchObject(refusalHeaders(site));
    expect(refused.headers["access-control-expose-headers"]).toContain("RateLimit");
  }
  // Linux answers for all of 127/8, so there is a second peer address.
  if (process.platform === "linux") {
    expect((await ping({ "x-forwarded-for": "127.0.0.1" }, "127.0.0.2")).status).toBe(200);
    expect((await ping({}, "127.0.0.2")).status).toBe(429);
  }

  // What a line says: mcp/log.spec.
  await expect.poll(() => lines().length).toBeGreaterThan(claims.length);
  expect(lines().join()).not.toMatch(/203\.0|127\.0|198\.51/);
});

// Which entry that is, for each number of proxies: truth/http/client-address.spec.ts.
test("behind one proxy the client is the address that the proxy appended", async () => {
  const { ping } = await startServer({ TRUSTED_HOPS: "1" });
  for (const [forwarded, status] of [
    ["203.0.113.1", 200],
    ["198.51.100.1, 203.0.113.1", 429],
    ["203.0.113.1, 203.0.113.2", 200],
    // Without a valid entry the peer counts.
    ["nonsense", 200],
    ["203.0.113.3,", 429],
  ] as const)
    expect((await ping({ "x-forwarded-for": forwarded })).status, forwarded).toBe(status);
});

test("a query that is too long is counted, before it is refused for its length", async () => {
  const { port } = await startServer({ RATE_LIMIT: "2" });
  const sites = sitesOf(`http://localhost:${port}`);
  const statuses: number[] = [];
  for (const path of ["/quote", "/track.md", "/embed/quote", "/status"]) {
    const url = urlOf(`${path}?x=${"y".repeat(700)}`, sites);
    statuses.push((await fetch(url, { headers: { accept: "text/html" } })).status);
  }
  expect(statuses).toEqual([414, 414, 429, 429]);
});

test("behind a proxy no number of header fields hides the client's address", async () => {
  const { port } = await startServer({ TRUSTED_HOPS: "1" });
  const fields = Object.fromEntries([...Array(1_500)].map((_, index) => [`a${index}`, "1"]));
  const ping = async (client: string) => {
    const headers = { ...fields, "content-type": "application/json", "x-forwarded-for": client };
    const body = '{"jsonrpc":"2.0","id":5,"method":"ping"}';
    return (await askRaw(`http://localhost:${port}`, "POST", "/mcp", headers, body)).status;
  };
  expect([await ping("203.0.113.1"), await ping("203.0.113.2")]).toEqual([200, 200]);
  expect([await ping("203.0.113.1"), await ping("203.0.113.2")]).toEqual([429, 429]);
});
