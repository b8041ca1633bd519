// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table that is laid out otherwise; so they are written out
import { paymentHeads, type Row } from "@/lib/site/live/track/swap-summary.ts";
import { trackWords } from "@/lib/site/live/track/words.ts";
import { drawCell } from "../parts/data-table.tsx";

/** Each payment is laid out as a card, for which browsers drop the roles of a table. */
export function Payments({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="tickets" role="table" aria-label={trackWords.payments}>
      <thead role="rowgroup">
        <tr role="row">
          {paymentHeads.map((head) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ id, cells: [what, ...rest] }) => (
          <tr key={id} role="row">
            <th scope="row" role="rowheader">
              {what?.text}
            </th>
            {rest.map((cell, index) => (
              <td key={paymentHeads[index + 1]} role="cell" data-label={paymentHeads[index + 1]}>
                {cell.text && <span>{drawCell(cell)}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
