// Which form of an address a request gets by its Accept header (RFC 9110, 12), and what caches are told of it.
import { cacheControl } from "../../lib/http/cache.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { choiceTypes, realClients, rules } from "../fixtures/accept-cases.ts";
import { expect, test } from "../support/answering-test.ts";
import { type Answered, ask } from "../support/ask.ts";
import { ownFields, urlOf } from "../support/forms.ts";

const pages = resourcePaths.filter((path) => findResource(path).kind === "page");
const namesOf = (field = "") => field.toLowerCase().split(/ *, */);
const show = ({ status, headers }: Answered) => [status, headers["content-type"]];

const cases = [...rules, ...realClients.map(([, accept, choice]) => [accept, choice] as const)];
for (const path of ["/", "/status", "/no-such-page"])
  test(`Accept decides on ${path}, for real clients and by the rule`, async () => {
    const isFirst = ([, choice]: (typeof cases)[number], at: number) =>
      cases.findIndex(([, other]) => other === choice) === at;
    // The matcher of the middleware reads the field of a stable page.
    for (const [accept, choice] of path === "/" ? cases : cases.filter(isFirst)) {
      const answer = await ask(urlOf(path), { headers: accept === null ? {} : { accept } });
      const found = choice === "none" ? 406 : 200;
      expect(show(answer), accept?.slice(0, 80)).toEqual([
        path === "/no-such-page" ? 404 : found,
        choiceTypes[choice],
      ]);
      const isKept = !answer.headers["cache-control"]?.includes("no-store");
      if (isKept || found === 406)
        expect(namesOf(answer.headers.vary), accept ?? "").toContain("accept");
      if (path === "/status") expect(isKept).toBe(false);
    }
  });

for (const page of pages)
  test(`each form of ${page} says what it is, and a refusal names both`, async () => {
    const { twin = "", cache } = findResource(page);
    const get = (accept: string, tag?: string) =>
      ask(urlOf(page), { headers: { accept, ...(tag && { "if-none-match": tag }) } });
    const html = await get("text/html");
    const markdown = await get("text/markdown");
    const refusal = await get("application/json");
    expect(show(html)).toEqual([200, choiceTypes.html]);
    expect(show(markdown)).toEqual([200, choiceTypes.markdown]);
    expect(show(refusal)).toEqual([406, choiceTypes.none]);
    for (const { headers } of [html, markdown, refusal])
      expect(namesOf(headers.vary)).toContain("accept");
    for (const [answer, other] of [
      [html, "text/markdown"],
      [markdown, "text/html"],
    ] as const) {
      const {
        "cache-control": kept,
        vary,
        link,
      } = ownFields(answer.headers as Record<string, string>);
      expect([kept, vary]).toEqual([cacheControl[cache], "Accept"]);
      expect(link).toContain(`rel="alternate"; type="${other}"`);
    }
    expect(html.headers).not.toHaveProperty("content-location");
    expect(markdown.headers["content-location"]).toBe(twin);

    const alternates = [
      { type: "text/html", href: page },
      { type: "text/markdown", href: twin },
    ];
    expect(JSON.parse(refusal.text)).toMatchObject({
      status: 406,
      code: "not_acceptable",
      alternates,
    });
    for (const { type, href } of alternates)
      expect(refusal.headers.link).toContain(`<${href}>; rel="alternate"; type="${type}"`);
    expect(refusal.headers).toMatchObject({ "cache-control": "no-store" });
    expect(refusal.headers).not.toHaveProperty("etag");

    if (cache === "live") return;
    expect(markdown.text).toBe((await ask(urlOf(twin))).text);
    const [ofHtml, ofMarkdown] = [html.headers.etag, markdown.headers.etag];
    expect(ofHtml).not.toBe(ofMarkdown);
    for (const [accept, own, other] of [
      ["text/html", ofHtml, ofMarkdown],
      ["text/markdown", ofMarkdown, ofHtml],
    ] as const) {
      const unchanged = await get(accept, own);
      expect(
        [unchanged.status, namesOf(unchanged.headers.vary).includes("accept")],
        accept,
      ).toEqual([304, true]);
      expect((await get(accept, other)).status, `${accept} with the other form's tag`).toBe(200);
    }
  });

test("two lines of Accept are one field", async () => {
  const answer = await ask(urlOf("/pricing"), {
    headers: { accept: ["text/html;q=0.5", "text/markdown"] },
  });
  expect(answer.headers["content-type"]).toBe(choiceTypes.markdown);
});
