import type { ReactNode } from "react";
import type { AnswerView } from "@/lib/site/live/quote/answer.ts";
import type { CostsView } from "@/lib/site/live/quote/tables.ts";
import {
  QUOTED_NOTES,
  quoteSections,
  sentLabels,
  type TableView,
} from "@/lib/site/live/quote/view.ts";
import { Code } from "../parts/code.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { Quoted } from "../parts/note.tsx";
import { Sentence, Sentences } from "../parts/sentence.tsx";
import { ShareBar } from "../parts/share-bar.tsx";

type Section = keyof typeof quoteSections;

export function QuoteDetails({ answer }: { answer: AnswerView }) {
  const { costs, comparison, deposit, details } = answer;
  return (
    <>
      {costs && <Costs costs={costs} />}
      {comparison && <Comparison comparison={comparison} />}
      {deposit && !deposit.isAsked && <Deposit deposit={deposit} hasForm />}
      {details.length > 0 && (
        <Part section="details">
          {details.map((table) => (
            <Details key={table.name} table={table} />
          ))}
        </Part>
      )}
    </>
  );
}

function Costs({
  costs: { parts, notes, table },
}: {
  costs: Omit<CostsView, "table"> & Partial<CostsView>;
}) {
  return (
    <Part section="costs">
      {parts.length > 0 && <ShareBar parts={parts} />}
      <Sentences sentences={notes} />
      {table && <Details table={table} />}
    </Part>
  );
}

interface DepositProps {
  readonly deposit: Exclude<AnswerView["deposit"], null>;
  readonly button?: ReactNode;
  readonly hasForm?: boolean;
}

export function Deposit({ deposit, button, hasForm }: DepositProps) {
  const { missing, notes, steps, memo, address, router, quoted } = deposit;
  return (
    <Part section="deposit">
      {missing && hasForm ? (
        <p>
          {/* The browser opens the closed part of the form around the field. */}
          <a href={`#${missing}`}>{notes}</a>
        </p>
      ) : (
        <Sentences sentences={notes} />
      )}
      {steps.length > 0 && (
        <ul>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      )}
      {memo !== null && <Sent label={sentLabels.memo} text={memo} button={button} />}
      {router !== null && <Sent label={sentLabels.router} text={router} button={button} />}
      {address !== null && (
        <Sent
          label={router === null ? sentLabels.address : sentLabels.vault}
          text={address}
          button={button}
        />
      )}
      {quoted !== null && (
        <>
          <p>{QUOTED_NOTES}</p>
          <Quoted text={quoted} />
        </>
      )}
    </Part>
  );
}

function Part({ section, children }: { section: Section; children: ReactNode }) {
  return (
    <section className="quote-part" aria-labelledby={section}>
      <h2 id={section}>{quoteSections[section]}</h2>
      {children}
    </section>
  );
}

function Details({ table: { name, head, rows } }: { table: TableView }) {
  return (
    <details>
      <summary>
        <h3>{name}</h3>
      </summary>
      <DataTable
        label={name}
        heads={head}
        rows={rows.map((cells) => ({
          id: cells.join(" "),
          cells: cells.map((text) => ({ text })),
        }))}
      />
    </details>
  );
}

function Comparison({
  comparison: { text, link },
}: {
  comparison: NonNullable<AnswerView["comparison"]>;
}) {
  return (
    <Part section="comparison">
      <p>
        <Sentence text={text} />{" "}
        <a href={link.href} rel="nofollow">
          {link.label}
        </a>
      </p>
    </Part>
  );
}

/** Hidden when the quote expires: a later deposit can be lost. */
function Sent({ label, text, button }: { label: string; text: string; button: ReactNode }) {
  return (
    <div className="quote-sent" data-until-expiry="">
      <p>{`${label}:`}</p>
      <Code label={label} language="text" button={button}>
        {text}
      </Code>
    </div>
  );
}
