// A foreign page calls the endpoint: allowed under a public name, refused under a local one (DNS rebinding).
import { createServer, type Server, request as send } from "node:http";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { test } from "../support/answering-test.ts";
import { listen, portOf } from "../support/loopback.ts";
import { findFreePort, type RunningProcess, startProcess } from "../support/start-process.ts";

const publicName = "signpost.example";
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
let site: RunningProcess;
let port: number;
let pages: Server;
let browser: Browser;

// All tests share one server and one browser.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  port = await findFreePort();
  // The specs' build under a public name, which the guard reads at run time.
  site = await startProcess({
    args: ["node_modules/next/dist/bin/next", "start", "-p", String(port)],
    environment: {
      SITE_URL: `https://${publicName}`,
      NETWORK: "sample",
      RATE_LIMIT: "0",
      DIST_DIR: ".next-test",
    },
    ready: /Ready in/,
    limitMs: 60_000,
  });
  pages = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<!doctype html>"),
  );
  await listen(pages);
  const { launchOptions = {} } = test.info().project.use;
  const args = [...(launchOptions.args ?? []), "--host-resolver-rules=MAP *.example 127.0.0.1"];
  browser = await chromium.launch({ ...launchOptions, args });
});

test.afterAll(async () => {
  await browser?.close();
  pages?.close();
  await site?.stop();
});

async function openPage(hostname: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`http://${hostname}:${portOf(pages)}/`);
  return page;
}

/** What a script sees of its call: the status and body, or that the browser blocked it. */
function call(page: Page, hostname: string, type: string, body: object = list) {
  return page.evaluate(
    async ([url, contentType, text]) => {
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: { "content-type": contentType },
          body: text,
        });
        return { status: response.status, text: await response.text() };
      } catch (error) {
        return { status: null, text: String(error) };
      }
    },
    [`http://${hostname}:${port}/mcp`, type, JSON.stringify(body)] as const,
  );
}

test("a foreign page lists and calls tools under the public name, after its preflight", async () => {
  const page = await openPage("page.example");
  const listed = await call(page, publicName, "application/json");
  expect(listed.status).toBe(200);
  expect(JSON.parse(listed.text).result.tools).toHaveLength(5);
  const params = { name: "get_network_status", arguments: { fields: ["trading"] } };
  const called = await call(page, publicName, "application/json", {
    ...list,
    method: "tools/call",
    params,
  });
  expect(JSON.parse(called.text).result.structuredContent).toMatchObject({
    network: "sample",
    trading: "open",
  });
  await page.close();
});

for (const hostname of ["localhost", "127.0.0.1"]) {
  test(`the same page cannot call ${hostname}`, async () => {
    const page = await openPage("page.example");
    // The preflight is refused, so the request is never sent.
    expect(await call(page, hostname, "application/json")).toMatchObject({ status: null });
    // A type without a preflight is sent, and refused before its body is read.
    const simple = await call(page, hostname, "text/plain");
    expect(simple.status).toBe(403);
    expect(JSON.parse(simple.text)).toMatchObject({ id: null, error: { code: -32000 } });
    await page.close();
  });
}

test("a page on loopback can call the server on loopback", async () => {
  const page = await openPage("localhost");
  expect((await call(page, "localhost", "application/json")).status).toBe(200);
  await page.close();
});

/** A request with any `Host`, as a browser or a proxy can send it. */
function ask(
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: object; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = send(
      { host: "127.0.0.1", port, path: "/mcp", method, headers },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    outgoing.once("error", reject);
    outgoing.end(method === "POST" ? JSON.stringify(list) : undefined);
  });
}

for (const origin of [
  "https://page.example",
  "http://localhost:9",
  "null",
  "chrome-extension://abcdef",
  "not an origin",
]) {
  test(`the public name serves the origin ${origin}, and its preflight`, async () => {
    const host = { host: publicName, origin };
    const asked = {
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,mcp-method",
    };
    const preflight = await ask("OPTIONS", { ...host, ...asked });
    expect([preflight.status, preflight.text]).toEqual([204, ""]);
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST, OPTIONS",
      "access-control-allow-headers": expect.stringContaining("Mcp-Method"),
    });
    const answer = await ask("POST", { ...host, "content-type": "application/json" });
    expect([answer.status, JSON.parse(answer.text).result.tools.length]).toEqual([200, 5]);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("Retry-After"),
      "cache-control": "no-store",
    });
    expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
  });
}

test("a rebound name is refused, whatever its origin or a proxy's header claims", async () => {
  const type = { "content-type": "application/json" };
  for (const headers of [
    { host: "evil.example", origin: "http://evil.example" },
    { host: `${publicName}.evil.example` },
    { host: "evil.example", "x-forwarded-host": publicName },
    { host: `localhost:${port}`, origin: "http://localhost.evil.example" },
    { host: `localhost:${port}`, origin: "null" },
  ]) {
    const { status, text } = await ask("POST", { ...type, ...headers });
    expect([status, JSON.parse(text).error.code], JSON.stringify(headers)).toEqual([403, -32000]);
  }
});
