// Validators and revalidation (RFC 9110, 13).
import { every, type Group } from "../row.ts";
import { getPublished, isLive, type Resource, type Site } from "../site.ts";

const fixed = (site: Site) => getPublished(site).filter((one) => !isLive(one));
const tagged = (site: Site) => fixed(site).filter(({ answer }) => answer.headers.etag);
const dated = (site: Site) => fixed(site).filter(({ answer }) => answer.headers["last-modified"]);

/** Headers of the 200 that a 304 must repeat, because a cache replaces its stored ones. */
const repeated = ["etag", "cache-control", "vary", "link", "content-location"];

function ask(site: Site, { url }: Resource, headers: Record<string, string>) {
  return site.fetcher.get({ url, headers });
}

export const validators: Group = {
  title: "Validators",
  checks: [
    {
      id: "validators.etag",
      what: "Every answer that may be stored has a strong ETag",
      todo: "Send a strong ETag of the served bytes.",
      run: (site) =>
        every(fixed(site), "answers", ({ label, answer: { headers } }) =>
          /^"[\x21\x23-\x7e]+"$/.test(headers.etag ?? "") ? null : `${label}: ETag ${headers.etag ?? "absent"}`,
        ),
    },
    {
      id: "validators.live",
      what: "A live answer carries no validator and no token count",
      todo: "Leave ETag, Last-Modified, x-markdown-tokens and x-original-tokens out of what is made for each request.",
      run: (site) =>
        every(getPublished(site).filter(isLive), "live answers", ({ label, answer }) => {
          const sent = ["etag", "last-modified", "x-markdown-tokens", "x-original-tokens"].filter(
            (name) => name in answer.headers,
          );
          return sent.length === 0 ? null : `${label}: ${sent.join(", ")}`;
        }),
    },
    {
      id: "validators.if-none-match",
      what: "A matching If-None-Match gets 304 without a body; *, lists and W/ are understood",
      todo: "Compare If-None-Match weakly with the ETag, and answer 304 without a body.",
      run: (site) =>
        every(tagged(site), "answers", async (resource) => {
          const tag = resource.answer.headers.etag as string;
          for (const value of [tag, "*", `"other", ${tag}`, `W/${tag}`]) {
            const { status, bytes } = await ask(site, resource, { "If-None-Match": value });
            if (status !== 304 || bytes.byteLength > 0) return `${resource.label}: ${status} for ${value}`;
          }
          return null;
        }),
    },
    {
      id: "validators.if-none-match-other",
      what: "Another ETag gets the whole answer",
      todo: "Answer 304 only when a tag matches.",
      run: (site) =>
        every(tagged(site), "answers", async (resource) => {
          const { status } = await ask(site, resource, { "If-None-Match": '"signpost-verify"' });
          return status === 200 ? null : `${resource.label}: ${status}`;
        }),
    },
    {
      id: "validators.304-headers",
      what: "A 304 repeats ETag, Cache-Control, Vary, Link and Content-Location",
      todo: "Send these headers with 304 as with 200 (RFC 9110, 15.4.5).",
      run: (site) =>
        every(tagged(site), "answers", async (resource) => {
          const { answer, label } = resource;
          const short = await ask(site, resource, { "If-None-Match": answer.headers.etag as string });
          if (short.status !== 304) return null;
          const other = repeated.filter((name) => short.headers[name] !== answer.headers[name]);
          return other.length === 0 ? null : `${label}: ${other.join(", ")} differ`;
        }),
    },
    {
      id: "validators.last-modified",
      what: "Last-Modified is a date that is past",
      todo: "Send the date of the content as an HTTP date.",
      run: (site) =>
        every(dated(site), "dates", ({ label, answer }) => {
          const sent = answer.headers["last-modified"] as string;
          const time = Date.parse(sent);
          if (new Date(time).toUTCString() !== sent) return `${label}: ${sent} is not an HTTP date`;
          return time <= site.startedAt.getTime() ? null : `${label}: ${sent} is in the future`;
        }),
    },
    {
      id: "validators.if-modified-since",
      what: "If-Modified-Since gets 304 where nothing changed, and the whole answer for an earlier date; If-None-Match goes before it",
      todo: "Compare If-Modified-Since with Last-Modified, unless If-None-Match is sent.",
      run: (site) =>
        every(dated(site), "dates", async (resource) => {
          const sent = resource.answer.headers["last-modified"] as string;
          const earlier = new Date(Date.parse(sent) - 86_400_000).toUTCString();
          const [same, before, other] = await Promise.all([
            ask(site, resource, { "If-Modified-Since": sent }),
            ask(site, resource, { "If-Modified-Since": earlier }),
            ask(site, resource, { "If-Modified-Since": sent, "If-None-Match": '"signpost-verify"' }),
          ]);
          const seen = [same, before, other].map(({ status }) => status).join(", ");
          return seen === "304, 200, 200" ? null : `${resource.label}: ${seen} instead of 304, 200, 200`;
        }),
    },
  ],
};
