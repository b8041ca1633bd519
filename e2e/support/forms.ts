// Where the specs over HTTP ask: `npm start` with the sample, or the deployment that BASE_URL names.
import { test } from "@playwright/test";
import { childEnvironment } from "../../lib/config.ts";

type Fields = Readonly<Record<string, string | undefined>>;

/** The origin of a deployment. Null: the specs start the servers that they need. */
export const deployment = childEnvironment().BASE_URL || null;

/** Leaves out the specs of this file or group, or this one, on a deployment. */
export function skipOnDeployment(why: string): void {
  test.skip(deployment !== null, `BASE_URL: ${why}`);
}

/** Without the headers of Next's router, which it names in answers that do not depend on them. */
export function withoutRouter(vary: string): string {
  const names = vary.split(",").map((name) => name.trim());
  return names.filter((name) => !/^(?:rsc|next-.*)$/.test(name)).join(", ");
}

/** What a client may rely on: without the names of Next's router in `Vary`, and `no-store` without what Next adds to it. */
export function ownFields({ vary = "", ...fields }: Fields): Fields {
  const shown = withoutRouter(vary);
  const isLong = fields["cache-control"] === "private, no-cache, no-store, max-age=0, must-revalidate";
  return { ...fields, ...(shown && { vary: shown }), ...(isLong && { "cache-control": "no-store" }) };
}
