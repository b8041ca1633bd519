// Compares the first screen of each stable page, and each part of the design below
// one, with its picture in `e2e/snapshots/`: on a phone and a desktop, light and dark.
// Ignores: other hinting and LCD smoothing of system fonts, slow machines, other ports.
// Has detected: a missing font file, a changed accent colour, a
// title 8 % smaller, a missing signboard, 8 px more below a title.
import { expect, type Page } from "@playwright/test";
import {
  findResource,
  type ResourcePath,
  resourcePaths,
} from "../../lib/site/registry/resources.ts";
import { test } from "../support/shared-page.ts";

const stable = resourcePaths.filter((path) => {
  const { kind, cache } = findResource(path);
  return kind === "page" && cache !== "live";
});
/** One example of each part that no first screen shows. */
const parts: Partial<Record<ResourcePath, Readonly<Record<string, string>>>> = {
  "/": { questions: ".questions", aside: ".aside", foot: ".foot" },
  "/pricing": { formula: "article details", ask: "form.quick" },
  "/developers/api": { figures: ".text .table" },
  "/developers": { cards: ".cards" },
};
const screens = {
  phone: { width: 360, height: 900 },
  desktop: { width: 1440, height: 840 },
} as const;
const tolerance = { threshold: 0.05, maxDiffPixelRatio: 0.002 };

// The script would fill the signboard with the current state of the network.
test.use({ javaScriptEnabled: false });

/** Fonts independent of time and machine: a picture waits for its fonts, and widths are not rounded to hints. */
async function steadyLetters(page: Page): Promise<void> {
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    const styles = (await response.text()).replaceAll(
      "font-display:optional",
      "font-display:block",
    );
    await route.fulfill({
      response,
      body: `${styles}*{text-rendering:geometricPrecision!important}`,
    });
  });
}

/** The text contains this deployment's address and dates, which are not part of the design. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { origin, host } = window.location;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const before = text.nodeValue ?? "";
      const after = before
        .replaceAll(origin, "https://signpost.example")
        .replaceAll(host, "signpost.example")
        .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, "2000-01-01");
      if (after !== before) text.nodeValue = after;
    }
  });
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
  });
  // A missing font fails here by its name, before a picture shows its substitute.
  const failed = await page.evaluate(async () => {
    const faces = [...document.fonts].filter(({ family }) => !/fallback/i.test(family));
    await Promise.allSettled(faces.map((face) => face.load()));
    return faces.filter(({ status }) => status !== "loaded").map(({ family }) => family);
  });
  expect(failed, "faces that did not load").toEqual([]);
}

/** The lines of a part that begins between two pixels would depend on the height of all above it. */
function placeOnPixel(part: Element): void {
  const { style } = part as HTMLElement;
  Object.assign(style, { position: "relative", top: "0px" });
  const top = part.getBoundingClientRect().top + scrollY;
  style.top = `${Math.ceil(top) - top}px`;
}

const placeAsStyled = (part: Element) =>
  Object.assign((part as HTMLElement).style, { position: "", top: "" });

const emptyPart = '<!doctype html><meta name="color-scheme" content="light dark">';

const pictureName = (path: ResourcePath) => path.slice(1).replaceAll("/", "-") || "home";

for (const path of stable) {
  const shown = Object.entries(parts[path] ?? {});
  const names = ["its first screen", ...shown.map(([name]) => name)];
  test(`${path} matches its pictures on a phone and a desktop, light and dark: ${names.join(", ")}`, {
    tag: "@slow",
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await steadyLetters(page);
    // Its figures are those of the moment.
    await page.route("**/pricing/now", (route) =>
      route.fulfill({ contentType: "text/html", body: emptyPart }),
    );
    await page.goto(path);
    await settle(page);
    for (const [device, viewport] of Object.entries(screens)) {
      await page.setViewportSize(viewport);
      for (const [, selector] of shown)
        await page.locator(selector).first().evaluate(placeAsStyled);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const picture = (name: string) => `${name}-${device}-${colorScheme}.png`;
        await expect.soft(page).toHaveScreenshot(picture(pictureName(path)), tolerance);
        for (const [name, selector] of shown) {
          const part = page.locator(selector).first();
          await part.evaluate(placeOnPixel);
          await expect.soft(part).toHaveScreenshot(picture(name), tolerance);
        }
        await page.evaluate(() => scrollTo(0, 0));
      }
    }
  });
}
