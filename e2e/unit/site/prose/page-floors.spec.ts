// The minimum for each page of prose: enough text, at least one section, and a link to it.
import { expect, test } from "@playwright/test";
import { importBodies } from "../../../../bin/site-modules.ts";
import { absoluteUrl } from "../../../../lib/site/registry/links.ts";
import {
  findResource,
  type ProsePagePath,
  resourcePaths,
  resources,
} from "../../../../lib/site/registry/resources.ts";
import { readMarkdown } from "../../../support/markdown-nodes.ts";

/** The same minimum as of a whole page in e2e/http/pages.spec.ts. */
const MIN_CHARACTERS = 500;

const pages = resourcePaths.filter((path): path is ProsePagePath => {
  const { kind, source } = findResource(path);
  return kind === "page" && source !== undefined;
});

const texts = new Map<ProsePagePath, ReturnType<typeof readMarkdown>>();
test.beforeAll(async () => {
  const { getBody } = await importBodies();
  for (const path of pages) {
    const text = await getBody(resources[path].twin, "all");
    texts.set(
      path,
      readMarkdown(text.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/\n## Sitemap\n[\s\S]*$/, "")),
    );
  }
});
const read = (path: ProsePagePath) => texts.get(path) as ReturnType<typeof readMarkdown>;

/** Every page links to it in its footer. */
const inFoot: readonly ProsePagePath[] = ["/legal"];
/** Its table names every address, so a link from it does not count. */
const reference: ProsePagePath = "/developers/api";

test("the list of pages is not empty", () => expect(pages.length).toBeGreaterThan(5));

for (const path of pages) {
  test(`${path} has at least one section and enough text`, () => {
    const { headings, of } = read(path);
    expect(headings.length, "a title and a section").toBeGreaterThan(1);
    expect(of("paragraph", "tableCell", "code").join(" ").length).toBeGreaterThanOrEqual(
      MIN_CHARACTERS,
    );
  });

  test(`${path} is in the navigation, or another page links to it`, () => {
    const linking = pages.filter(
      (page) => page !== path && page !== reference && read(page).links.includes(absoluteUrl(path)),
    );
    const isInChrome =
      path === "/" || findResource(path).label !== undefined || inFoot.includes(path);
    const toDo =
      "give it a label in the registry, or link it from another page than the API reference";
    expect(isInChrome || linking.length > 0, toDo).toBe(true);
  });
}
