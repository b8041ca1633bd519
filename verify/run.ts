// One run over one deployment: discovery, then every row of every group.
import { discover } from "./discover.ts";
import { type Connect, createFetcher, type Limits } from "./fetcher.ts";
import type { Report } from "./report.ts";
import { type Group, type Row, runCheck, type Status } from "./row.ts";
import { absence } from "./rows/absence.ts";
import { agentsfirst } from "./rows/agentsfirst.ts";
import { aso } from "./rows/aso.ts";
import { card } from "./rows/card.ts";
import { catalogs } from "./rows/catalogs.ts";
import { cloudflare } from "./rows/cloudflare.ts";
import { crawl } from "./rows/crawl.ts";
import { crawlers } from "./rows/crawlers.ts";
import { errors } from "./rows/errors.ts";
import { headers } from "./rows/headers.ts";
import { identity } from "./rows/identity.ts";
import { links } from "./rows/links.ts";
import { llms } from "./rows/llms.ts";
import { mcp } from "./rows/mcp.ts";
import { mcpTools } from "./rows/mcp-tools.ts";
import { negotiation } from "./rows/negotiation.ts";
import { openapi } from "./rows/openapi.ts";
import { ora } from "./rows/ora.ts";
import { pages } from "./rows/pages.ts";
import { readability } from "./rows/readability.ts";
import { skills } from "./rows/skills.ts";
import { swap } from "./rows/swap.ts";
import { text } from "./rows/text.ts";
import { twins } from "./rows/twins.ts";
import { validators } from "./rows/validators.ts";
import { vary } from "./rows/vary.ts";
import type { Site, Source } from "./site.ts";

export const groups: readonly Group[] = [
  links,
  text,
  headers,
  validators,
  negotiation,
  vary,
  twins,
  pages,
  crawlers,
  crawl,
  llms,
  catalogs,
  card,
  skills,
  openapi,
  mcp,
  mcpTools,
  errors,
  absence,
  swap,
  identity,
  cloudflare,
  ora,
  agentsfirst,
  aso,
  readability,
];

export interface VerifyOptions {
  /** Origins, without path and trailing slash. */
  readonly url: string;
  readonly swap?: string | null;
  readonly external?: boolean;
  /** Called at the beginning of each step. */
  readonly tell?: (line: string) => void;
  readonly connect?: Connect;
  readonly sleep?: Limits["sleep"];
}

/** Checks a deployment from outside. Unreachable addresses fail a row; they do not throw. */
export async function verify({
  url,
  swap = null,
  external = false,
  tell = () => undefined,
  connect,
  sleep,
}: VerifyOptions): Promise<Report> {
  const startedAt = new Date();
  const hosts = [url, swap ?? url].map((origin) => new URL(origin).host);
  const mayAsk = ({ host }: URL, method: string) => hosts.includes(host) || (external && method === "GET");
  const fetcher = createFetcher(url, connect, { mayAsk, ...(sleep && { sleep }) });
  const rows: Row[] = [];
  let asked: Report["external"] = [];
  try {
    const site = await discover({ origin: url, swap, followExternal: external, fetcher, tell });
    for (const group of groups) {
      tell(group.title);
      rows.push(...(await Promise.all(group.checks.map((check) => runCheck(group, check, site)))));
    }
    asked = await Promise.all([...site.external].map(([address, by]) => checkExternal(site, address, [...by])));
  } catch (error) {
    rows.push({
      id: "links.base",
      group: links.title,
      what: "The base address answers 200 as HTML",
      status: "fail",
      evidence: error instanceof Error ? error.message : String(error),
      todo: "Start the server, or correct the address.",
    });
  } finally {
    fetcher.close();
  }
  const count = (status: Status) => rows.filter((row) => row.status === status).length;
  return {
    url,
    swap,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: fetcher.sent,
    counts: { pass: count("pass"), fail: count("fail"), skip: count("skip"), "not-claimed": count("not-claimed") },
    rows,
    external: asked,
  };
}

/** With --external, the fetcher has these answers already from the row about links. */
async function checkExternal(site: Site, url: string, namedBy: readonly Source[]): Promise<Report["external"][number]> {
  if (!site.followExternal) return { url, namedBy };
  const answer = await site.fetcher.get({ url }).catch(() => null);
  return { url, namedBy, status: answer?.status ?? null };
}
