export interface Layer {
  readonly id: string;
  readonly name: React.ReactNode;
  /** The figure, with its unit. */
  readonly value: React.ReactNode;
  /** The recipient, the basis points and the dollars. */
  readonly detail?: React.ReactNode;
  /** Share from 0 to 1, drawn as a bar. Null draws no bar. */
  readonly share?: number | null;
  /** The sum line. */
  readonly total?: boolean;
}

/** Costs in the order in which they are taken. The bars only repeat the figures, so they are hidden from screen readers. */
export function Layers({ layers }: { layers: readonly Layer[] }) {
  return (
    <ol className="layers">
      {layers.map(({ id, name, value, detail, share = null, total = false }) => (
        <li key={id} {...(total && { className: "total" })}>
          <span className="name">{name}</span>
          <span className="value">{value}</span>
          {detail && <span className="detail">{detail}</span>}
          {share !== null && (
            <svg viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(2, Math.min(1, share) * 1000)} height="6" />
            </svg>
          )}
        </li>
      ))}
    </ol>
  );
}
