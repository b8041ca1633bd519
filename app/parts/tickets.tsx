// biome-ignore-all lint/a11y/noRedundantRoles: laid out as cards, tables lose their roles
import type { Table } from "@/lib/render/blocks.ts";
import { drawCell } from "./data-table.tsx";

export function Tickets({ table: { label, heads, rows } }: { readonly table: Table }) {
  return (
    <table className="tickets" role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {heads.map((head) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ id, cells: [nameCell, ...valueCells] }) => (
          <tr key={id} role="row">
            <th scope="row" role="rowheader">
              {nameCell?.text}
            </th>
            {valueCells.map((cell, index) => (
              <td key={heads[index + 1]} role="cell" data-label={heads[index + 1]}>
                {cell.text && <span>{drawCell(cell)}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
