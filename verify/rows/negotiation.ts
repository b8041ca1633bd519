// One address with two representations (RFC 9110, 12): which one a request gets.
import { every, type Group, judge } from "../row.ts";
import { findFaults, Problem } from "../shapes.ts";
import { findResource, getLinks, getTwins, isLive, mediaType, type Site, type Twins } from "../site.ts";
import { type AcceptCase, acceptSample, acceptTable, oversized, usualCases } from "./accept-table.ts";
import { ask, everyPage, HTML, MARKDOWN, MISSING_PAGE, needHome, show, variesByAccept } from "./representations.ts";

const expected = { html: `200 ${HTML}`, markdown: `200 ${MARKDOWN}`, none: "406 application/problem+json" };
const expectedMissing = { html: `404 ${HTML}`, markdown: `404 ${MARKDOWN}`, none: "404 application/problem+json" };

async function findTableFaults(site: Site, url: string, cases: readonly AcceptCase[], wanted: Record<string, string>) {
  const faults = await Promise.all(
    cases.map(async ({ accept, choice }) => {
      const answer = await ask(site, url, accept);
      const shown = JSON.stringify(accept ?? "(absent)").slice(0, 60);
      return show(answer) === wanted[choice]
        ? []
        : [`${new URL(url).pathname} ${shown}: ${show(answer)}, not ${wanted[choice]}`];
    }),
  );
  return faults.flat();
}

async function findNotAcceptableFault(site: Site, { page, twin }: Twins): Promise<string | null> {
  const answer = await ask(site, page.url, "application/json");
  if (answer.status !== 406) return `${answer.status} for Accept: application/json`;
  const faults = findFaults(Problem, answer);
  if (faults.length > 0) return faults.join(", ");
  const body = JSON.parse(answer.text) as { alternates?: { type: string; href: string }[]; status: number };
  const named = (body.alternates ?? []).map(({ type, href }) => `${type} ${new URL(href, page.url).href}`);
  const wanted = [`${HTML} ${page.url}`, `${MARKDOWN} ${twin.url}`];
  if (wanted.some((one) => !named.includes(one))) return "alternates do not name both representations";
  if (answer.headers["cache-control"] !== "no-store") return "not no-store";
  if (!variesByAccept(answer)) return "no Vary: Accept";
  if (answer.headers.etag) return "carries an ETag";
  const linked = getLinks(answer)
    .filter(({ rel }) => rel === "alternate")
    .map(({ type }) => type);
  return linked.includes(HTML) && linked.includes(MARKDOWN) ? null : "Link does not name both alternates";
}

export const negotiation: Group = {
  title: "Negotiation",
  checks: [
    {
      id: "negotiation.table",
      what: `Accept decides on / as RFC 9110 says, in ${acceptTable.length} cases`,
      todo: "Choose by weights and specificity; 406 where both representations are excluded.",
      run: async (site) =>
        judge(
          await findTableFaults(site, needHome(site).page.url, acceptTable, expected),
          `${acceptTable.length} cases`,
        ),
    },
    {
      id: "negotiation.pages",
      what: "Accept decides on every page",
      todo: "Negotiate every page that has a Markdown twin.",
      run: async (site) => {
        const twins = getTwins(site);
        const faults = await Promise.all(
          twins.map(({ page }) => findTableFaults(site, page.url, acceptSample, expected)),
        );
        return judge(faults.flat(), `${acceptSample.length} cases on each of ${twins.length} pages`);
      },
    },
    {
      id: "negotiation.missing",
      what: "Accept decides in the same way on a missing page, with status 404",
      todo: "Choose the form of a 404 as that of a page; problem+json where both are excluded.",
      run: async (site) => {
        return judge(
          await findTableFaults(site, `${site.origin}${MISSING_PAGE}`, usualCases, expectedMissing),
          `${usualCases.length} cases`,
        );
      },
    },
    {
      id: "negotiation.oversized",
      what: "20 KB of Accept are refused or read as no preference, never a fault",
      todo: "Limit the header's size at the server, and answer 431 or HTML.",
      run: async (site) => {
        const answer = await ask(site, needHome(site).page.url, oversized);
        const fits = [400, 413, 431, 494].includes(answer.status) || show(answer) === expected.html;
        return judge(fits ? [] : [`answers ${show(answer)}`], `answers ${answer.status}`);
      },
    },
    {
      id: "negotiation.not-acceptable",
      what: "406 is a problem that names both representations, in its body and in Link, and is not stored",
      todo: "Answer 406 as application/problem+json with `alternates`, Link, Vary: Accept and no-store.",
      run: (site) => everyPage(site, (twins) => findNotAcceptableFault(site, twins)),
    },
    {
      id: "negotiation.location",
      what: "The Markdown half names its twin in Content-Location; the HTML half names none",
      todo: "Send Content-Location with the twin's address on negotiated Markdown alone.",
      run: (site) =>
        everyPage(site, async ({ page, twin }) => {
          const [html, markdown] = await Promise.all([ask(site, page.url, HTML), ask(site, page.url, MARKDOWN)]);
          if (html.headers["content-location"]) return `HTML names ${html.headers["content-location"]}`;
          const named = markdown.headers["content-location"];
          return named && new URL(named, page.url).href === twin.url
            ? null
            : `Markdown names ${named ?? "none"}, not ${twin.path}`;
        }),
    },
    {
      id: "negotiation.same-bytes",
      what: "The Markdown half is the twin, byte for byte",
      todo: "Answer from the same bytes at both addresses.",
      run: (site) =>
        everyPage(site, async ({ page, twin }) => {
          if (isLive(page)) return null;
          return (await ask(site, page.url, MARKDOWN)).bytes.equals(twin.answer.bytes)
            ? null
            : `differs from ${twin.path}`;
        }),
    },
    {
      id: "negotiation.single",
      what: "An address with one representation ignores Accept and does not vary by it",
      todo: "Leave Vary: Accept out where nothing is negotiated, and answer whatever Accept says.",
      run: (site) =>
        every(
          [
            ...getTwins(site).map(({ twin }) => twin),
            findResource(site, "/llms.txt"),
            findResource(site, "/openapi.json"),
          ].filter((one) => one !== null),
          "documents",
          async ({ url, label, answer }) => {
            if (variesByAccept(answer)) return `${label}: Vary ${answer.headers.vary}`;
            const html = await ask(site, url, HTML);
            return html.status === 200 && mediaType(html) === mediaType(answer)
              ? null
              : `${label}: ${show(html)} for ${HTML}`;
          },
        ),
    },
  ],
};
