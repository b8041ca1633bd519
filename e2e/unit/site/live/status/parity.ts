// Compares /status as HTML and as Markdown of the same view.
import { expect } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StatusDocument } from "../../../../../app/status/status-document.tsx";
import { statusMarkdown } from "../../../../../lib/site/live/status/blocks.ts";
import type { StatusView } from "../../../../../lib/site/live/status/view.ts";
import { readMarkdown } from "../../../../support/markdown-nodes.ts";
import { readMarkup } from "../../pages/markup-tree.ts";

/** Every heading, cell, text and link is in both, in one order. */
export function expectSame(view: StatusView): void {
  const page = readMarkup(
    renderToStaticMarkup(createElement(StatusDocument, { view })),
    ({ tag }) => tag === "svg",
  );
  const twin = readMarkdown(statusMarkdown(view));
  expect(page.headings).toEqual(twin.headings);
  expect(page.cells).toEqual(twin.cells);
  expect(page.links).toEqual(twin.links);
  // The headline is a paragraph in Markdown, and the sign on the page.
  const texts = twin.of("paragraph");
  const { headline } = view.sign;
  expect(page.of("span")).toContain(headline);
  expect(texts).toContain(headline);
  expect(page.of("p", "li")).toEqual(texts.filter((text) => text !== headline));
}
