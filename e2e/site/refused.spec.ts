// The frame that the build cuts out of a page, for the pages of refusals.
import { expect, test } from "@playwright/test";
import { cutFrame } from "../../bin/cut-frame.ts";

const page = (head: string, body: string) =>
  `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
const head = '<link rel="stylesheet" href="/a.css"><link rel="preload" as="script" href="/a.js">';
const scripts = "<script src=/a.js></script><script>x</script>";

test("a frame keeps styles and what stands around the content, and no script", () => {
  const frame = cutFrame(
    page(
      `${head}<title>Old</title>${scripts}`,
      `<header><svg><title>mark</title></svg>&lt;</header><main id="content"><h1>Old</h1></main>${scripts}`,
    ),
  );
  expect(frame).toEqual({
    beforeTitle: '<!DOCTYPE html><html lang="en"><head><link rel="stylesheet" href="/a.css">',
    beforeContent:
      '</head><body><header><svg><title>mark</title></svg>&lt;</header><main id="content">',
    afterContent: "</main></body></html>",
  });
});

test("a page without a title or with two main elements has no frame", () => {
  expect(() => cutFrame(page("", "<main></main>"))).toThrow("needs a title");
  expect(() => cutFrame(page("<title>T</title>", "<main></main><main></main>"))).toThrow("several");
});
