// The console on /developers/mcp: sends a call from the page,
// also by keyboard alone, and shows every result in plain words.
import { expect, type Page } from "@playwright/test";
import { pageTools } from "../../lib/mcp/page-bridge.ts";
import { findViolations } from "../support/page-checks.ts";
import { openSharedPage, test } from "../support/shared-page.ts";

const path = "/developers/mcp";
const console = (page: Page) => page.getByRole("form", { name: "Console" });
const response = (page: Page) => console(page).getByRole("region", { name: "Response" });
const input = (page: Page) => console(page).getByLabel("Arguments");
const send = (page: Page) => console(page).getByRole("button", { name: "Send" });

test("every tool answers its example arguments", async ({ page }) => {
  await page.goto(path);
  const options = await console(page).getByLabel("Tool").locator("option").allTextContents();
  expect(options.sort()).toEqual([...pageTools].sort());
  for (const tool of options) {
    await console(page).getByLabel("Tool").selectOption(tool);
    await send(page).click();
    await expect(console(page).getByRole("status")).toHaveText(/^HTTP 200, \d+ ms, \d+ bytes\.$/);
    const answer = JSON.parse(String(await response(page).locator("code").textContent()));
    expect(answer.result.structuredContent, tool).toMatchObject({ network: "sample" });
    const request = JSON.parse(
      String(
        await console(page)
          .getByRole("region", { name: "Request" })
          .locator("code.language-json")
          .textContent(),
      ),
    );
    expect(request).toMatchObject({ jsonrpc: "2.0", method: "tools/call", params: { name: tool } });
  }
});

test("the console works by keyboard", async ({ page }) => {
  await page.goto(path);
  await console(page).getByLabel("Tool").focus();
  await page.keyboard.type("get_network");
  await page.keyboard.press("Tab");
  await expect(input(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type('{"fields":["trading"]}');
  await page.keyboard.press("Tab");
  await expect(send(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(response(page)).toContainText('"trading": "open"');
  expect(await findViolations(page, ".console")).toEqual([]);
});

test("arguments that are no JSON, a list or nothing are marked at the field, and nothing is sent", async ({
  page,
}) => {
  let sent = 0;
  await page.route("**/mcp", (route) => {
    if (route.request().method() === "POST") sent++;
    return route.continue();
  });
  await page.goto(path);
  for (const [text, problem] of [
    ["{ limit: 3 }", /Not JSON/],
    ["[3]", /Not an object/],
    ["null", /Not an object/],
  ] as const) {
    await input(page).fill(text);
    await expect(input(page), text).toHaveAttribute("aria-invalid", "true");
    await expect(input(page), text).toHaveAccessibleDescription(problem);
    expect(await findViolations(page, ".console"), text).toEqual([]);
    await send(page).press("Enter");
    expect(sent, text).toBe(0);
    await input(page).fill("{}");
    await expect(input(page), text).not.toHaveAttribute("aria-invalid");
  }
});

test("no answer is shown beside arguments that are refused", async ({ page }) => {
  await page.goto(path);
  await send(page).click();
  await expect(response(page)).toBeVisible();
  await input(page).fill("{ limit: 3 }");
  await expect(response(page)).toHaveCount(0);
  await expect(console(page).getByRole("status")).toBeEmpty();
  await input(page).fill("{}");
  await expect(response(page)).toHaveCount(0);
});

test("an answer that comes after its arguments became invalid is not shown", async ({ page }) => {
  await page.goto(path);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/mcp", async (route) => {
    await held;
    await route.fulfill({ json: {} });
  });
  await send(page).click();
  await input(page).fill("{ limit: 3 }");
  const answered = page.waitForResponse("**/mcp");
  release();
  await answered;
  await expect(console(page).getByText("Waiting for the answer.")).toHaveCount(0);
  await expect(response(page)).toHaveCount(0);
  await expect(console(page).getByRole("status")).toBeEmpty();
});

test("a tool error is shown as a failure, although HTTP reports success", async ({ page }) => {
  await page.goto(path);
  await input(page).fill('{"limit":0}');
  await send(page).click();
  await expect(console(page).getByRole("status")).toContainText(
    "The call failed: the response says why.",
  );
  await expect(response(page)).toBeVisible();
});

test("a limit, a dead endpoint and an answer that is not JSON are shown as such", async ({
  page,
}) => {
  await page.goto(path);
  await page.route("**/mcp", (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": "7" },
      json: { error: { code: -32000 } },
    }),
  );
  await send(page).click();
  await expect(console(page).getByRole("status")).toContainText("wait 7 s, then send again");
  await page.unroute("**/mcp");
  await page.route("**/mcp", (route) => route.abort());
  await send(page).click();
  await expect(console(page).getByRole("status")).toContainText(
    "the endpoint could not be reached",
  );
  await expect(response(page)).toHaveCount(0);
  await page.unroute("**/mcp");
  await page.route("**/mcp", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<b>Bad gateway</b>" }),
  );
  await send(page).click();
  await expect(console(page).getByRole("status")).toContainText("HTTP 502");
  await expect(response(page).locator("code")).toHaveText("<b>Bad gateway</b>");
  expect(await findViolations(page, ".console")).toEqual([]);
});

test("a waiting call says so, and can be stopped", async ({ page }) => {
  await page.goto(path);
  await page.route("**/mcp", () => undefined);
  await send(page).click();
  await expect(console(page).getByRole("status")).toHaveText("Waiting for the answer.");
  await expect(send(page)).toHaveAttribute("aria-disabled", "true");
  expect(await findViolations(page, ".console")).toEqual([]);
  await console(page).getByRole("button", { name: "Stop" }).click();
  await expect(console(page).getByRole("status")).toHaveText("Stopped. No answer was taken.");
});

test("without JavaScript there is a command for a terminal instead of the form", async ({
  browser,
  baseURL,
}) => {
  const page = await openSharedPage(browser, {
    javaScriptEnabled: false,
    baseURL: String(baseURL),
  });
  await page.goto(path);
  await expect(page.locator(".console")).toBeHidden();
  await expect(page.locator(".console ~ .text .code").first()).toContainText(
    `curl -sS ${baseURL}/mcp`,
  );
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
});
