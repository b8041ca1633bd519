// This folder tests over HTTP what is published: by the built server on two hosts, or by any deployment.
// This file: raw bytes that no honest client sends. No answer repeats them, and no request hides another.

import { smuggled } from "../fixtures/smuggled-requests.ts";
import { expect, test } from "../support/answering-test.ts";
import { CANARY, crawl, foreignHosts, forged } from "../support/canary-crawl.ts";
import { originOf, site, skipOnDeployment, swap } from "../support/forms.ts";
import { ask, sendBytes } from "../support/raw-request.ts";

skipOnDeployment("A platform reads such bytes itself.");

for (const host of new Set([...foreignHosts, new URL(site).host, new URL(swap).host]))
  test(`${host} with forged headers is never repeated, and leads to no third site`, () =>
    crawl(site, host, [site, swap]));

test("a response under a foreign host is not cached for the own one", async () => {
  for (const path of ["/", "/pricing", "/llms.txt", "/robots.txt"]) {
    await ask(site, "GET", path, { ...forged, host: CANARY });
    const answer = await ask(site, "GET", path);
    expect(answer.body + JSON.stringify(answer.headers), path).not.toContain("canary");
  }
});

for (const [name, bytes] of smuggled)
  test(`no request hides another one: ${name}`, async () => {
    const text = await sendBytes(site, bytes);
    expect(text).toMatch(/^HTTP\/1\.1 \d{3} /m);
    // Only /llms.txt, which the hidden request asks for, begins like this.
    expect(text).not.toContain("\n# Signpost\n");
  });

test("requests in one packet are answered in order", async () => {
  const paths = ["/robots.txt", "/llms.txt", "/no-such.json", "/mcp"];
  const bytes = paths
    .map((path) => `GET ${path} HTTP/1.1\r\nhost: ${new URL(site).host}\r\n`)
    .join("\r\n");
  const text = await sendBytes(site, `${bytes}connection: close\r\n\r\n`);
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => status);
  expect(statuses.join(" ")).toBe("200 200 404 405");
  expect(text.indexOf("User-agent:")).toBeLessThan(text.indexOf("# Signpost"));
});

test("an absolute URL with the own host works like its path", async () => {
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  for (const [method, path, headers, body] of [
    ["GET", "/llms.txt", {}, ""],
    ["GET", "/pricing", { accept: "text/markdown" }, ""],
    ["GET", "/status.md", {}, ""],
    ["GET", "/pricing/", {}, ""],
    ["POST", "/mcp", { "content-type": "application/json" }, ping],
  ] as const) {
    const origin = originOf(path);
    const read = async (target: string) => {
      const answer = await ask(origin, method, target, headers, body);
      const { date: _, ...fields } = answer.headers;
      return { status: answer.status, fields };
    };
    // The figures of a live answer may change between two: then both are asked again.
    await expect(async () => {
      const known = await read(path);
      for (const scheme of ["http", "HTTPS"])
        expect(await read(origin.replace("http", scheme) + path), `${scheme} ${path}`).toEqual(
          known,
        );
    }).toPass({ timeout: 10_000 });
  }
});

const traversals = [
  ...(
    "../../../../etc/passwd ..%2f..%2f..%2fetc/passwd %2e%2e/%2e%2e/%2e%2e/etc/passwd %252e%252e%252fetc%252fpasswd " +
    "..%5c..%5cpackage.json ..\\..\\package.json ....//....//package.json .well-known/../package.json " +
    "_next/static/../../../package.json _next/static/..%2f..%2f..%2fpackage.json " +
    "_next/static/%2e%2e/%2e%2e/server/middleware.js _next/static/chunks/..%252f..%252fBUILD_ID " +
    "_next/image?url=%2f..%2f..%2fpackage.json&w=64&q=75 _next/image?url=http%3A%2F%2F127.0.0.1%3A1%2F&w=64&q=75 " +
    "_next/data/x/index.json .env .git/config .signpost/missing.next.json package.json content/home.md " +
    "pricing.md%00.html pricing%00 developers%2fapi developers%252fapi %2fpricing pricing;jsessionid=1 " +
    "%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd"
  ).split(" "),
  ...["a/".repeat(5_000), "x".repeat(12_000), `pricing?${"x".repeat(12_000)}`],
].map((path) => `/${path}`);
for (const path of traversals)
  test(`${path.slice(0, 60)} reaches nothing that is not published`, async () => {
    const answer = await ask(site, "GET", path);
    expect([200, 308, 400, 404]).toContain(answer.status);
    if (answer.status === 200) expect(path).toMatch(/^\/pricing\?/);
    if (answer.status === 308) expect(answer.headers.location).toMatch(/^\/(?![/\\])/);
    expect(answer.body).not.toMatch(/root:|"dependencies"|\[core\]|"sha256"|sources:/);
    // Next and a platform redirect repeated slashes themselves, without our headers.
    if (!path.includes("//")) expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

test("an upgrade request is answered as a normal one", async () => {
  const fields = { connection: "Upgrade, HTTP2-Settings", "http2-settings": "AAMAAABkAAQAAP__" };
  for (const upgrade of ["h2c", "websocket", "TLS/1.0"])
    expect((await ask(site, "GET", "/llms.txt", { ...fields, upgrade })).status).toBe(200);
});

test("headers of 16 KB and more are refused, on any address", async () => {
  for (const path of ["/", "/llms.txt", "/mcp", "/no-such-page"]) {
    for (const headers of [
      { cookie: "x".repeat(16_384) },
      Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`x-${n}`, "y".repeat(20)])),
    ]) {
      const { status, body } = await ask(site, "GET", path, headers);
      expect([status, body], path).toEqual([431, ""]);
    }
  }
});
