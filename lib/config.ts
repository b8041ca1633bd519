// lib holds folders, the configuration and the version. This file alone reads process.env.
// A Config is complete, validated and frozen.
import * as z from "zod";
import { networkNames, presets } from "./protocol/values/chains.ts";

export type Config = ReturnType<typeof configOf>;

export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Documents depend on these settings: a changed one needs a new build. */
export const buildSettings = [
  "siteUrl",
  "swapUrl",
  "siteName",
  "contactEmail",
  "contentSignal",
  "network",
  "originTrialToken",
] as const;

export const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

const Origin = z
  .string()
  .refine((text) => readOrigin(text) !== null, {
    message:
      "must be an origin such as https://example.org (https unless the host is loopback; no path, query or credentials)",
  })
  .transform((text) => readOrigin(text) as string);

function readOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const secure =
    url.protocol === "https:" || (url.protocol === "http:" && loopbackHosts.has(url.hostname));
  const bare = url.pathname === "/" && !url.search && !url.hash && !url.username && !url.password;
  return secure && bare ? url.origin : null;
}

const UrlList = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .transform((list) => list.map(readUpstream))
  .refine((list) => list.length > 0 && list.every((one) => one !== null), {
    message:
      "must be comma-separated base URLs such as https://node.example.org (http or https; no query, fragment or credentials), each with its operator where the host does not tell it: acme=https://node.example.org",
  })
  .transform((list) => list.filter((one) => one !== null))
  .refine((list) => new Set(list.map(({ url }) => url)).size === list.length, {
    message:
      "must name each upstream once: two witnesses that are one upstream bear each other out",
  });

interface Upstream {
  readonly url: string;
  readonly operator: string | null;
}

/** `https://node.example.org` or `acme=https://node.example.org`; null if it is neither. */
function readUpstream(text: string): Upstream | null {
  const [, operator = null, address = text] = /^([a-z0-9][a-z0-9.-]{0,39})=(.*)$/.exec(text) ?? [];
  if (!URL.canParse(address)) return null;
  const { protocol, search, hash, username, password, href } = new URL(address);
  if (!/^https?:$/.test(protocol) || search || hash || username || password) return null;
  return { url: href.replace(/(?<!\/)\/+$/, ""), operator };
}

function readCount(max: number) {
  const message = `must be a whole number from 0 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((count) => count <= max, { message });
}

function readPort() {
  const message = "must be a port from 1 to 65535";
  return z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65535, { message });
}

const signal = /^(search|ai-input|ai-train)=(yes|no)$/;
const ContentSignal = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .refine(
    (parts) =>
      parts.every((part) => signal.test(part)) &&
      new Set(parts.map((part) => part.split("=")[0])).size === parts.length,
    {
      message:
        "must be a list such as search=yes, ai-input=yes, ai-train=no (each key at most once, yes or no)",
    },
  )
  .transform((parts) => parts.join(", "));

const DEFAULT_PORT = 3000;
export const DEFAULT_RATE_LIMIT = 120;
/** With fewer calls per minute, the safety facts of a node would leave none for questions. */
const LEAST_CALLS = 140;
const MOST_CALLS = 100_000;

const Variables = z.object({
  SITE_URL: Origin.optional(),
  SWAP_URL: Origin.optional(),
  SITE_NAME: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 ]{0,19}$/, "must be 1 to 20 letters, digits or spaces")
    .default("Signpost"),
  CONTACT_EMAIL: z.email("must be an email address").optional(),
  NETWORK: z.enum(networkNames, `must be one of ${networkNames.join(", ")}`).default("sample"),
  NODE_URLS: UrlList.optional(),
  INDEXER_URLS: UrlList.optional(),
  CONTENT_SIGNAL: ContentSignal.default("search=yes, ai-input=yes, ai-train=yes"),
  ORIGIN_TRIAL_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, "must be a token as Chrome gives it, in base64")
    .optional(),
  HOST: z
    .union(
      [z.literal("localhost"), z.ipv4(), z.ipv6()],
      "must be localhost or an IP address of this machine, 0.0.0.0 for all",
    )
    .default("localhost"),
  PORT: readPort().default(DEFAULT_PORT),
  NODE_CALLS: readCount(MOST_CALLS)
    .refine((count) => count === 0 || count >= LEAST_CALLS, {
      message: `must be 0, or a whole number from ${LEAST_CALLS} to ${MOST_CALLS}`,
    })
    .default(200),
  RATE_LIMIT: readCount(100_000).default(DEFAULT_RATE_LIMIT),
  TRUSTED_HOPS: readCount(10).default(0),
  DIST_DIR: z
    .string()
    .regex(/^\.next[a-z-]*$/, "must be .next or .next-name")
    .default(".next"),
});

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as unset. @throws ConfigError, which names every bad variable. */
export function parseConfig(environment: Environment): Config {
  const given = Object.fromEntries(
    Object.keys(Variables.shape).map((name) => [name, environment[name]?.trim() || undefined]),
  );
  const parsed = Variables.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  if (given.NETWORK === undefined || given.NETWORK === "sample") {
    for (const name of ["NODE_URLS", "INDEXER_URLS"] as const) {
      if (given[name])
        problems.push(`${name} must be unset with NETWORK=sample, which reads no network`);
    }
  }
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      `Signpost cannot start: ${problems.length} bad variable(s).\n- ${problems.join("\n- ")}`,
    );
  }
  return configOf(parsed.data, environment);
}

function configOf(values: z.infer<typeof Variables>, environment: Environment) {
  const preset = presets[values.NETWORK];
  const platform = platformHosts(environment);
  const siteUrl =
    values.SITE_URL ?? (platform[0] ? `https://${platform[0]}` : `http://localhost:${values.PORT}`);
  const swapUrl = values.SWAP_URL ?? siteUrl;
  const onVercel = isOnVercel(environment);
  return Object.freeze({
    siteUrl,
    swapUrl,
    siteName: values.SITE_NAME,
    contactEmail: values.CONTACT_EMAIL ?? null,
    network: values.NETWORK,
    preset,
    nodeUrls: values.NODE_URLS?.map(({ url }) => url) ?? preset.nodeUrls,
    indexerUrls: values.INDEXER_URLS?.map(({ url }) => url) ?? preset.indexerUrls,
    operators: new Map(
      [...(values.NODE_URLS ?? []), ...(values.INDEXER_URLS ?? [])].flatMap(({ url, operator }) =>
        operator === null ? [] : [[url, operator] as const],
      ),
    ) as ReadonlyMap<string, string>,
    contentSignal: values.CONTENT_SIGNAL,
    originTrialToken: values.ORIGIN_TRIAL_TOKEN ?? null,
    /** Accepted host names: both origins, and the platform's names for this deployment. */
    hostnames: [
      ...new Set([new URL(siteUrl).hostname, new URL(swapUrl).hostname, ...platform]),
    ] as readonly string[],
    host: values.HOST,
    port: values.PORT,
    nodeCalls: values.NODE_CALLS,
    /** MCP messages per client and minute; 0 is no limit. */
    rateLimit: values.RATE_LIMIT,
    /** Proxies in front of this server that append to X-Forwarded-For. */
    trustedHops: values.TRUSTED_HOPS,
    /** Vercel marks previews as such only under its own host names. */
    indexable:
      values.NETWORK !== "sample" && (!onVercel || environment.VERCEL_ENV === "production"),
    /** The edge sets the client's address, and no other request reaches the function. */
    onVercel,
    inProduction: environment.NODE_ENV === "production",
    distDir: values.DIST_DIR,
  });
}

function isOnVercel(environment: Environment): boolean {
  return environment.VERCEL === "1";
}

/** The first name is for links: a preview must link to itself. */
function platformHosts(environment: Environment): string[] {
  if (!isOnVercel(environment)) return [];
  const { VERCEL_ENV, VERCEL_URL, VERCEL_BRANCH_URL, VERCEL_PROJECT_PRODUCTION_URL } = environment;
  const names =
    VERCEL_ENV === "production"
      ? [VERCEL_PROJECT_PRODUCTION_URL, VERCEL_URL]
      : [VERCEL_URL, VERCEL_BRANCH_URL];
  return names.filter(
    (name) => name !== undefined && readOrigin(`https://${name}`) === `https://${name}`,
  ) as string[];
}

let current: Config | undefined;

/** @throws ConfigError on the first call, if a variable is bad. */
export function config(): Config {
  current ??= parseConfig(process.env);
  return current;
}

/** Next and React read NODE_ENV when they are loaded. */
export function serveBuild(): void {
  Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
}

export function childEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
}
