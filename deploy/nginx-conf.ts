// Fills deploy/nginx.conf.template with the values of a deployment and the paths of the registry.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openHeaders, PROBLEM_TYPE } from "../lib/http/problem.ts";
import { commonHeaders } from "../lib/http/security-headers.ts";
import { MAX_BODY_BYTES } from "../lib/mcp/transport/messages.ts";
import { findResource, resourcePaths } from "../lib/site/registry/resources.ts";

export interface FrontOptions {
  /** Absolute and writable: for the socket and for request bodies. */
  readonly folder: string;
  /** Absolute, existing and writable, best in memory. When it is full, nginx cannot answer for a path that may be cached. */
  readonly cacheFolder: string;
  /** "address:port" of each instance of the site. */
  readonly upstreams: readonly string[];
  /** The site's public origins, as it is configured: one, or the website's and the swap site's. */
  readonly origins: readonly [string, ...string[]];
  /** Each is a "port", for IPv4, or an "address:port". */
  readonly listen: readonly string[];
  /** Certificate and key files for HTTP/2 over TLS, or null for HTTP/1.1. `plain` listens for http and redirects to https. */
  readonly tls: { readonly certificate: string; readonly key: string; readonly plain?: readonly string[] } | null;
  /** What one client may do. Null for specs and benchmarks, in which one machine stands for all clients. */
  readonly limits: { readonly requestsPerSecond: number; readonly burst: number; readonly connections: number } | null;
  /**
   * How long a cached response is served before the front asks again in the background. So few seconds need no Age header,
   * and a new build shows at once. Other caches must ask for a page each time, because some ignore Vary.
   */
  readonly cacheSeconds: number;
  /** The file of nginx's Brotli module, or null. */
  readonly brotliModule: string | null;
}

export const CACHE_SECONDS = 10;
/** Far more than the longest address that the site itself writes, which is one of /quote. */
export const MAX_ADDRESS_CHARACTERS = 4096;
export const standardLimits = { requestsPerSecond: 20, burst: 100, connections: 50 } as const;

const template = readTemplate("nginx.conf.template");

const cached = resourcePaths
  .filter((path) => findResource(path).kind !== "endpoint" && findResource(path).cache !== "live")
  .map((path) => ({ path, zone: findResource(path).kind === "page" ? "pages" : "documents" }));

/**
 * What is compressed besides text/html: the registry's media types, and those of problems and of Next's files. nginx drops
 * no parameter but charset, and a type with another one is too long for its list: it stays uncompressed.
 */
const textTypes = [
  ...new Set([
    ...resourcePaths.map((path) => findResource(path).mediaType.replace(/; charset=.*/, "")),
    PROBLEM_TYPE,
    "application/javascript",
    "text/css",
    "text/x-component",
  ]),
].filter((type) => type !== "text/html" && !type.includes(";"));

export function renderConfiguration(options: FrontOptions): string {
  const { origins, tls } = options;
  const sites = [...new Set(origins)].map(describeSite);
  return fillTemplate(template, {
    ...options,
    sites,
    serverNames: sites.map(({ hostname }) => hostname).join(" "),
    headers: listHeaders(origins[0]),
    ssl: tls ? " ssl http2" : "",
    redirects: tls?.plain ? sites : [],
    plain: tls?.plain ?? [],
    maxBodyBytes: MAX_BODY_BYTES,
    tooLong: `{${MAX_ADDRESS_CHARACTERS + 1},}`,
    maxHeadKb: (8 * MAX_ADDRESS_CHARACTERS) / 1024,
    cached,
    textTypes: textTypes.join(" "),
    textTypesPattern: textTypes.map((type) => type.replaceAll(/[.+]/g, "\\$&")).join("|"),
  });
}

function describeSite(address: string) {
  const { hostname, host, origin } = new URL(address);
  return { hostname, host, origin, headers: listHeaders(origin) };
}

/** The headers that every response of the front itself carries. */
function listHeaders(origin: string) {
  const headers = { ...commonHeaders(origin), ...openHeaders };
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

/** A file of deploy/ without its opening comment, and with the files that it includes, indented as their tags are. */
function readTemplate(name: string): string {
  return readFileSync(join(import.meta.dirname, name), "utf8")
    .replace(/^\{\{!.*?\}\}\n/s, "")
    .replaceAll(/^( *)\{\{> ([\w.-]+)\}\}\n/gm, (_tag, indent: string, included: string) =>
      readTemplate(included).replaceAll(/^(?=.)/gm, indent),
    );
}

/**
 * Fills the values and sections of a template. The tags are Mustache's, each tag of a section on its own line.
 * @throws Error when a name has no value. Mustache would write an empty text, and an empty limit limits nothing.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, unknown>>): string {
  const get = (name: string): unknown => {
    if (!Object.hasOwn(values, name)) throw new Error(`The template names ${name}, which has no value`);
    return values[name];
  };
  const lines = template.split("\n");
  const filled: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string;
    const section = /^ *\{\{#(\w+)\}\}$/.exec(line)?.[1];
    if (section === undefined) {
      filled.push(line.replaceAll(/\{\{([\w.]+)\}\}/g, (_tag, name: string) => String(get(name))));
      continue;
    }
    const end = lines.findIndex((other, at) => at > index && other.trim() === `{{/${section}}}`);
    if (end === -1) throw new Error(`The section ${section} has no end`);
    const part = lines.slice(index + 1, end).join("\n");
    const items = [get(section)].flat().filter((item) => item !== null);
    filled.push(
      ...items.map((item) => fillTemplate(part, { ...values, ...(typeof item === "object" ? item : { ".": item }) })),
    );
    index = end;
  }
  return filled.join("\n");
}
