// The part of a page that an open tab asks for: exactly its element, whatever stands in it.
import { expect, test } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { PART_HEADER, partHtml, sayingOf } from "../../../../lib/site/live/refreshed-part.ts";

const div = (id: string, ...children: (string | ReturnType<typeof createElement>)[]) =>
  createElement("div", { id, title: "<div> \"'</div>" }, ...children);

test("it is the whole element, with elements of its kind and hostile texts in it", () => {
  const hostile = '</div><div id="now">';
  const part = div("now", div("a", hostile), "b", div("c"), createElement("p", null, hostile));
  const page = div("page", div("before"), part, div("after"));
  expect(partHtml(renderToStaticMarkup(page), "now")).toBe(renderToStaticMarkup(part));
});

test("there is none without the element, or where it does not end", () => {
  expect(partHtml('<div id="other"></div>', "now")).toBeNull();
  expect(partHtml('<div id="now"><div></div>', "now")).toBeNull();
});

test("when a copy was made is not part of what it says", () => {
  const copy = (readMs: number, text: string) => `<div data-observed="1" data-read="${readMs}">${text}</div>`;
  expect(sayingOf(copy(1, "open") + copy(1_800_000_000_000, "halted"))).toBe(
    '<div data-observed="1">open</div><div data-observed="1">halted</div>',
  );
});

test("its header can be sent", () => expect(new Headers({ [PART_HEADER]: "now" }).get(PART_HEADER)).toBe("now"));
