import { formatInstant } from "@/lib/say/figures.en.ts";

export function Instant({ at }: { at: string }) {
  return (
    <time className="instant" dateTime={at}>
      {formatInstant(Date.parse(at))}
    </time>
  );
}
