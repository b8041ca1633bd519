export interface Layer {
  readonly id: string;
  readonly name: React.ReactNode;
  /** The figure, with its unit. */
  readonly value: React.ReactNode;
  /** Who receives it, in basis points, in dollars. */
  readonly detail?: React.ReactNode;
  /** Part of the whole from 0 to 1, drawn as a bar; null where it is not known, and no bar is drawn. */
  readonly share?: number | null;
  /** The sum line. */
  readonly total?: boolean;
}

/** Layers of cost in the order in which they are taken. The bars repeat the figures and are hidden from those who hear them. */
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
