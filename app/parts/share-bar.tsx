import type { BarPart } from "@/lib/render/blocks.ts";
import { Worth } from "./worth.tsx";

export function ShareBar({ parts }: { readonly parts: readonly BarPart[] }) {
  const startShares = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { share }) => sum + share, 0),
  );
  return (
    <div className="shares">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ label, share }, index) => (
          <rect
            key={label}
            data-part={index}
            x={(startShares[index] ?? 0) * 1000}
            width={share * 1000}
            height="10"
          />
        ))}
      </svg>
      <dl>
        {parts.map(({ label, text, worth }, index) => (
          <div key={label} data-part={index}>
            <dt>{label}</dt>
            <dd>
              {text} <Worth text={worth} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
