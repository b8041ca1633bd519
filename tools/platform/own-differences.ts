// Where an answer of a form may differ from one of `npm start`, with the reason. Everything else must be the same.
// `bare`: `npm start` without its listeners. `platform`: what is deployed to Vercel.
import type { OwnDifference } from "../../e2e/support/compare-forms.ts";

interface FormDifference extends OwnDifference {
  readonly forms: readonly ("bare" | "platform")[];
}

const any = /^/;
const both = ["bare", "platform"] as const;

export const ownDifferences: readonly FormDifference[] = [
  {
    forms: both,
    part: /^x-(?:vercel-cache|matched-path|middleware-rewrite|nextjs-[\w-]+|next-error-status)$/,
    where: any,
    why: "The platform and Next mark how an answer was found.",
  },
  {
    forms: ["platform"],
    part: /^etag$/,
    where: /\| "\\"[\da-f]{32}\\""$/,
    why: "The platform makes the ETag of what the build prerendered.",
  },
  {
    forms: both,
    part: any,
    where: /^\w+ \S+ .*→ (?:307|308) (?:307|308): (?!status|location)/,
    why: "The platform and Next write their own redirects.",
  },
  {
    forms: ["bare"],
    part: /^location$/,
    where: /→ 308 308: location: "\/status\/btc" \| "http:\S+\/status\/btc"$/,
    why: "Next shortens a redirect to the origin that it was asked at. Here its port is another one.",
  },
  {
    forms: both,
    part: any,
    where: /^(?:TRACE|PROPFIND) .* → /,
    why: "The platform refuses these methods itself, and so does our server. Next alone answers 400 or 500.",
  },
  {
    forms: both,
    part: any,
    where: /^GET \S+ \S+ rsc=1 /,
    why: "Next redirects a request of its router that lacks a parameter, and the platform answers it.",
  },
  {
    forms: both,
    part: /^last-modified$/,
    where: /→ (?!200|304)\d+ \d+: /,
    why: "Next and the platform give the headers of a path to refusals too.",
  },
  {
    forms: both,
    part: /^cache-control$/,
    where: /"no-store" \| "private, no-cache, no-store, max-age=0, must-revalidate"$/,
    why: "In a function Next writes no-store at length.",
  },
  {
    forms: ["platform"],
    part: any,
    where: /^\w+ \S+ \/_next\/static\/none\.js .*→ 404 404: (?!status)/,
    why: "The platform answers for missing assets.",
  },
  {
    forms: both,
    part: /^content-length$/,
    where: /: "undefined" \| "\d+"$/,
    why: "The platform counts the bytes of every body.",
  },
  {
    forms: both,
    part: /^content-length$/,
    where: /\| "undefined"$/,
    why: "To HEAD a function gives no body to count, and Next sends a document in pieces. Our server counts it.",
  },
  {
    forms: ["bare"],
    part: any,
    where: /→ 304 200: /,
    why: "Next alone compares no tag and no date of what it made when it was built. Our server and the platform do.",
  },
  {
    forms: both,
    part: any,
    where: /→ 200 304: /,
    why: "Our server compares tags where it keeps an answer, the platform and Next for every address.",
  },
  {
    forms: both,
    part: /^(?:content-security-policy|content-type|cross-origin-resource-policy|cache-control|vary)$/,
    where: /→ 405 405: /,
    why: "Next itself refuses other methods without a body for what was made when it was built. Our server adds default headers.",
  },
  {
    forms: both,
    part: /^etag$/,
    where: /→ 404 404: /,
    why: "Next gives its page for a missing one a tag, which nobody's condition reaches.",
  },
  {
    forms: ["bare"],
    part: /^vary$/,
    where: /^\w+ \S+ \/(?:quote|status(?:\/btc)?|assets|track) .*"Accept" \| ""$/,
    why: "Next overwrites Vary of pages. These are never kept.",
  },
  {
    forms: both,
    part: /^(?:cache-control|content-security-policy|cross-origin-resource-policy)$/,
    where: /^GET \S+ \/(?:PRICING|LLMS\.txt) .*→ 404 404: /,
    why: "Next and the platform compare a path with their rules without its case, and what is missing there gets the rule of the page.",
  },
  {
    forms: both,
    part: /^vary$/,
    where: /^(?:POST|PUT|PATCH) \S+ \/(?:\S*(?:opengraph-image|apple-icon|favicon\.ico)|icons\/\w+\.svg) .*→ 404 404: /,
    why: "A drawn image has one form, so our server names no field.",
  },
  {
    forms: ["platform"],
    part: /^age$/,
    where: /^(?:GET|HEAD) \S+ \/icons\/\w+\.svg /,
    why: "The platform's cache keeps a drawn icon, and says for how long it has.",
  },
  {
    forms: ["bare"],
    part: any,
    where: / x-middleware-prefetch=1 /,
    why: "Next answers this header of its own router without the page. Our server and the platform drop it.",
  },
  {
    forms: both,
    part: any,
    where: /^\w+ \S+ \/_next\//,
    why: "Our server shortens a path below /_next that is no file, before Next reads it.",
  },
  {
    forms: both,
    part: /^cache-control$/,
    where: /^(?:OPTIONS .*→ 204 204|POST .*→ 405 405): /,
    why: "What is no GET is never kept, whatever rule of the path it has.",
  },
  {
    forms: both,
    part: any,
    where: /^POST \S+ \/(?:cron\/check|\S*opengraph-image|apple-icon|favicon\.ico) .*→ 405 405: (?!status)/,
    why: "Next refuses these methods itself, and our server adds its default headers.",
  },
  {
    forms: both,
    part: /^set-cookie$/,
    where: / cookie=__prerender_bypass=1; .*: "undefined" \| ".*__prerender_bypass=;/,
    why: "Next ends a preview that nobody began. Our server does not pass cookies on.",
  },
  {
    forms: both,
    part: /^x-robots-tag$/,
    where: /^POST \S+ \/mcp /,
    why: "Where the endpoint answers without Next, no route adds the mark for search engines.",
  },
  {
    forms: both,
    part: /^vary$/,
    where: /(?:→ 404 404|\/(?:agents\.md|LLMS\.txt) .*): vary: "Accept" \| ""$/,
    why: "Our server names Accept for every address that is not in the registry, also for a document that has one form.",
  },
];

/** Rows of `npm run verify` that Next alone fails: it counts no length, compares no condition and overwrites `Vary` of pages. */
export const bareRows: ReadonlySet<string> = new Set([
  "headers.length",
  "validators.if-none-match",
  "validators.if-modified-since",
  "vary.html",
  "vary.head",
  "vary.304",
  "vary.404",
  "ora.vary",
]);
