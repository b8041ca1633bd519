// Asks two servers of one site the same, and lists where status, headers or bytes differ. The forms: docs/verification.md.
import { exampleQuery } from "../../lib/site/documents/openapi/openapi.ts";
import { parseChainPath } from "../../lib/site/registry/chain-pages.ts";
import { type ChainForm, chainFormEnds, chainPath } from "../../lib/site/registry/chain-paths.ts";
import { findResource, isResourcePath, type ResourcePath, resourcePaths } from "../../lib/site/registry/resources.ts";
import { type Answered, ask } from "./ask.ts";

/** A difference that belongs to one of the two. */
export interface OwnDifference {
  /** The name of the header, or "status" or "bytes". */
  readonly part: RegExp;
  /** Method, host, path and headers of the request, then the two values. */
  readonly where: RegExp;
  readonly why: string;
}

interface Question {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const markdown = "text/markdown";
const accepts = ["text/html", markdown, "application/json"];
/** No answer depends on these, though Next may act on some. */
const idle: readonly Readonly<Record<string, string>>[] = [
  { "next-action": "x" },
  { "x-nextjs-data": "1" },
  { "x-middleware-prefetch": "1" },
  { "content-type": "multipart/form-data; boundary=x" },
  { cookie: "__prerender_bypass=1; __next_preview_data=x" },
];

const missing = [
  ...[
    "/no-such",
    "/no/such/",
    "/no-such.json",
    "/a/b.xml",
    "/no-such.md",
    "/developers/no.md",
    "/no-such.js",
    "/no.txt",
  ],
  ...["/.well-known", "/.well-known/none", "/.well-known/a/b", "/no/opengraph-image", "/mcp/none", "/mcp/", "/%6dcp"],
  ...[
    "/_next/none",
    "/_next/data/x/pricing.json",
    "/_next/static/none.js",
    "/404",
    "/500",
    "/_not-found",
    "/_global-error",
  ],
  ...[
    "/PRICING",
    "/LLMS.txt",
    "/agents.md",
    "/not-found.json",
    "/not-found.md",
    "/pricing%2emd",
    "/a b".replace(" ", "%20"),
  ],
  ...["/opengraph-image", "/apple-icon", "/favicon.ico", "/pricing/opengraph-image", "/cron/check"],
];

/** Addresses with a part that changes. */
const ofParts = [
  ...[null, ...(Object.keys(chainFormEnds) as ChainForm[])].map((form) => chainPath("BTC", form)),
  ...[
    "/status/BTC",
    "/status/btc/",
    "/status/nowhere",
    "/status/nowhere.json",
    "/track/none",
    "/track/none.md",
    "/track/none.atom",
  ],
  ...["/icons/open.svg", "/icons/none.svg"],
];

/** Every published address in every method and form, what is missing, and what Next would act on. */
export function listQuestions(hosts: readonly string[]): readonly Question[] {
  const get = (path: string, headers = {}, method = "GET") => hosts.map((host) => ({ method, host, path, headers }));
  const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
  return [
    ...resourcePaths.flatMap((path) => {
      const { kind } = findResource(path);
      const address = `${path}${exampleQuery(path)}`;
      return [
        ...methods.flatMap((method) => get(address, {}, method)),
        ...(kind === "page"
          ? accepts.flatMap((accept) => ["GET", "HEAD"].flatMap((method) => get(address, { accept }, method)))
          : []),
        ...(kind === "page" && path !== "/" ? get(`${path}/`) : []),
        ...(kind === "page" ? get(path, { rsc: "1" }) : []),
      ];
    }),
    ...ofParts.flatMap((path) => [
      ...methods.flatMap((method) => get(path, {}, method)),
      ...accepts.flatMap((accept) => get(path, { accept })),
    ]),
    ...missing.flatMap((path) => [...accepts.flatMap((accept) => get(path, { accept })), ...get(path, {}, "POST")]),
    ...["/", "/pricing", "/pricing.md", "/status", "/no-such"].flatMap((path) => [
      ...idle.flatMap((headers) => [...get(path, headers), ...get(path, headers, "POST")]),
      ...["TRACE", "PROPFIND"].flatMap((method) => get(path, {}, method)),
      ...get(path, { "x-signpost-negotiated": "1" }),
    ]),
    ...["/quote", "/track", "/status"].flatMap((path) =>
      [...accepts, "*/*"].flatMap((accept) => get(`${path}?x=${"y".repeat(700)}`, { accept })),
    ),
  ];
}

export interface Comparison {
  readonly requests: number;
  readonly differences: readonly string[];
}

export async function compareForms(
  origins: readonly [string, string],
  questions: readonly Question[],
  own: readonly OwnDifference[],
): Promise<Comparison> {
  const differences: string[] = [];
  let requests = 0;
  const look = async (question: Question, conditions: readonly [object, object] = [{}, {}]) => {
    const { method, host, path, headers } = question;
    const [one, other] = await Promise.all(
      origins.map((origin, index) =>
        ask(origin + path, { method, headers: { host, ...headers, ...conditions[index] } }),
      ) as [Promise<Answered>, Promise<Answered>],
    );
    requests += 1;
    const shown = [
      method,
      host,
      path.slice(0, 60),
      ...Object.entries({ ...headers, ...conditions[0] }).map((pair) => pair.join("=").slice(0, 50)),
    ].join(" ");
    for (const [part, was, is] of listDifferences(question, one, other)) {
      const line = `${shown} → ${one.status} ${other.status}: ${part}: ${was} | ${is}`;
      if (!own.some((one) => one.part.test(part) && one.where.test(line))) differences.push(line);
    }
    return [one, other] as const;
  };
  const pending = [...questions];
  const workers = Array.from({ length: 4 }, async () => {
    for (let question = pending.shift(); question; question = pending.shift()) {
      const answers = await look(question);
      if (answers[0].status !== 200 || !/^(?:GET|HEAD)$/.test(question.method)) continue;
      const withField = (name: string, field: string) =>
        answers.map(({ headers }) => (headers[field] === undefined ? {} : { [name]: String(headers[field]) })) as [
          object,
          object,
        ];
      if (answers[0].headers.etag) await look(question, withField("if-none-match", "etag"));
      if (answers[0].headers["last-modified"]) await look(question, withField("if-modified-since", "last-modified"));
    }
  });
  await Promise.all(workers);
  return { requests, differences };
}

const ofConnection = /^(?:date|connection|keep-alive|transfer-encoding)$/;

function listDifferences(
  { path }: Question,
  one: Answered,
  other: Answered,
): [part: string, was: string, is: string][] {
  const names = new Set(
    [...Object.keys(one.headers), ...Object.keys(other.headers)].filter((name) => !ofConnection.test(name)),
  );
  const isLive = isChanging(path);
  const read = ({ headers }: Answered, name: string) =>
    name === "vary" ? withoutRouter(`${headers.vary ?? ""}`) : `${headers[name]}`.replaceAll(/nonce-[\w-]+/g, "nonce");
  const rows: [string, string, string][] = [["status", String(one.status), String(other.status)]];
  for (const name of names)
    if (!(isLive && /^(?:content-length|etag|age)$/.test(name))) rows.push([name, read(one, name), read(other, name)]);
  if (!isLive || one.status >= 400) rows.push(["bytes", one.text, other.text]);
  return rows.filter(([, was, is]) => was !== is).map(([part, was, is]) => [part, ...around(was, is)]);
}

/** Without the headers of Next's router, which it adds to answers that do not depend on them. */
export function withoutRouter(vary: string): string {
  const names = vary.split(",").map((name) => name.trim());
  return names.filter((name) => !/^(?:rsc|next-.*)$/.test(name)).join(", ");
}

/** Whether two answers may differ by the moment. */
function isChanging(path: string): boolean {
  const [name = ""] = path.split("?");
  return isResourcePath(name)
    ? findResource(name as ResourcePath).cache === "live"
    : (parseChainPath(name)?.chain ?? null) !== null;
}

/** Where two long texts begin to differ. */
function around(was: string, is: string): [string, string] {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at += 1;
  const cut = (text: string) => (text.length < 200 ? text : `…${text.slice(Math.max(0, at - 40), at + 80)}…`);
  return [JSON.stringify(cut(was)), JSON.stringify(cut(is))];
}
