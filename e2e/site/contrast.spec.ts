// Contrast of the design system's colours (WCAG 2.2: text 4.5, shapes and borders of controls 3), in light and in dark.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const tokens = readFileSync(join("app", "styles", "tokens.css"), "utf8");

function readColour(name: string, scheme: "light" | "dark"): string {
  const [, value] = new RegExp(`--${name}: ([^;]+);`).exec(tokens) ?? [];
  if (value === undefined) throw new Error(`no token ${name}`);
  const [, light = value, dark = value] = /light-dark\((#\w+), (#\w+)\)/.exec(value) ?? [];
  return scheme === "light" ? light : dark;
}

/** Relative luminance of a colour with six hexadecimal digits. */
function luminance(colour: string): number {
  const channels = [1, 3, 5].map(
    (start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255,
  );
  const [red = 0, green = 0, blue = 0] = channels.map((one) =>
    one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const paper = ["paper", "panel", "sunk"] as const;
const pairs: readonly [ink: string, grounds: readonly string[], least: number][] = [
  ["ink", [...paper, "accent-wash", "caution-wash", "halted-wash"], 7],
  ["soft", paper, 4.5],
  ["accent", [...paper, "accent-wash"], 4.5],
  ["open", paper, 4.5],
  ["halted", [...paper, "halted-wash"], 4.5],
  ["caution", [...paper, "caution-wash"], 4.5],
  ["edge", paper, 3],
  ["post", paper, 3],
  ["part-warm", paper, 3],
  ["part-cool", paper, 3],
  ["sign-ink", ["sign", "sign-halted", "sign-stale"], 4.5],
  ["sign-unknown-ink", ["sign-unknown"], 7],
];

for (const scheme of ["light", "dark"] as const)
  test(`${scheme}: each ink is read on each of its grounds`, () => {
    for (const [ink, grounds, least] of pairs)
      for (const ground of grounds) {
        const found = contrast(readColour(ink, scheme), readColour(ground, scheme));
        expect(found, `${ink} on ${ground}`).toBeGreaterThanOrEqual(least);
      }
  });

test("only colours depend on the colour scheme, and all of these stand in tokens.css", () => {
  // The colour of the browser's own bar is no part of the page.
  const allowed: Readonly<Record<string, RegExp>> = {
    [join("styles", "tokens.css")]: /light-dark\(#\w+, #\w+\)/g,
    "layout.tsx": /\{ media: "\(prefers-color-scheme: \w+\)", color: "#\w+" \}/g,
  };
  const files = readdirSync("app", { recursive: true, encoding: "utf8" });
  for (const name of files.filter((file) => /\.(css|tsx?)$/.test(file))) {
    const text = readFileSync(join("app", name), "utf8");
    const left = allowed[name] ? text.replaceAll(allowed[name], "") : text;
    expect(left, name).not.toMatch(/prefers-color-scheme|light-dark/);
  }
});

test("the measure knows black on white as 21, and grey on white as 4.54", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});
