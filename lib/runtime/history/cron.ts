// The platform's call that checks the network once. Only a caller with the platform's secret can make it. Without a secret the address
// does not exist.
import { createHash, timingSafeEqual } from "node:crypto";
import { cacheControl } from "../../http/cache.ts";
import { notFound, unauthorized } from "../../http/problem.ts";

interface CronSetup {
  /** What the platform sends as a bearer token; null where none is configured. */
  readonly secret: string | null;
  /** Reads the network once. */
  readonly check: () => Promise<void>;
}

export async function answerCron(request: Request, { secret, check }: CronSetup): Promise<Response> {
  if (secret === null) return notFound(request);
  const given = request.headers.get("authorization");
  if (given === null || !isSame(given, `Bearer ${secret}`)) return unauthorized(request);
  await check();
  return new Response(null, { status: 204, headers: { "Cache-Control": cacheControl.live } });
}

/** In constant time: digests have one length, whatever was sent. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
