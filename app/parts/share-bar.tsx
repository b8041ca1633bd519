import { Worth } from "./worth.tsx";

export interface Share {
  readonly id: string;
  readonly name: string;
  /** The figure, with its unit. */
  readonly value: React.ReactNode;
  readonly note?: string | null;
  /** From 0 to 1. All shares add up to 1. What is paid beside the others is hatched. */
  readonly share: number;
  readonly isHatched?: boolean;
}

/** A whole as one bar of its parts, with each part's name and figure below. The bar only repeats them, so it is hidden from screen readers. */
export function ShareBar({ shares }: { shares: readonly Share[] }) {
  const starts = shares.map((_, index) => shares.slice(0, index).reduce((sum, { share }) => sum + share, 0));
  return (
    <div className="shares">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        {shares.map(({ id, share, isHatched }, index) => {
          const start = (starts[index] ?? 0) * 1000;
          return isHatched ? (
            <path
              key={id}
              d={`M${start} 5h${share * 1000}`}
              stroke="var(--soft)"
              strokeWidth="40"
              strokeDasharray="3 4"
              vectorEffect="non-scaling-stroke"
            />
          ) : (
            <rect key={id} data-part={index} x={start} width={share * 1000} height="10" />
          );
        })}
      </svg>
      <dl>
        {shares.map(({ id, name, value, note, isHatched }, index) => (
          <div key={id} data-part={isHatched ? 4 : index}>
            <dt>{name}</dt>
            <dd>
              {value} <Worth text={note} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
