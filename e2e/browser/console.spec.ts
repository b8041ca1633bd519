// A developer sends a call from the console of /developers/mcp, and reads what came or why nothing did.
import { expect, type Page, type Route } from "@playwright/test";
import { pageTools } from "../../lib/mcp/page-bridge.ts";
import { settings, urlOf } from "../support/forms.ts";
import { findViolations } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const path = "/developers/mcp";
const findConsole = (page: Page) => page.getByRole("form", { name: "Console" });
const responseOf = (page: Page) => findConsole(page).getByRole("region", { name: "Response" });
const inputOf = (page: Page) => findConsole(page).getByLabel("Arguments");
const sendOf = (page: Page) => findConsole(page).getByRole("button", { name: "Send" });
const statusOf = (page: Page) => findConsole(page).getByRole("status");

test("every tool answers its example arguments, by keyboard alone", async ({ page }) => {
  await page.goto(path);
  const choice = findConsole(page).getByLabel("Tool");
  const tools = await choice.locator("option").allTextContents();
  expect(tools.sort()).toEqual([...pageTools].sort());
  for (const tool of tools) {
    await choice.focus();
    await page.keyboard.type(tool);
    await page.keyboard.press("Tab");
    await expect(inputOf(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(sendOf(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(statusOf(page)).toContainText("HTTP 200");
    const answer = JSON.parse(String(await responseOf(page).locator("code").textContent()));
    expect(answer.result.structuredContent, tool).toMatchObject({ network: settings.network });
    const request = findConsole(page).getByRole("region", { name: "Request" });
    await expect(request.locator("code.language-json")).toContainText(`"name": "${tool}"`);
  }
  expect(await findViolations(page, ".console")).toEqual([]);
});

test("arguments that are no object are marked at the field, not sent, and take the answer away", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.goto(path);
  await sendOf(page).click();
  await expect(responseOf(page)).toBeVisible();
  for (const text of ["{ limit: 3 }", "[3]", "null"]) {
    await inputOf(page).fill(text);
    await expect(inputOf(page), text).toHaveAttribute("aria-invalid", "true");
    await expect(inputOf(page), text).toHaveAccessibleDescription(/Not /);
    await expect(responseOf(page)).toHaveCount(0);
    await expect(statusOf(page)).toBeEmpty();
    await sendOf(page).press("Enter");
    expect(sent, text).toHaveLength(1);
    await inputOf(page).fill("{}");
    await expect(inputOf(page), text).not.toHaveAttribute("aria-invalid");
  }
  await inputOf(page).fill("[3]");
  expect(await findViolations(page, ".console")).toEqual([]);
});

test("a call that waits says so and can be stopped, and its answer is not shown beside other arguments", async ({
  page,
}) => {
  await page.goto(path);
  const waiting: Route[] = [];
  await page.route("**/mcp", (route) => void waiting.push(route));
  await sendOf(page).click();
  await expect(statusOf(page)).not.toBeEmpty();
  await expect(sendOf(page)).toHaveAttribute("aria-disabled", "true");
  await findConsole(page).getByRole("button", { name: "Stop" }).click();
  await expect(statusOf(page)).toContainText("Stopped");
  await expect(sendOf(page)).not.toHaveAttribute("aria-disabled", "true");

  await sendOf(page).click();
  await expect.poll(() => waiting.length).toBe(2);
  await inputOf(page).fill("[3]");
  await waiting[1]?.fulfill({ json: {} }).catch(() => undefined);
  await expect(statusOf(page)).toBeEmpty();
  await expect(responseOf(page)).toHaveCount(0);
});

test("an error, a limit, a dead endpoint and an answer that is not JSON are told apart", async ({
  page,
}) => {
  await page.goto(path);
  await inputOf(page).fill('{"limit":0}');
  await sendOf(page).click();
  await expect(statusOf(page)).toContainText("failed");
  await expect(responseOf(page)).toBeVisible();

  // The endpoint is on the other site, which lets every page read its answers.
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Retry-After",
    "retry-after": "7",
  };
  const limited = { status: 429, headers, json: { error: -32000 } };
  const broken = { status: 502, headers, contentType: "text/html", body: "<b>Bad gateway</b>" };
  for (const [says, shown, answer] of [
    ["wait 7 s", "-32000", limited],
    ["could not be reached", null, null],
    ["HTTP 502", broken.body, broken],
  ] as const) {
    const reply = (route: Route) => (answer ? route.fulfill(answer) : route.abort());
    await page.route("**/mcp", reply, { times: 1 });
    await sendOf(page).click();
    await expect(statusOf(page)).toContainText(says);
    if (shown === null) await expect(responseOf(page)).toHaveCount(0);
    else await expect(responseOf(page).locator("code")).toContainText(shown);
  }
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });
  test("there is a command for a terminal instead of the form", async ({ page }) => {
    await page.goto(path);
    await expect(page.locator(".console")).toBeHidden();
    const command = page.locator(".console ~ .text .code").first();
    await expect(command).toContainText(urlOf("/mcp"));
  });
});
