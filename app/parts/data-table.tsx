import type { Cell, Table } from "@/lib/render/blocks.ts";
import { Sentence } from "./sentence.tsx";
import { TableFrame } from "./table-frame.tsx";

interface DataTableProps extends Table {
  /** Name of the table. `label` is the name of its box. */
  readonly name?: string | undefined;
  readonly isLinked?: boolean;
  readonly day?: string | undefined;
}

const numberHeads = new Set(["Pool depth", "Outbound fee", "Dust threshold", "Block time"]);
const classOf = (head = "") => (numberHeads.has(head) ? "number" : undefined);

export function DataTable({ label, name, heads, rows, isLinked, day }: DataTableProps) {
  return (
    <TableFrame label={label}>
      <table aria-label={name}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={classOf(head)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, anchor, path, cells: [first, ...others] }) => (
            <tr key={id} id={anchor}>
              <th scope="row">
                {isLinked && path ? <a href={path}>{first?.text}</a> : first?.text}
              </th>
              {others.map((cell, index) => (
                <td
                  key={heads[index + 1]}
                  className={classOf(heads[index + 1])}
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

/** Data is code, followed by the explorer in brackets, as in the Markdown. */
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
