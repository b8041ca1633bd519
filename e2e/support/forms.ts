// Where the specs over HTTP ask: `npm start` with the sample, or the deployment that BASE_URL names.
import { test } from "@playwright/test";
import { childEnvironment, config } from "../../lib/config.ts";
import { findResource, type ResourcePath } from "../../lib/site/registry/resources.ts";

type Fields = Readonly<Record<string, string | undefined>>;

/** The origin of a deployment. Null: the specs start the servers that they need. */
export const deployment = childEnvironment().BASE_URL || null;

/** Whether our own server answers. A platform names itself, and answers a few requests by itself. */
export const isOwnServer = deployment === null;

/** Whether a foreign Host reaches the server that is asked. What ends TLS reads it before. */
export const isDirect = deployment === null || deployment.startsWith("http:");

/** Leaves out the specs of this file or group, or this one, on a deployment. */
export function skipOnDeployment(why: string): void {
  test.skip(deployment !== null, `BASE_URL: ${why}`);
}

/** Leaves them out where NETWORK says that the deployment shows a live network. */
export function skipOffSample(): void {
  test.skip(config().network !== "sample", "NETWORK: It asks for what only the sample has.");
}

/** The website and the swap site. Two names of one loopback server, or the two hosts of a deployment. */
export function hostOrigins(baseURL: string | undefined): {
  readonly site: string;
  readonly swap: string;
} {
  if (deployment !== null) return { site: deployment, swap: config().swapUrl };
  const { port } = new URL(String(baseURL));
  return { site: `http://localhost:${port}`, swap: `http://127.0.0.1:${port}` };
}

/** Whether a resource is there with these settings. */
export function isPublished(path: ResourcePath): boolean {
  return findResource(path).needs === undefined || config().contactEmail !== null;
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
