import { link } from "@/lib/markdown/nodes.ts";
import type { Cell, Table } from "@/lib/render/blocks.ts";
import { drawLine } from "./line.tsx";
import { Sentence } from "./sentence.tsx";
import { TableFrame } from "./table-frame.tsx";

interface DataTableProps extends Table {
  /** Accessible name of the `<table>`. `label` names the scrolling element around the table. */
  readonly name?: string | undefined;
  readonly day?: string | undefined;
}

const numericHeads = new Set(["Pool depth", "Outbound fee", "Dust threshold", "Block time"]);
const columnClass = (head = "") => (numericHeads.has(head) ? "number" : undefined);

export function DataTable({ label, name, heads, rows, day }: DataTableProps) {
  return (
    <TableFrame label={label}>
      <table aria-label={name}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={columnClass(head)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, anchor, path, cells: [nameCell, ...valueCells] }) => (
            <tr key={id} id={anchor}>
              <th scope="row">
                {path ? drawLine(link(nameCell?.text ?? "", path)) : nameCell?.text}
              </th>
              {valueCells.map((cell, index) => (
                <td
                  key={heads[index + 1]}
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
