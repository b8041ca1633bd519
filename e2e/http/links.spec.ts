// Every address that the site names, wherever it names it, as a crawler finds it from the homepage.
import { expect, test } from "../support/answering-test.ts";
import { type Answered, ask } from "../support/ask.ts";
import { site, swap, urlOf } from "../support/forms.ts";
import { parseMarkdown } from "../support/markdown-nodes.ts";
import { parseMarkup, walk } from "../support/markup-tree.ts";

interface Named {
  readonly href: string;
  /** The media type that is claimed for it. */
  readonly type?: string | undefined;
  readonly isFollowed?: boolean;
}
interface Visit {
  readonly type: string;
  readonly named: readonly Named[];
  readonly ids: ReadonlySet<string | undefined>;
}

/** Some times the addresses of this site. */
const MAX_ADDRESSES = 600;
const mediaType = ({ headers }: Answered) => headers["content-type"]?.split(";")[0] ?? "";

function readVisit(answer: Answered): Visit {
  const { text, headers } = answer;
  const type = mediaType(answer);
  const elements = type === "text/html" ? [...walk(parseMarkup(text))] : [];
  const inField = [...String(headers.link ?? "").matchAll(/<([^>]+)>([^<]*)/g)].map(
    ([, href = "", rest = ""]) => ({ href, type: /type="([^"]+)"/.exec(rest)?.[1] }),
  );
  const inElements = elements.flatMap(({ tag, props: { href, src, rel = "", type: claimed } }) => {
    const address = href ?? src;
    if (address === undefined || tag === "form") return [];
    const isFollowed = !/nofollow/.test(rel);
    return { href: address, isFollowed, type: tag === "link" ? claimed : undefined };
  });
  return {
    type,
    named: [...inField, ...inElements, ...listInBody(type, text)],
    ids: new Set(elements.map(({ props }) => props.id)),
  };
}

function listInBody(type: string, text: string): Named[] {
  const listAll = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, href = ""]) => ({ href }));
  if (type === "text/html") return listAll(/<script [^>]*src="([^"]+)"/g);
  if (type === "text/markdown")
    return parseMarkdown(text).flatMap((node) => {
      if ("url" in node) return { href: node.url };
      return node.type === "inlineCode" && /^https?:\/\/[^\s{}]+$/.test(node.value)
        ? { href: node.value }
        : [];
    });
  if (/json$/.test(type)) {
    const found: Named[] = [];
    JSON.parse(text, (_name, value) => {
      if (typeof value === "string" && /^https?:\/\/[^\s{}<>"]+$/.test(value))
        found.push({ href: value });
      const { href, url = href, type: claimed } = Object(value);
      if (typeof url === "string" && /^[\w.+-]+\/[\w.+-]+/.test(claimed))
        found.push({ href: url, type: claimed });
      return value;
    });
    return found;
  }
  return /^text\/plain|xml$/.test(type) ? listAll(/(https?:\/\/[^\s<>()"'`{}]+)/g) : [];
}

const isOwn = (origin: string) => origin === site || origin === swap;

/** JSON of any kind may be named as JSON. */
const isFulfilled = (claimed: string, sent: string) =>
  claimed.split(";")[0] === sent || (claimed === "application/json" && sent.endsWith("json"));

test("every own address answers with the type that is claimed for it, and a crawler comes to an end", async () => {
  const left: string[] = [];
  for (const origin of new Set([site, swap])) {
    const [, robots = ""] = (await ask(`${origin}/robots.txt`)).text.split("User-agent: *\n");
    left.push(...[...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => origin + path));
  }
  const visits = new Map<string, Visit>();
  const faults: string[] = [];
  let queue = new Set([urlOf("/")]);
  while (queue.size > 0) {
    const next = new Set<string>();
    for (const url of queue) {
      const answer = await ask(url);
      const visit = readVisit(answer);
      const named = visit.named.filter(({ href }) => URL.canParse(href, url));
      visits.set(url, { ...visit, named });
      // The base of the swap site's interfaces, which its description names, is no document.
      const isBase = url === `${swap}/` && answer.status === 308;
      const isForPost = answer.status === 405 && answer.headers.allow === "POST";
      if (answer.status !== 200 && !isForPost && !isBase)
        faults.push(`${url} answers ${answer.status} ${answer.headers.location ?? ""}`);
      if (String(answer.headers.link ?? "").length >= 2048)
        faults.push(`${url} has a long Link field`);
      if (left.some((start) => url.startsWith(start))) continue;
      for (const { href, isFollowed = true } of named) {
        const { origin, pathname, search } = new URL(href, url);
        if (isOwn(origin) && isFollowed) next.add(`${origin}${pathname}${search}`);
      }
    }
    queue = new Set([...next].filter((url) => !visits.has(url)));
    expect(visits.size + queue.size, `such as ${[...queue].at(-1)}`).toBeLessThan(MAX_ADDRESSES);
  }
  for (const [url, { named }] of visits)
    for (const { href, type } of named) {
      const { origin, pathname, search, hash } = new URL(href, url);
      const target = isOwn(origin) ? visits.get(`${origin}${pathname}${search}`) : undefined;
      if (!target) continue;
      if (type && !isFulfilled(type, target.type))
        faults.push(`${url} claims that ${href} is ${type}, and it is ${target.type}`);
      const id = decodeURIComponent(hash.slice(1));
      if (id && target.ids.size > 0 && !target.ids.has(id))
        faults.push(`${url}: ${href} has no target`);
    }
  expect([...new Set(faults)]).toEqual([]);
  expect(visits.size).toBeGreaterThan(120);
});

test("each site's description of its interfaces is named, with a type", async () => {
  const catalog = (await ask(urlOf("/.well-known/api-catalog"))).text;
  const index = (await ask(urlOf("/llms.txt"))).text;
  for (const origin of new Set([site, swap])) {
    expect(catalog).toContain(`"href": "${origin}/openapi.json"`);
    expect(index).toContain(`\`${origin}/openapi.json\``);
  }
  const { headers } = await ask(urlOf("/developers/api"));
  expect(headers.link).toContain(`<${swap}/openapi.json>; rel="service-desc"`);
});

test("the Link field of the homepage names every way in", async () => {
  const ways = [
    ["/", 'rel="canonical"'],
    ["/index.md", 'rel="alternate"; type="text/markdown"'],
    ["/llms.txt", 'rel="describedby"; type="text/plain"'],
    ["/.well-known/api-catalog", 'rel="api-catalog"'],
    ["/openapi.json", 'rel="service-desc"; type="application/json"'],
    ["/developers/api", 'rel="service-doc"; type="text/html"'],
    ["/.well-known/status", 'rel="status"'],
    ["/.well-known/ai-catalog.json", 'rel="ai-catalog"; type="application/ai-catalog+json"'],
    ["/.well-known/ard.json", 'rel="ard"'],
  ];
  for (const accept of ["text/html", "text/markdown"]) {
    const { headers } = await ask(urlOf("/"), { headers: { accept } });
    for (const [path = "", relation] of ways)
      if (path !== "/index.md" || accept === "text/html")
        expect(headers.link).toContain(`<${urlOf(path)}>; ${relation}`);
  }
  const catalog = await ask(urlOf("/.well-known/api-catalog"), { method: "HEAD" });
  expect(catalog.headers.link).toContain(`<${site}/.well-known/api-catalog>; rel="api-catalog"`);
});
