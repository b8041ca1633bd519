// Headers that clients and caches need on every response.
import { CARD, SECURITY, withAliases } from "../addresses.ts";
import { parseCacheControl, parseNames } from "../parse/cache-control.ts";
import { every, type Group } from "../row.ts";
import { getDocuments, getPages, getPublished, isLive, isStatus, mediaType, type Resource } from "../site.ts";

/** Headers that must be equal for GET and HEAD. */
const compared = [
  "content-type",
  "content-length",
  "cache-control",
  "etag",
  "last-modified",
  "link",
  "vary",
  "content-location",
  "access-control-allow-origin",
  "x-markdown-tokens",
  "x-original-tokens",
];

/** A live page or document is made for each request, so its length may differ between two requests. */
const comparedLive = compared.filter((name) => name !== "content-length");

/** Documents that change with a deployment, and those that crawlers often fetch. */
const slow = ["/robots.txt", "/sitemap.xml", SECURITY, ...withAliases(CARD)];

function findCacheFault(resource: Resource): string | null {
  const { answer, label, path } = resource;
  const directives = parseCacheControl(answer.headers["cache-control"]);
  const shown = `${label}: Cache-Control ${answer.headers["cache-control"] ?? "absent"}`;
  if (isStatus(resource) || directives.has("no-store")) return null;
  const seconds = Number(directives.get("max-age") ?? Number.NaN);
  if (Number.isNaN(seconds) || directives.has("private")) return shown;
  if (mediaType(answer) === "text/html") return seconds === 0 && directives.has("must-revalidate") ? null : shown;
  if (slow.includes(path)) return seconds === 3600 && !directives.has("stale-while-revalidate") ? null : shown;
  return seconds > 0 && seconds <= 3600 ? null : shown;
}

export const headers: Group = {
  title: "Headers",
  checks: [
    {
      id: "headers.nosniff",
      what: "Every answer carries X-Content-Type-Options: nosniff",
      todo: "Send X-Content-Type-Options: nosniff with every answer.",
      run: (site) =>
        every(getPublished(site), "answers", ({ label, answer }) =>
          answer.headers["x-content-type-options"]?.toLowerCase() === "nosniff" ? null : label,
        ),
    },
    {
      id: "headers.cors",
      what: "Every document is open to scripts of other sites, without credentials",
      todo: "Send Access-Control-Allow-Origin: * and expose ETag and Link, without Access-Control-Allow-Credentials.",
      run: (site) =>
        every(getDocuments(site), "documents", ({ label, answer: { headers: sent } }) => {
          if (sent["access-control-allow-origin"] !== "*")
            return `${label}: Access-Control-Allow-Origin ${sent["access-control-allow-origin"] ?? "absent"}`;
          if ("access-control-allow-credentials" in sent) return `${label}: credentials are allowed`;
          const exposed = parseNames(sent["access-control-expose-headers"]);
          return exposed.includes("etag") && exposed.includes("link")
            ? null
            : `${label}: ETag and Link are not exposed`;
        }),
    },
    {
      id: "headers.resource-policy",
      what: "Documents may be embedded anywhere, pages only by their own site (Cross-Origin-Resource-Policy)",
      todo: "Send Cross-Origin-Resource-Policy: cross-origin with documents, same-origin with HTML.",
      run: (site) =>
        every(getPublished(site), "answers", ({ label, answer }) => {
          const wanted = mediaType(answer) === "text/html" ? "same-origin" : "cross-origin";
          const sent = answer.headers["cross-origin-resource-policy"] ?? "absent";
          return sent === wanted ? null : `${label}: ${sent}, not ${wanted}`;
        }),
    },
    {
      id: "headers.cache",
      what: "Cache-Control fits the kind: pages revalidate each time, documents last minutes, card, robots and sitemap an hour",
      todo: "Pages: public, max-age=0, must-revalidate. Documents: public, max-age of 1 to 3600. Card, robots.txt, sitemap.xml, security.txt: public, max-age=3600. Live: no-store.",
      run: (site) => every(getPublished(site), "answers", findCacheFault),
    },
    {
      id: "headers.live",
      what: "What is live is never stored",
      todo: "Send Cache-Control: no-store, and no other directive that allows storing, with live answers.",
      run: (site) =>
        every(getPublished(site).filter(isLive), "live answers", ({ label, answer }) => {
          const directives = parseCacheControl(answer.headers["cache-control"]);
          const loose = ["stale-while-revalidate", "stale-if-error", "s-maxage", "public"].some((name) =>
            directives.has(name),
          );
          return directives.has("no-store") && !loose
            ? null
            : `${label}: ${answer.headers["cache-control"] ?? "no Cache-Control"}`;
        }),
    },
    {
      id: "headers.length",
      what: "Content-Length is sent and is the length of the body",
      todo: "Send Content-Length with bodies that are known before they are sent.",
      run: (site) =>
        every(
          getPublished(site).filter((one) => !isLive(one) && !("content-encoding" in one.answer.headers)),
          "answers",
          ({ label, answer }) => {
            const sent = answer.headers["content-length"];
            return sent === String(answer.bytes.byteLength) ? null : `${label}: ${sent ?? "absent"}`;
          },
        ),
    },
    {
      id: "headers.head",
      what: "HEAD answers as GET, without a body",
      todo: "Answer HEAD with the status and headers of GET.",
      run: (site) =>
        every(getPublished(site), "addresses", async (resource) => {
          const { url, label, answer } = resource;
          const head = await site.fetcher.get({ url, method: "HEAD" });
          if (head.status !== answer.status) return `${label}: HEAD ${head.status}, GET ${answer.status}`;
          if (head.bytes.byteLength > 0) return `${label}: HEAD has a body`;
          const names = isLive(resource) ? comparedLive : compared;
          // RFC 9110 (9.3.2): HEAD may leave out what is known only while the content is made.
          const isLeftOut = (name: string) => name === "content-length" && head.headers[name] === undefined;
          const other = names.filter((name) => head.headers[name] !== answer.headers[name] && !isLeftOut(name));
          return other.length === 0 ? null : `${label}: ${other.join(", ")} differ`;
        }),
    },
    {
      id: "headers.options",
      what: "OPTIONS of a browser answers 204 with the methods",
      todo: "Answer a preflight with 204 and Allow: GET, HEAD, OPTIONS.",
      run: (site) =>
        every(
          [...getPages(site).slice(0, 1), ...getDocuments(site).slice(0, 3)],
          "addresses",
          async ({ url, label }) => {
            const headers = { Origin: "https://agent.example", "Access-Control-Request-Method": "GET" };
            const { status, headers: sent } = await site.fetcher.get({ url, method: "OPTIONS", headers });
            const names = parseNames(sent.allow);
            return status === 204 && names.includes("get") && names.includes("head")
              ? null
              : `${label}: ${status}, Allow ${sent.allow ?? "absent"}`;
          },
        ),
    },
    {
      id: "headers.stable",
      what: "Two requests get the same bytes",
      todo: "Make documents from what is built, not from clocks, counters or random values.",
      run: (site) =>
        every(
          getPublished(site).filter((one) => !isLive(one)),
          "addresses",
          async ({ url, label, answer }) =>
            (await site.fetcher.send({ url })).bytes.equals(answer.bytes) ? null : `${label} changes`,
        ),
    },
  ],
};
