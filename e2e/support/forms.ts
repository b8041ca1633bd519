// Where the specs over HTTP ask: the shared server, or the deployment that BASE_URL names.
import { test } from "@playwright/test";
import { childEnvironment, config, parseConfig } from "../../lib/config.ts";
import {
  findResource,
  isResourcePath,
  type ResourcePath,
} from "../../lib/site/registry/resources.ts";
import { sharedSettings } from "./start-process.ts";

type Fields = Readonly<Record<string, string | undefined>>;

/** The origin of a deployment. Null: the specs start the servers that they need. */
export const deployment = childEnvironment().BASE_URL || null;

/** Whether our own server answers. A platform names itself, and answers a few requests by itself. */
export const isOwnServer = deployment === null;

/** Whether a foreign Host reaches the server that is asked. What ends TLS reads it before. */
export const isDirect = deployment === null || deployment.startsWith("http:");

/** The settings of what is asked. A deployment has those of this environment. */
export const settings = isOwnServer ? parseConfig(sharedSettings()) : config();

/** The origins of the website and of the swap site. One deployment may be both. */
export const { siteUrl: site, swapUrl: swap } = isOwnServer
  ? settings
  : { siteUrl: deployment as string, swapUrl: settings.swapUrl };

export interface Sites {
  readonly site: string;
  readonly swap: string;
}

/** Of a server of ours on this origin: its two sites are two names of loopback. */
export const sitesOf = (origin: string): Sites =>
  isOwnServer
    ? { site: origin, swap: origin.replace("//localhost:", "//127.0.0.1:") }
    : { site, swap };

/** Whether only the swap site has this address. */
function isOfSwap(address: string): boolean {
  const { pathname } = new URL(address, site);
  const path = isResourcePath(pathname) ? pathname : `/${pathname.split("/")[1]}`;
  if (!isResourcePath(path)) return false;
  const { site: owner, onBoth } = findResource(path);
  return owner === "swap" && onBoth !== true;
}

/** The site that has an address. The website, if both have it. */
export const originOf = (address: string, sites: Sites = { site, swap }) =>
  isOfSwap(address) ? sites.swap : sites.site;

/** The whole address of a path. One that is whole stays as it is. */
export const urlOf = (address: string, sites?: Sites) =>
  /^\w+:/.test(address) ? address : originOf(address, sites) + address;

/** Leaves out the specs of this file or group, or this one, on a deployment. */
export function skipOnDeployment(why: string): void {
  test.skip(deployment !== null, `BASE_URL: ${why}`);
}

/** Leaves them out where NETWORK says that a deployment shows a live network. */
export function skipOffSample(): void {
  const isLive = deployment !== null && settings.network !== "sample";
  test.skip(isLive, "NETWORK: It asks for what only the sample has.");
}

/** Whether a resource is there with these settings. */
export function isPublished(path: ResourcePath): boolean {
  return findResource(path).needs === undefined || settings.contactEmail !== null;
}

/** Sends again what a deployment refused because of its limit for one client, after the time that it names. */
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

/** Without the headers of Next's router, which it names in answers that do not depend on them. */
export function withoutRouter(vary: string): string {
  const names = vary.split(",").map((name) => name.trim());
  return names.filter((name) => !/^(?:rsc|next-.*)$/.test(name)).join(", ");
}

/** What a client may rely on: without the names of Next's router in `Vary`, and `no-store` without what Next adds to it. */
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
