// The environment variables of Signpost: their formats, defaults and limits.
import * as z from "zod";
import { networkNames } from "./protocol/values/chains.ts";

export const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The host of a URL that names an IP address or "localhost": "[::1]" for "::1". */
export function hostnameOfAddress(address: string): string {
  return new URL(`http://${address.includes(":") ? `[${address}]` : address}`).hostname;
}

/** Null if the text is no origin. Only an origin on a loopback host may have http. */
export function parseOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, pathname, search, hash, username, password, origin } = new URL(text);
  const isSecure = protocol === "https:" || (protocol === "http:" && loopbackHosts.has(hostname));
  const isBareOrigin = pathname === "/" && !search && !hash && !username && !password;
  return isSecure && isBareOrigin ? origin : null;
}

const Origin = z
  .string()
  .refine((text) => parseOrigin(text) !== null, {
    message:
      "must be an origin such as https://example.org (https unless the host is loopback; no path, query or credentials)",
  })
  .transform((text) => parseOrigin(text) as string);

interface Upstream {
  readonly url: string;
  readonly operator: string | null;
}

/** `https://node.example.org` or `acme=https://node.example.org`. Null for any other text. */
function parseUpstream(text: string): Upstream | null {
  const [, operator = null, address = text] = /^([a-z0-9][a-z0-9.-]{0,39})=(.*)$/.exec(text) ?? [];
  if (!URL.canParse(address)) return null;
  const { protocol, search, hash, username, password, href } = new URL(address);
  if (!/^https?:$/.test(protocol) || search || hash || username || password) return null;
  return { url: href.replace(/(?<!\/)\/+$/, ""), operator };
}

const splitList = (text: string) => text.split(",").map((listItem) => listItem.trim());

const UpstreamList = z
  .string()
  .transform((text) => splitList(text).filter(Boolean).map(parseUpstream))
  .refine((upstreams) => upstreams.length > 0 && !upstreams.includes(null), {
    message:
      "must be comma-separated base URLs such as https://node.example.org (http or https; no query, fragment or credentials), each with its operator where the host does not tell it: acme=https://node.example.org",
  })
  .transform((upstreams) => upstreams.filter((upstream) => upstream !== null))
  .refine((upstreams) => new Set(upstreams.map(({ url }) => url)).size === upstreams.length, {
    message: "must name each upstream once: one provider must not confirm itself",
  });

function countUpTo(max: number) {
  const message = `must be a whole number from 0 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((count) => count <= max, { message });
}

const PORT_MESSAGE = "must be a port from 1 to 65535";
const Port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_MESSAGE)
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65535, { message: PORT_MESSAGE });

/** Content Signals, with Cloudflare's key `use` of 2026-08-31. */
const signalPattern = /^((search|ai-input|ai-train)=(yes|no)|use=(immediate|reference|full))$/;

function areSignals(signals: readonly string[]): boolean {
  const signalKeys = new Set(signals.map((signal) => signal.split("=")[0]));
  return (
    signals.every((signal) => signalPattern.test(signal)) && signalKeys.size === signals.length
  );
}

const ContentSignal = z
  .string()
  .transform(splitList)
  .refine(areSignals, {
    message:
      "must be a list such as search=yes, ai-input=yes, ai-train=no, use=reference (each key at most once; use is immediate, reference or full)",
  })
  .transform((signals) => signals.join(", "));

export const DEFAULT_RATE_LIMIT = 120;
/** 110 calls per minute are reserved for halts, pools and fees. 30 must remain for clients. */
const MIN_NODE_CALLS = 140;
const MAX_NODE_CALLS = 100_000;

export const Variables = z.object({
  SITE_URL: Origin.optional(),
  SWAP_URL: Origin.optional(),
  SITE_NAME: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 ]{0,19}$/, "must be 1 to 20 letters, digits or spaces")
    .default("Signpost"),
  CONTACT_EMAIL: z.email("must be an email address").optional(),
  NETWORK: z.enum(networkNames, `must be one of ${networkNames.join(", ")}`).default("sample"),
  NODE_URLS: UpstreamList.optional(),
  INDEXER_URLS: UpstreamList.optional(),
  CONTENT_SIGNAL: ContentSignal.default("search=yes, ai-input=yes, ai-train=yes, use=full"),
  ORIGIN_TRIAL_TOKEN: z
    .string()
    .regex(
      /^[A-Za-z0-9+/]+={0,2}(,[A-Za-z0-9+/]+={0,2})?$/,
      "must be a token as Chrome gives it, in base64, or two of them with a comma between",
    )
    .optional(),
  OPENAI_APPS_CHALLENGE: z
    .string()
    .regex(/^[\w.~+/=-]{1,200}$/, "must be the token as OpenAI gives it")
    .optional(),
  REPOSITORY_URL: z
    .string()
    .regex(
      /^https:\/\/(github\.com|gitlab\.com)\/[\w.-]+\/[\w.-]+$/,
      "must be the address of a repository such as https://github.com/example/signpost",
    )
    .optional(),
  HOST: z
    .union(
      [z.literal("localhost"), z.ipv4(), z.ipv6()],
      "must be localhost or an IP address of this machine, 0.0.0.0 for all",
    )
    .default("localhost"),
  PORT: Port.default(3000),
  NODE_CALLS: countUpTo(MAX_NODE_CALLS)
    .refine((count) => count === 0 || count >= MIN_NODE_CALLS, {
      message: `must be 0, or a whole number from ${MIN_NODE_CALLS} to ${MAX_NODE_CALLS}`,
    })
    .default(200),
  RATE_LIMIT: countUpTo(100_000).default(DEFAULT_RATE_LIMIT),
  TRUSTED_HOPS: countUpTo(10).default(0),
  DIST_DIR: z
    .string()
    .regex(/^\.next[a-z-]*$/, "must be .next or .next-name")
    .default(".next"),
});
export type Variables = z.infer<typeof Variables>;
