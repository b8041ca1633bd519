// biome-ignore-all lint/a11y/noRedundantRoles: laid out as cards, tables lose their roles
import { paymentHeads, type Row } from "@/lib/site/live/track/swap-summary.ts";
import { trackWords } from "@/lib/site/live/track/words.ts";
import { drawCell } from "../parts/data-table.tsx";

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
