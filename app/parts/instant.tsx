import { formatInstant } from "@/lib/protocol/values/figure-text.ts";

/** A time with its zone. `at` is ISO 8601 in UTC. */
export function Instant({ at }: { at: string }) {
  return (
    <time className="instant" dateTime={at}>
      {formatInstant(Date.parse(at))}
    </time>
  );
}
