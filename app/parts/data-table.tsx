export interface Column {
  readonly label: string;
  /** Figures: set to the end and in the mono face. */
  readonly number?: boolean;
}

/**
 * A table that scrolls in its own box, by keyboard too, and keeps its first column in sight: the first cell of each row
 * is its heading. `caption` names it; it is shown unless `quiet`. Row keys are the rows' own `id`s.
 */
export function DataTable(props: {
  caption: string;
  quiet?: boolean;
  columns: readonly Column[];
  rows: readonly { readonly id: string; readonly cells: readonly React.ReactNode[] }[];
}) {
  const { caption, quiet = false, columns, rows } = props;
  return (
    <TableFrame label={caption}>
      <table>
        <caption className={quiet ? "unseen" : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, number }) => (
              <th key={label} scope="col" className={number ? "number" : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {columns.map(({ label, number }, index) =>
                index === 0 ? (
                  <th key={label} scope="row">
                    {cells[index]}
                  </th>
                ) : (
                  <td key={label} className={number ? "number" : undefined}>
                    {cells[index]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** The box in which a wide table scrolls. */
export function TableFrame({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className="table" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
