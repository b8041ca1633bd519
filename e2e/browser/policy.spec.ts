// The content security policy in a real browser. Every page works without violations, and injected scripts do not run.
import { expect, type Page } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { waitForReact } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const quote = "/quote?from=BTC.BTC&to=ETH.ETH&amount=0.05";
const swap = `/track?txid=${sampleTransactions[4]?.txid}`;
const pages = [
  ...resourcePaths.filter((path) => findResource(path).kind === "page"),
  quote,
  swap,
  "/status?only=BTC",
  "/no-such-page",
];

/** One of each kind of policy: by digests or by a nonce. That of each page is compared with its HTML in http/security-headers. */
const attacked = ["/", "/pricing", "/status", quote, swap, "/no-such-page"];

/** Policy violations and uncaught errors on a page, as they happen. */
async function watch(page: Page): Promise<readonly string[]> {
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(`${error}`));
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) broken.push(message.text());
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      reportError(new Error(`${effectiveDirective}: ${blockedURI}`)),
    );
  });
  return broken;
}

for (const path of pages)
  test(`${path} works under its policy`, async ({ page }) => {
    const broken = await watch(page);
    await page.goto(path);
    await waitForReact(page);
    await expect(page.getByRole("main")).toHaveCSS("font-family", /^sans/);
    const fonts = await page.evaluate(async () =>
      [...(await document.fonts.ready)].map(({ status }) => status),
    );
    expect(fonts).toContain("loaded");
    expect(broken).toEqual([]);
  });

// A page of its own: while it is open, a trace of the next test reads its base again, and the browser reports it again.
for (const path of attacked)
  test(`${path} runs no injected script, style or handler`, async ({ ownPage: page }) => {
    const broken = await watch(page);
    await page.route(path, async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace(
        "</body>",
        `<script>window.injected=1</script><img src="/logo.svg" onload="window.injected=2" alt=""><style>body{display:none}</style><base href="https://canary.example/"></body>`,
      );
      await route.fulfill({ response: answer, body: html });
    });
    await page.goto(path);
    await waitForReact(page);
    expect(await page.evaluate(() => (window as { injected?: number }).injected)).toBeUndefined();
    await expect(page.locator("body")).not.toHaveCSS("display", "none");
    expect(broken.join("\n")).toMatch(/script-src-elem: inline/);
    expect(broken.join("\n")).toMatch(/style-src-elem: inline/);
    expect(broken.join("\n")).toMatch(/base-uri/);
  });

for (const path of ["/", "/status"])
  test(`${path}: nothing is sent to another origin, and no text becomes markup or a script`, async ({
    page,
  }) => {
    await page.goto(path);
    const sent = page.evaluate(() => fetch("https://canary.example/").then(() => "sent"));
    await expect(sent).rejects.toThrow(/Failed to fetch/);
    const refused = (act: string) =>
      page.evaluate((text) => {
        const broken = new Promise<string>((resolve) => {
          document.addEventListener("securitypolicyviolation", (event) =>
            resolve(event.effectiveDirective),
          );
        });
        const button = document.createElement("button");
        button.addEventListener("click", () => {
          if (text === "markup") button.innerHTML = "<b></b>";
          if (text === "handler") button.setAttribute("onfocus", "1");
          const { trustedTypes } = window as {
            trustedTypes?: { createPolicy(name: string, rules: object): void };
          };
          if (text === "policy") trustedTypes?.createPolicy("canary", {});
        });
        document.body.append(button);
        button.click();
        return broken;
      }, act);
    expect(await refused("markup")).toBe("require-trusted-types-for");
    expect(await refused("handler")).toMatch(/^(require-trusted-types-for|script-src-attr)$/);
    expect(await refused("policy")).toBe("trusted-types");
  });

test("the policy allows the script for agents in the page", async ({ ownPage: page }) => {
  const broken = await watch(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "modelContext", { value: { registerTool: () => undefined } });
  });
  const asked = page.waitForResponse((response) => response.url().endsWith("/webmcp.js"));
  await page.goto("/");
  expect((await asked).status()).toBe(200);
  await waitForReact(page);
  expect(broken).toEqual([]);
});

for (const path of ["/pricing", "/pricing/now"])
  test(`${path} cannot be framed by another site`, async ({ ownPage: page, baseURL }) => {
    const broken: string[] = [];
    page.on("console", (message) => broken.push(message.text()));
    await page.setContent(`<iframe src="${baseURL}${path}"></iframe>`);
    await expect.poll(() => broken.join("\n")).toMatch(/frame-ancestors|X-Frame-Options/);
  });
