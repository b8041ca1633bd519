// The configuration. Only this file reads process.env. A Config is complete, validated and frozen.
// lib itself has only the configuration and the version. All other code is in folders.
import { type NetworkName, type Preset, presets } from "./protocol/values/chains.ts";
import { hostnameOfAddress, loopbackHosts, parseOrigin, Variables } from "./variables.ts";

export interface Config {
  readonly siteUrl: string;
  readonly swapUrl: string;
  readonly siteName: string;
  readonly contactEmail: string | null;
  readonly network: NetworkName;
  readonly preset: Preset;
  readonly nodeUrls: readonly string[];
  readonly indexerUrls: readonly string[];
  /** The operators that NODE_URLS and INDEXER_URLS name, by the URL of the node or indexer. */
  readonly operators: ReadonlyMap<string, string>;
  readonly contentSignal: string;
  /** One token, or those of two sites with a comma between. */
  readonly originTrialToken: string | null;
  readonly openaiAppsChallenge: string | null;
  /** Public address of the source code. Only lists of the deployment name it. */
  readonly repositoryUrl: string | null;
  /** Host names that /mcp accepts: of `siteUrl`, of `swapUrl`, and Vercel's for this deployment. */
  readonly hostnames: readonly string[];
  readonly host: string;
  readonly port: number;
  /** Limit of calls to each node per minute. 0: no limit. */
  readonly nodeCalls: number;
  /** Limit of messages per client and minute, on /mcp and live pages. 0: no limit. */
  readonly rateLimit: number;
  readonly trustedHops: number;
  /** False for sample data and previews. Vercel forbids indexing only on its own host names. */
  readonly indexable: boolean;
  readonly onVercel: boolean;
  readonly inProduction: boolean;
  readonly distDir: string;
}

export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export const buildSettings = [
  "siteUrl",
  "swapUrl",
  "siteName",
  "contactEmail",
  "contentSignal",
  "network",
  "originTrialToken",
  "openaiAppsChallenge",
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

export function parseConfig(environment: Environment): Config {
  const variableTexts = Object.fromEntries(
    Object.keys(Variables.shape).map((name) => [name, environment[name]?.trim() || undefined]),
  );
  const { data: variables, error } = Variables.safeParse(variableTexts);
  const problemTexts = [
    ...(error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}`),
    ...sampleProblemTexts(variableTexts),
  ];
  if (!variables || problemTexts.length > 0)
    throw new ConfigError(
      `Signpost cannot start: ${problemTexts.length} bad variable(s).\n- ${problemTexts.join("\n- ")}`,
    );
  return createConfig(variables, environment);
}

function sampleProblemTexts({ NETWORK = "sample", ...variableTexts }: Environment): string[] {
  if (NETWORK !== "sample") return [];
  return ["NODE_URLS", "INDEXER_URLS"]
    .filter((name) => variableTexts[name])
    .map((name) => `${name} must be unset with NETWORK=sample, which reads no network`);
}

function createConfig(variables: Variables, environment: Environment): Config {
  const preset = presets[variables.NETWORK];
  const onVercel = isOnVercel(environment);
  const platformHosts = listPlatformHosts(environment);
  const [deploymentHost] = platformHosts;
  const defaultUrl = deploymentHost
    ? `https://${deploymentHost}`
    : `http://localhost:${variables.PORT}`;
  const siteUrl = variables.SITE_URL ?? defaultUrl;
  const swapUrl = variables.SWAP_URL ?? siteUrl;
  const listenHostname = hostnameOfAddress(variables.HOST);
  const hostnames = [
    new URL(siteUrl).hostname,
    new URL(swapUrl).hostname,
    ...platformHosts,
    ...(loopbackHosts.has(listenHostname) ? [] : [listenHostname]),
  ];
  const isPreview = onVercel && environment.VERCEL_ENV !== "production";
  return Object.freeze({
    siteUrl,
    swapUrl,
    siteName: variables.SITE_NAME,
    contactEmail: variables.CONTACT_EMAIL ?? null,
    network: variables.NETWORK,
    preset,
    nodeUrls: variables.NODE_URLS?.map(({ url }) => url) ?? preset.nodeUrls,
    indexerUrls: variables.INDEXER_URLS?.map(({ url }) => url) ?? preset.indexerUrls,
    operators: operatorsByUrl(variables),
    contentSignal: variables.CONTENT_SIGNAL,
    originTrialToken: variables.ORIGIN_TRIAL_TOKEN ?? null,
    openaiAppsChallenge: variables.OPENAI_APPS_CHALLENGE ?? null,
    repositoryUrl: variables.REPOSITORY_URL ?? null,
    hostnames: [...new Set(hostnames)],
    host: variables.HOST,
    port: variables.PORT,
    nodeCalls: variables.NODE_CALLS,
    rateLimit: variables.RATE_LIMIT,
    trustedHops: variables.TRUSTED_HOPS,
    indexable: variables.NETWORK !== "sample" && !isPreview,
    onVercel,
    inProduction: environment.NODE_ENV === "production",
    distDir: variables.DIST_DIR,
  });
}

function operatorsByUrl({ NODE_URLS = [], INDEXER_URLS = [] }: Variables): Config["operators"] {
  const operatorByUrl = new Map<string, string>();
  for (const { url, operator } of [...NODE_URLS, ...INDEXER_URLS])
    if (operator !== null) operatorByUrl.set(url, operator);
  return operatorByUrl;
}

function isOnVercel(environment: Environment): boolean {
  return environment.VERCEL === "1";
}

/** Vercel's host names. Links use the first one: a preview must link to itself. */
function listPlatformHosts(environment: Environment): string[] {
  if (!isOnVercel(environment)) return [];
  const { VERCEL_ENV, VERCEL_URL, VERCEL_BRANCH_URL, VERCEL_PROJECT_PRODUCTION_URL } = environment;
  const candidateHosts =
    VERCEL_ENV === "production"
      ? [VERCEL_PROJECT_PRODUCTION_URL, VERCEL_URL]
      : [VERCEL_URL, VERCEL_BRANCH_URL];
  return candidateHosts
    .filter((name) => name !== undefined)
    .filter((name) => parseOrigin(`https://${name}`) === `https://${name}`);
}

let cachedConfig: Config | undefined;

export function config(): Config {
  cachedConfig ??= parseConfig(process.env);
  return cachedConfig;
}

/** Must run before Next and React are loaded, because they read NODE_ENV then. */
export function setProductionEnvironment(): void {
  Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
}

export function childEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
}
