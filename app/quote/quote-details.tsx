import type { ReactNode } from "react";
import { type AnswerView, quoteSections, type TableView } from "@/lib/site/live/quote-view.ts";

type Section = keyof typeof quoteSections;

/** Every figure of the quote, and what is copied from it. */
export function QuoteDetails({ answer }: { answer: AnswerView }) {
  const { costs, time, ways, limits, deposit, again, reverse, permalink } = answer;
  return (
    <>
      {costs && <Table section="costs" table={costs} />}
      {time && <Table section="time" table={time} />}
      {(ways.notes.length > 0 || ways.choice) && (
        <Part section="ways">
          <Notes notes={ways.notes} />
          {ways.table && <Rows table={ways.table} />}
          {ways.choice && (
            <p>
              <a href={ways.choice.href}>{ways.choice.label}</a>.
            </p>
          )}
        </Part>
      )}
      {limits && <Table section="limits" table={limits} />}
      {deposit && (
        <Part section="deposit">
          <Notes notes={deposit.notes} />
          {deposit.memo !== null && <Copied label="Memo" text={deposit.memo} />}
          {deposit.address !== null && <Copied label="Inbound address" text={deposit.address} />}
        </Part>
      )}
      <Part section="links">
        <ul>
          <li>
            <a href={again.href}>{again.label}</a>.
          </li>
          <li>
            Other direction: <a href={reverse.href}>{reverse.label}</a>.
          </li>
          <li>
            This quote's address: <a href={permalink.href}>{permalink.label}</a>
          </li>
        </ul>
      </Part>
    </>
  );
}

function Part({ section, children }: { section: Section; children: ReactNode }) {
  return (
    <section aria-labelledby={section}>
      <h2 id={section}>{quoteSections[section]}</h2>
      {children}
    </section>
  );
}

function Table({ section, table }: { section: Section; table: TableView }) {
  return (
    <Part section={section}>
      <Rows table={table} />
      <Notes notes={table.notes} />
    </Part>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => <p key={note}>{note}</p>);
}

function Rows({ table: { head, rows } }: { table: TableView }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section className="scroll" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Gone with the quote's time: what is copied too late is lost. */
function Copied({ label, text }: { label: string; text: string }) {
  return (
    <div data-until-expiry="">
      <p>{label}:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways and must be reachable by keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
