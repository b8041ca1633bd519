// Requests of pages across two hosts: the homepage reads the
// swap site's status, the console calls the website's endpoint.
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { hostOrigins, skipOnDeployment } from "../support/forms.ts";
import { findSign } from "../support/page-checks.ts";

skipOnDeployment("It needs a browser.");

let site: string;
let swap: string;
test.beforeEach(({ baseURL }) => {
  ({ site, swap } = hostOrigins(baseURL));
});

test("the website's signboard gets its data from the swap site", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${site}/`);
  const board = findSign(page);
  await expect(board).toHaveAttribute("data-state", "warned");
  expect(asked).toContain(`${swap}/.well-known/status`);
  await expect(board.getByRole("link")).toHaveAttribute("href", `${swap}/status`);
});

test("the console of the swap site calls the website's endpoint", async ({ page }) => {
  await page.goto(`${swap}/developers/mcp`);
  const console = page.getByRole("form", { name: "Console" });
  await expect(console).toContainText(`POST ${site}/mcp`);
  await console.getByRole("button", { name: "Send" }).click();
  await expect(console.getByRole("status")).toHaveText(/^HTTP 200, \d+ ms, \d+ bytes\.$/);
});

for (const path of ["/", "/pricing"])
  test(`the form of ${path} leads to the swap site`, async ({ page }) => {
    await page.goto(`${site}${path}`);
    const form = page.getByRole("form", { name: "Quote a swap" });
    await form.getByLabel("You send").fill("BTC");
    await form.getByLabel("You receive").fill("ETH");
    await form.getByRole("textbox", { name: "Amount to send" }).fill("0.05");
    await form.getByRole("button", { name: "Get a quote" }).click();
    await expect(page).toHaveURL(`${swap}/quote?from=BTC&to=ETH&amount=0.05&unit=`);
    await expect(page.getByRole("region", { name: "Answer" })).toBeVisible();
  });

for (const javaScriptEnabled of [true, false])
  test(`the fee guide's costs of now come from its own host and lead to the swap site, with${javaScriptEnabled ? "" : "out"} JavaScript`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${site}/pricing`);
    const part = javaScriptEnabled ? page.locator(".now") : page.frameLocator("iframe");
    await expect(part.getByRole("row")).toHaveCount(5);
    expect(asked).toContain(`${site}/pricing/now`);
    await part.getByRole("link", { name: "$500 of BTC" }).click();
    await expect(page).toHaveURL(`${swap}/quote?from=BTC&to=ETH&amount_usd=500`);
    await context.close();
  });

test("every page's social image is on an origin that serves it", async ({ request }) => {
  for (const path of resourcePaths.filter((one) => findResource(one).kind === "page")) {
    const html = await (
      await request.get(`${findResource(path).site === "swap" ? swap : site}${path}`)
    ).text();
    const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] as string;
    const response = await request.get(image, { maxRedirects: 0 });
    expect([response.status(), response.headers()["content-type"]], image).toEqual([
      200,
      "image/png",
    ]);
  }
});

test("every page names the token of the origin trial, which is a setting", async ({ request }) => {
  const meta = '<meta http-equiv="origin-trial" content="dG9rZW4="/>';
  for (const path of resourcePaths.filter((one) => findResource(one).kind === "page")) {
    const origin = findResource(path).site === "swap" ? swap : site;
    const [head] = (await (await request.get(`${origin}${path}`)).text()).split("</head>");
    expect(head, path).toContain(meta);
  }
});
