import { link } from "@/lib/markdown/nodes.ts";
import type { Cell, Table } from "@/lib/render/blocks.ts";
import { drawLine } from "./line.tsx";
import { Sentence } from "./sentence.tsx";
import { TableFrame } from "./table-frame.tsx";

interface DataTableProps extends Table {
  /** Accessible name of the `<table>`. `label` names the scrolling element around the table. */
  readonly name?: string | undefined;
  readonly day?: string | undefined;
  readonly isCards?: boolean;
}

const cardRoles = {
  ...{ table: "table", group: "rowgroup", row: "row" },
  ...{ head: "columnheader", name: "rowheader", cell: "cell" },
} as const;

const numericHeads = new Set(["Pool depth", "Outbound fee", "Dust threshold", "Block time"]);
const columnClass = (head = "") => (numericHeads.has(head) ? "number" : undefined);

export function DataTable({ label, name, heads, rows, day, isCards = false }: DataTableProps) {
  // Laid out as cards, the parts of a table lose their roles.
  const roles: Partial<typeof cardRoles> = isCards ? cardRoles : {};
  return (
    <TableFrame label={label} className={isCards ? "cards" : undefined}>
      <table aria-label={name} role={roles.table}>
        <thead role={roles.group}>
          <tr role={roles.row}>
            {heads.map((head) => (
              <th key={head} scope="col" role={roles.head} className={columnClass(head)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={roles.group}>
          {rows.map(({ id, anchor, path, cells: [nameCell, ...valueCells] }) => (
            <tr key={id} id={anchor} role={roles.row}>
              <th scope="row" role={roles.name}>
                {path ? drawLine(link(nameCell?.text ?? "", path)) : nameCell?.text}
              </th>
              {valueCells.map((cell, index) => (
                <td
                  key={heads[index + 1]}
                  role={roles.cell}
                  data-label={isCards ? heads[index + 1] : undefined}
                  className={columnClass(heads[index + 1])}
                  data-state={cell.state}
                >
                  {drawCell(cell, day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

export function drawCell({ text, code, link }: Cell, day?: string) {
  return (
    <>
      {code ? <code>{text}</code> : <Sentence text={text} day={day} />}
      {link && (
        <>
          {" ("}
          <a href={link.href} rel="nofollow">
            {link.name}
          </a>
          )
        </>
      )}
    </>
  );
}
