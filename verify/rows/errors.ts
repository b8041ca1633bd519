// The errors that a lost or mistaken caller gets.
import type { Answer } from "../fetcher.ts";
import { parseNames } from "../parse/cache-control.ts";
import { parseHtml } from "../parse/html.ts";
import { parseMarkdown } from "../parse/markdown.ts";
import { every, type Group, judge } from "../row.ts";
import { findFaults, Problem } from "../shapes.ts";
import { getDocuments, getPages, type Site } from "../site.ts";
import { ask, HTML, MARKDOWN, MISSING_PAGE, show } from "./representations.ts";

const missingData = [
  "/signpost-verify/no-such.json",
  "/signpost-verify/no-such.xml",
  "/signpost-verify-no-such.txt",
  "/.well-known/signpost-verify-no-such",
];
const missingMarkdown = "/signpost-verify/no-such.md";
const notFoundLinks = ["/llms.txt", "/sitemap.xml", "/index.md"];
/** An error must not show internals of the server. */
const leaks = /\bat .+\(.+:\d+:\d+\)|node_modules|process\.env|ECONNREFUSED|\/home\/|\/Users\//;

function findProblemFaults(answer: Answer, status: number): readonly string[] {
  if (show(answer) !== `${status} application/problem+json`) return [show(answer)];
  const faults = [...findFaults(Problem, answer)];
  if (faults.length > 0) return faults;
  const body = Problem.parse(JSON.parse(answer.text));
  if (body.status !== answer.status) faults.push(`status ${body.status} in an answer ${answer.status}`);
  if (body.instance !== undefined && body.instance !== new URL(answer.url).pathname)
    faults.push(`instance ${body.instance}`);
  if (answer.headers["access-control-allow-origin"] !== "*") faults.push("not open to scripts of other sites");
  return faults;
}

function findMissingLinks(hrefs: readonly string[], base: string): readonly string[] {
  const paths = hrefs.filter((href) => URL.canParse(href, base)).map((href) => new URL(href, base).pathname);
  return notFoundLinks.filter((path) => !paths.includes(path));
}

/** Every error that this program can cause, by name. */
async function getErrors(site: Site): Promise<readonly (readonly [name: string, answer: Answer])[]> {
  const url = (path: string) => `${site.origin}${path}`;
  const home = url("/");
  const asked: readonly (readonly [string, Promise<Answer>])[] = [
    ["missing page as HTML", ask(site, url(MISSING_PAGE), HTML)],
    ["missing page as Markdown", ask(site, url(MISSING_PAGE), MARKDOWN)],
    ["missing page as JSON", ask(site, url(MISSING_PAGE), "application/json")],
    ["missing Markdown", site.fetcher.get({ url: url(missingMarkdown) })],
    ...missingData.map((path) => [path, site.fetcher.get({ url: url(path) })] as const),
    ["406", ask(site, home, "image/png")],
    ["405", site.fetcher.get({ url: home, method: "DELETE" })],
  ];
  return Promise.all(asked.map(async ([name, answer]) => [name, await answer] as const));
}

export const errors: Group = {
  title: "Errors",
  checks: [
    {
      id: "errors.page-html",
      what: "A missing page is 404 as HTML, with links that help",
      todo: `Answer 404 with a page that links ${notFoundLinks.join(", ")}.`,
      run: async (site) => {
        const answer = await ask(site, `${site.origin}${MISSING_PAGE}`, HTML);
        if (show(answer) !== `404 ${HTML}`) return judge([show(answer)], "");
        const { anchors } = parseHtml(answer.text, answer.url);
        return judge(
          findMissingLinks(
            anchors.map(({ href }) => href),
            answer.url,
          ).map((path) => `no link to ${path}`),
          "404 with links",
        );
      },
    },
    {
      id: "errors.page-markdown",
      what: "A missing page is 404 as Markdown where Markdown is asked for, and so is a missing .md",
      todo: `Answer 404 with a heading, one sentence and links to ${notFoundLinks.join(", ")}.`,
      run: (site) =>
        every([MISSING_PAGE, missingMarkdown], "addresses", async (path) => {
          const answer = await ask(site, `${site.origin}${path}`, MARKDOWN);
          if (show(answer) !== `404 ${MARKDOWN}`) return `${path}: ${show(answer)}`;
          const { anchors, levels } = parseMarkdown(answer.text, answer.url);
          const lacking = findMissingLinks(
            anchors.map(({ href }) => href),
            answer.url,
          );
          if (lacking.length > 0) return `${path}: no link to ${lacking.join(", ")}`;
          return levels[0] === 1 ? null : `${path}: no heading`;
        }),
    },
    {
      id: "errors.data",
      what: "A missing data resource is 404 as application/problem+json with code and hint",
      todo: "Answer problem details (RFC 9457) with type, title, status, detail, code and hint.",
      run: (site) =>
        every(missingData, "addresses", async (path) => {
          const faults = findProblemFaults(await site.fetcher.get({ url: `${site.origin}${path}` }), 404);
          return faults.length === 0 ? null : `${path}: ${faults.join(", ")}`;
        }),
    },
    {
      id: "errors.method",
      what: "Another method is 405 with Allow and problem details, on pages and documents",
      todo: "Answer 405 with Allow and a problem body to every method but GET, HEAD and OPTIONS.",
      run: (site) =>
        every(
          [...getPages(site).slice(0, 2), ...getDocuments(site).slice(0, 6)],
          "addresses",
          async ({ url, label }) => {
            for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
              const headers = { "Content-Type": "application/json" };
              const answer = await site.fetcher.get({ url, method, headers, body: "{}" });
              const faults = findProblemFaults(answer, 405);
              if (faults.length > 0) return `${method} ${label}: ${faults.join(", ")}`;
              const allow = parseNames(answer.headers.allow);
              if (!allow.includes("get") || allow.includes(method.toLowerCase()))
                return `${method} ${label}: Allow ${answer.headers.allow ?? "absent"}`;
            }
            return null;
          },
        ),
    },
    {
      id: "errors.unknown-method",
      what: "A method that nobody has is refused with 405 or 501, never a fault",
      todo: "Refuse unknown methods before they reach the application.",
      run: (site) =>
        every(["PROPFIND", "PURGE"], "methods", async (method) => {
          const { status } = await site.fetcher.get({ url: `${site.origin}/`, method });
          return [400, 405, 501].includes(status) ? null : `${method}: ${status}`;
        }),
    },
    {
      id: "errors.no-store",
      what: "No error is stored",
      todo: "Send Cache-Control: no-store with every 4xx and 5xx.",
      run: async (site) =>
        every(await getErrors(site), "errors", ([name, { headers }]) =>
          /\bno-store\b/.test(headers["cache-control"] ?? "")
            ? null
            : `${name}: ${headers["cache-control"] ?? "no Cache-Control"}`,
        ),
    },
    {
      id: "errors.silence",
      what: "No error tells of the server's inside",
      todo: "Answer errors with fixed sentences.",
      run: async (site) =>
        every(await getErrors(site), "errors", ([name, { text }]) => {
          const found = leaks.exec(text.replace(/<script[\s\S]*?<\/script>/g, ""))?.[0];
          return found ? `${name}: ${found.slice(0, 60)}` : null;
        }),
    },
  ],
};
