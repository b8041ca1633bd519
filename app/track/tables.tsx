// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table that is laid out otherwise; so they are written out
import { type Cell, feeHeads, paymentHeads, type Row } from "@/lib/site/live/track/rows.ts";
import type { SwapView } from "@/lib/site/live/track/view.ts";
import { trackWords } from "@/lib/site/live/track/words.ts";
import { DataTable } from "../parts/data-table.tsx";
import { Sentence } from "../parts/sentence.tsx";

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
                {cell.text && <span>{showCell(cell)}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Where the deposit may be looked up while its chain is not known. */
export function Lookups({ lookups }: Pick<SwapView, "lookups">) {
  if (lookups.length === 0) return null;
  return (
    <>
      <p>{trackWords.lookup}</p>
      <ul>
        {lookups.map(({ chain, name, href }) => (
          <li key={href}>
            {`${chain}: `}
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Fees({ rows }: { rows: readonly Row[] }) {
  return <DataTable label={trackWords.fees} heads={feeHeads} rows={rows} show={showCell} />;
}

export function Details({ rows }: { rows: SwapView["details"] }) {
  const named = rows.map(([label, value]) => ({ id: label, cells: [{ text: label }, value] }));
  return <DataTable label={trackWords.details} heads={["Fact", "Value"]} rows={named} show={showCell} />;
}

/** Data is code, followed by the explorer in brackets, as in the Markdown. */
function showCell({ text, code, link }: Cell) {
  const shown = code ? <code>{text}</code> : <Sentence text={text} />;
  if (!link) return shown;
  return (
    <>
      {shown} (
      <a href={link.href} rel="nofollow">
        {link.name}
      </a>
      )
    </>
  );
}
