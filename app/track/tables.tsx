// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table that is laid out otherwise; so they are written out
import { type Cell, feeHeads, paymentHeads, type Row } from "@/lib/site/live/track/rows.ts";
import type { SwapView } from "@/lib/site/live/track/view.ts";
import { trackWords } from "@/lib/site/live/track/words.ts";
import { Grouped } from "../parts/figure.tsx";
import { TableFrame } from "../parts/table-frame.tsx";

/** Payments as tickets. The roles are those that browsers drop when a table is laid out otherwise. */
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
                <Value cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Fees({ rows }: { rows: readonly Row[] }) {
  return <Plain caption={trackWords.fees} heads={feeHeads} rows={rows} />;
}

export function Details({ rows }: { rows: SwapView["details"] }) {
  const named = rows.map(([label, value]) => ({ id: label, cells: [{ text: label }, value] }));
  return <Plain caption={trackWords.details} heads={["Fact", "Value"]} rows={named} />;
}

function Plain({ caption, heads, rows }: { caption: string; heads: readonly string[]; rows: readonly Row[] }) {
  return (
    <TableFrame label={caption}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells: [name, ...rest] }) => (
            <tr key={id}>
              <th scope="row">{name?.text}</th>
              {rest.map((cell, index) => (
                <td key={heads[index + 1]}>
                  <Value cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** A cell as the Markdown has it: data in code, then the explorer in brackets. */
function Value({ cell: { text, code, link } }: { cell: Cell }) {
  const shown = code ? <code>{text}</code> : <Grouped text={text} />;
  if (!link) return shown;
  return (
    <>
      {shown} (<a href={link.href}>{link.name}</a>)
    </>
  );
}
