// Finds what a deployment publishes. Starts at the base address
// and follows what each answer names, until nothing new is named.
import { known, knownOfSwap } from "./addresses.ts";
import type { Answer, Fetcher } from "./fetcher.ts";
import { listAdverts } from "./parse/adverts.ts";
import type { Resource, Site, Source } from "./site.ts";

/** A larger site is checked in part, and the first row says so. */
export const MAX_RESOURCES = 600;
/** Maximum of foreign addresses, so that a site cannot make us request a million of them. */
export const MAX_EXTERNAL = 300;

interface Found {
  readonly sources: Set<Source>;
  readonly claims: { type: string; by: Source }[];
}

export interface DiscoverOptions {
  readonly origin: string;
  readonly swap: string | null;
  readonly followExternal: boolean;
  readonly fetcher: Fetcher;
  readonly tell: (line: string) => void;
}

/** @throws Error if the base address itself does not answer. */
export async function discover({ origin, swap, followExternal, fetcher, tell }: DiscoverOptions): Promise<Site> {
  const startedAt = new Date();
  const origins = swap === null || swap === origin ? [origin] : [origin, swap];
  const found = new Map<string, Found>();
  const external = new Map<string, Set<Source>>();
  const answers = new Map<string, Answer>();

  function note(href: string, base: string, by: Source, type?: string): void {
    if (!URL.canParse(href, base)) return;
    const url = new URL(href, base);
    url.hash = "";
    if (!/^https?:$/.test(url.protocol)) return;
    if (!origins.includes(url.origin)) {
      const named = external.get(url.href);
      if (named || external.size < MAX_EXTERNAL) external.set(url.href, (named ?? new Set()).add(by));
      return;
    }
    const one = found.get(url.href) ?? { sources: new Set(), claims: [] };
    one.sources.add(by);
    if (type) one.claims.push({ type, by });
    found.set(url.href, one);
  }

  await fetcher.get({ url: `${origin}/` });
  for (const path of ["/", ...Object.keys(known)]) note(path, origin, "known address");
  if (origins.length > 1) for (const path of knownOfSwap) note(path, swap ?? origin, "known address");

  for (;;) {
    const fresh = [...found.keys()].filter((url) => !answers.has(url)).slice(0, MAX_RESOURCES - answers.size);
    if (fresh.length === 0) break;
    tell(`fetching ${fresh.length} addresses`);
    await Promise.all(
      fresh.map(async (url) => {
        answers.set(url, await fetcher.get({ url }).catch((error: Error) => missingAnswer(url, error)));
      }),
    );
    // A view names what its page names, and endless further views.
    for (const url of fresh.filter((one) => !one.includes("?"))) {
      for (const { href, by, type } of listAdverts(answers.get(url) as Answer)) note(href, url, by, type);
    }
  }

  // In the order in which they were named, not answered: two runs make the same requests and the same report.
  const resources = [...found].flatMap(([url, { sources, claims }]): Resource[] => {
    const answer = answers.get(url);
    if (!answer) return [];
    // A known address that nobody names counts as published only if it answers.
    if (url !== `${origin}/` && sources.size === 1 && sources.has("known address") && answer.status !== 200) return [];
    const { origin: home, pathname, search } = new URL(url);
    const path = `${pathname}${search}`;
    return [{ url, origin: home, path, label: home === origin ? path : url, sources, claims, answer }];
  });
  return { origin, swap: origins[1] ?? null, origins, fetcher, resources, external, followExternal, startedAt };
}

/** Stands for a missing answer: status 0, and the text says why. */
function missingAnswer(url: string, { message }: Error): Answer {
  return { url, method: "GET", status: 0, headers: {}, bytes: Buffer.alloc(0), text: message };
}
