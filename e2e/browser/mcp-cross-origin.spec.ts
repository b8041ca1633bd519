// A foreign page calls the endpoint: allowed under a public name, refused under a local one (DNS rebinding).
// Which hosts and origins are served without a browser: mcp/guard.spec.ts.
import { createServer, type Server } from "node:http";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { test } from "../support/answering-test.ts";
import { settings } from "../support/forms.ts";
import { listen, portOf } from "../support/loopback.ts";
import {
  findFreePort,
  type RunningProcess,
  sharedSettings,
  startProcess,
} from "../support/start-process.ts";

const publicName = "signpost.example";
const publicUrl = `https://${publicName}`;
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
    environment: { ...sharedSettings(), SITE_URL: publicUrl, SWAP_URL: publicUrl },
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
function call(page: Page, hostname: string, type = "application/json") {
  const params = { name: "get_network_status", arguments: { fields: ["trading"] } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  return page.evaluate(
    async ([url, contentType, body]) => {
      try {
        const headers = { "content-type": contentType };
        const response = await fetch(url, { method: "POST", headers, body });
        return { status: response.status, body: await response.json() };
      } catch {
        return { status: null, body: null };
      }
    },
    [`http://${hostname}:${port}/mcp`, type, JSON.stringify(message)] as const,
  );
}

test("a foreign page calls a tool under the public name, after its preflight", async () => {
  const { status, body } = await call(await openPage("page.example"), publicName);
  expect(status).toBe(200);
  expect(body.result.structuredContent).toMatchObject({
    network: settings.network,
    trading: "open",
  });
});

// In this build 127.0.0.1 is the swap site, which has no endpoint.
test("the same page cannot call localhost", async () => {
  const page = await openPage("page.example");
  // The preflight is refused, so the request is never sent.
  expect((await call(page, "localhost")).status).toBeNull();
  // A type without a preflight is sent, and refused before its body is read.
  const simple = await call(page, "localhost", "text/plain");
  expect(simple).toMatchObject({ status: 403, body: { id: null, error: { code: -32000 } } });
});
