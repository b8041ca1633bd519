import { formatInstant } from "@/lib/protocol/values/figure-text.ts";

export function Instant({ at }: { at: string }) {
  return (
    <time className="instant" dateTime={at}>
      {formatInstant(Date.parse(at))}
    </time>
  );
}
