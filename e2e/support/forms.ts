// The server that the specs over HTTP test: the shared server, or the deployment at BASE_URL.
import { test } from "@playwright/test";
import { childEnvironment, config, parseConfig } from "../../lib/config.ts";
import {
  findResource,
  isResourcePath,
  type ResourcePath,
} from "../../lib/site/registry/resources.ts";
import { sharedSettings } from "./start-process.ts";

type Fields = Readonly<Record<string, string | undefined>>;

/** The origin of the tested deployment. Null if the specs start their servers. */
export const deployment = childEnvironment().BASE_URL || null;

/** Whether `npm start` answers. Else a platform adds headers and answers a few requests itself. */
export const isOwnServer = deployment === null;

/** Whether a forged Host reaches the server. With https, a proxy reads the Host before. */
export const isDirect = deployment === null || deployment.startsWith("http:");

/** Settings of the tested server. For a deployment, the variables of this process state them. */
export const settings = isOwnServer ? parseConfig(sharedSettings()) : config();

/** The origins of the website and of the swap site, which may be equal. */
export const { siteUrl: site, swapUrl: swap } = isOwnServer
  ? settings
  : { siteUrl: deployment as string, swapUrl: settings.swapUrl };

export interface Sites {
  readonly site: string;
  readonly swap: string;
}

export const sitesOf = (origin: string): Sites =>
  isOwnServer
    ? { site: origin, swap: origin.replace("//localhost:", "//127.0.0.1:") }
    : { site, swap };

function isOfSwap(address: string): boolean {
  const { pathname } = new URL(address, site);
  const path = isResourcePath(pathname) ? pathname : `/${pathname.split("/")[1]}`;
  if (!isResourcePath(path)) return false;
  const { site: owner, onBoth } = findResource(path);
  return owner === "swap" && onBoth !== true;
}

export const originOf = (address: string, sites: Sites = { site, swap }) =>
  isOfSwap(address) ? sites.swap : sites.site;

export const urlOf = (address: string, sites?: Sites) =>
  /^\w+:/.test(address) ? address : originOf(address, sites) + address;

/** Skips the specs of this file or group, or the current spec, on a deployment. */
export function skipOnDeployment(why: string): void {
  test.skip(deployment !== null, `BASE_URL: ${why}`);
}

/** Skips specs that need the sample network, if a deployment shows another network. */
export function skipOffSample(): void {
  const isLive = deployment !== null && settings.network !== "sample";
  test.skip(isLive, "NETWORK: It asks for what only the sample has.");
}

export function isPublished(path: ResourcePath): boolean {
  const { needs } = findResource(path);
  return needs === undefined || settings[needs] !== null;
}

/** Sends again if a deployment refuses with 429, after the time in its `Retry-After`. */
export async function untilAllowed<Answer>(
  send: () => Promise<Answer>,
  refusalOf: (answer: Answer) => {
    readonly status: number;
    readonly retryAfter: string | undefined;
  },
): Promise<Answer> {
  for (;;) {
    const answer = await send();
    const { status, retryAfter } = refusalOf(answer);
    if (deployment === null || status !== 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, Number(retryAfter ?? 1) * 1_000));
  }
}

/** Removes the headers of Next's router from `Vary`: Next adds them to every answer. */
export const withoutRouter = (vary: string) =>
  vary
    .split(/\s*,\s*/)
    .filter((name) => !/^(?:rsc|next-.*)$/.test(name))
    .join(", ");

/** The headers without what Next adds to `Vary` and to `Cache-Control: no-store`. */
export function ownFields({ vary = "", ...fields }: Fields): Fields {
  const shown = withoutRouter(vary);
  const isLong =
    fields["cache-control"] === "private, no-cache, no-store, max-age=0, must-revalidate";
  return {
    ...fields,
    ...(shown && { vary: shown }),
    ...(isLong && { "cache-control": "no-store" }),
  };
}
