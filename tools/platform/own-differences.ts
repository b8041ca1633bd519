// Where an answer of the platform may differ from one of `npm start`, with the reason. Everything else must be the same.
import type { OwnDifference } from "../../e2e/support/compare-forms.ts";

const any = /^/;

export const platformsOwn: readonly OwnDifference[] = [
  {
    part: /^x-(?:vercel-cache|matched-path|nextjs-[\w-]+|next-error-status)$/,
    where: any,
    why: "The platform and Next mark how an answer was found.",
  },
  {
    part: /^etag$/,
    where: /\| "\\"[\da-f]{32}\\""$/,
    why: "The platform makes the ETag of what the build prerendered.",
  },
  {
    part: any,
    where: /^\w+ \S+ .*→ (?:307|308) (?:307|308): (?!status|location)/,
    why: "The platform writes its own redirects.",
  },
  {
    part: any,
    where: /^(?:TRACE|PROPFIND) .* → \d+ 405: /,
    why: "The platform refuses these methods itself.",
  },
  {
    part: any,
    where: /^GET \S+ \S+ rsc=1 /,
    why: "Next redirects a request of its router that lacks a parameter, and the platform answers it.",
  },
  {
    part: /^last-modified$/,
    where: /→ (?!200|304)\d+ \d+: /,
    why: "The platform gives the headers of a path to refusals too.",
  },
  {
    part: /^cache-control$/,
    where: /"no-store" \| "private, no-cache, no-store, max-age=0, must-revalidate"$/,
    why: "In a function Next writes no-store at length.",
  },
  {
    part: any,
    where: /^\w+ \S+ \/_next\/static\/none\.js .*→ 404 404: (?!status)/,
    why: "The platform answers for missing assets.",
  },
  { part: /^content-length$/, where: /: "undefined" \| "\d+"$/, why: "The platform counts the bytes of every body." },
  {
    part: /^(?:bytes|content-length)$/,
    where: /^\w+ \S+ \/_next\//,
    why: "Our server shortens a path below /_next that is no file, before Next reads it.",
  },
  {
    part: /^cache-control$/,
    where: /^(?:OPTIONS .*→ 204 204|POST .*→ 405 405): /,
    why: "What is no GET is never kept, whatever rule of the path it has.",
  },
  {
    part: any,
    where: /^POST \S+ \/(?:cron\/check|\S*opengraph-image|apple-icon) .*→ 405 405: (?!status)/,
    why: "Next refuses these methods itself, and our server adds its default headers.",
  },
  {
    part: /^set-cookie$/,
    where: / cookie=__prerender_bypass=1; .*: "undefined" \| ".*__prerender_bypass=;/,
    why: "Next ends a preview that nobody began. Our server does not pass cookies on.",
  },
  {
    part: /^(?:content-location|cache-control|vary)$/,
    where: / x-signpost-negotiated=1 /,
    why: "Nobody removes the mark of the middleware from a client's request. It changes the answer of that client alone.",
  },
  {
    part: /^x-robots-tag$/,
    where: /^POST \S+ \/mcp /,
    why: "Where the endpoint answers without Next, no route adds the mark for search engines.",
  },
  { part: /^content-length$/, where: /^HEAD .*\| "undefined"$/, why: "To HEAD a function gives no body to count." },
  {
    part: /^vary$/,
    where: /(?:→ 404 404|\/agents\.md .*): vary: "Accept" \| ""$/,
    why: "Our server names Accept for every address that is not in the registry, also for a document that has one form.",
  },
];
