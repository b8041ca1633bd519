import type { StatusTable } from "@/lib/site/live/status/tables.ts";
import { Sentence } from "./sentence.tsx";
import { TableFrame } from "./table-frame.tsx";

interface DataCell {
  readonly text: string;
  /** Shown as a shape before the text. */
  readonly state?: string | undefined;
}

interface DataTableProps<Cell extends DataCell> {
  /** Name of the box in which the table scrolls. */
  readonly label: string;
  /** Name of the table itself. */
  readonly name?: string;
  readonly heads: readonly string[];
  /** The first cell of a row is its name. */
  readonly rows: readonly {
    readonly id: string;
    readonly anchor?: string;
    readonly path?: string | null;
    readonly cells: readonly Cell[];
  }[];
  readonly show: (cell: Cell) => React.ReactNode;
  /** The names of rows lead to their paths. */
  readonly isLinked?: boolean;
}

const numberHeads = new Set([
  "Pool depth",
  "Outbound fee",
  "Smallest amount",
  "Dust threshold",
  "Block time",
  "At block",
  "Block",
  "Behind by",
]);
const classOf = (head = "") => (numberHeads.has(head) ? "number" : undefined);

/** A table in a box that scrolls. Columns of figures are set to the right. */
export function DataTable<Cell extends DataCell>({ label, name, heads, rows, show, isLinked }: DataTableProps<Cell>) {
  return (
    <TableFrame label={label}>
      <table aria-label={name}>
        <thead>
          <tr>
            {heads.map((head) =>
              head === "" ? (
                <td key={head} />
              ) : (
                <th key={head} scope="col" className={classOf(head)}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, anchor, path, cells: [first, ...others] }) => (
            <tr key={id} id={anchor}>
              <th scope="row">{isLinked && path ? <a href={path}>{first?.text}</a> : first?.text}</th>
              {others.map((cell, index) => (
                <td key={heads[index + 1]} className={classOf(heads[index + 1])} data-state={cell.state || undefined}>
                  {show(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** A table of a status, in which a state is a shape before its word. */
export function Table({ table, day = "" }: { table: StatusTable; day?: string }) {
  const show = ({ text, code }: StatusTable["rows"][number]["cells"][number]) =>
    code ? <code>{text}</code> : <Sentence text={text} day={day} />;
  return <DataTable {...table} name={table.label} show={show} isLinked />;
}
