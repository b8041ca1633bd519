import type { ReactNode } from "react";
import { type AnswerView, type LayersView, quoteSections, type TableView } from "@/lib/site/live/quote/view.ts";
import { Code } from "../parts/code.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { Layers } from "../parts/layers.tsx";
import { LinkList } from "../parts/link-list.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { Amount } from "./amount.tsx";
import { Sentences } from "./sentences.tsx";

type Section = keyof typeof quoteSections;

/** Every figure of the quote, and the texts to copy. */
export function QuoteDetails({ answer }: { answer: AnswerView }) {
  const { costs, time, ways, limits, deposit, permalink } = answer;
  const hasWays = ways.notes.length > 0 || ways.choices.length > 0;
  return (
    <>
      {deposit?.isAsked && <Deposit deposit={deposit} />}
      <div className="quote-parts">
        {costs && <LayersPart section="costs" layers={costs} hasTotal />}
        {time && <LayersPart section="time" layers={time} hasTotal />}
        {hasWays && (
          <Part section="ways">
            <Sentences sentences={ways.notes} />
            {ways.table && <Ways table={ways.table} />}
            {ways.choices.length > 0 && <LinkList className="quote-links" links={ways.choices} />}
          </Part>
        )}
        {limits && <LayersPart section="limits" layers={limits} />}
      </div>
      {deposit && !deposit.isAsked && <Deposit deposit={deposit} />}
      <Part section="link">
        <Code label={quoteSections.link} language="text">
          {permalink}
        </Code>
      </Part>
    </>
  );
}

function Deposit({ deposit: { notes, memo, address, router } }: { deposit: Exclude<AnswerView["deposit"], null> }) {
  return (
    <Part section="deposit">
      <Sentences sentences={notes} />
      {memo !== null && <Sent label="Memo:" text={memo} />}
      {address !== null && <Sent label="Inbound address:" text={address} />}
      {router !== null && <Sent label="Router:" text={router} />}
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

function LayersPart(props: { section: Section; layers: LayersView; hasTotal?: boolean }) {
  const { section, layers, hasTotal = false } = props;
  const { rows, shares, notes } = layers;
  return (
    <Part section={section}>
      <Layers
        layers={rows.map(([name = "", value = "", ...details], index) => ({
          id: String(index),
          name,
          value: <Amount text={value} />,
          detail: <Detail parts={details} />,
          share: shares[index] ?? null,
          total: hasTotal && index === rows.length - 1,
        }))}
      />
      <Sentences sentences={notes} />
    </Part>
  );
}

/** The value and the share of a row, if it has them, and its explanation. */
function Detail({ parts }: { parts: readonly string[] }) {
  const [worth = "", part, what] = parts;
  if (part === undefined) return worth;
  return (
    <>
      <b>
        <Sentence text={worth} />
      </b>
      , <b>{part}</b>. <span>{what}</span>
    </>
  );
}

function Ways({ table: { head, rows } }: { table: TableView }) {
  return (
    <DataTable
      label={quoteSections.ways}
      heads={head}
      rows={rows.map((cells) => ({ id: cells[0] ?? "", cells: cells.map((text) => ({ text })) }))}
      show={Sentence}
    />
  );
}

/** Hidden when the quote expires, since a deposit after that can be lost. */
function Sent({ label, text }: { label: string; text: string }) {
  return (
    <div className="quote-sent" data-until-expiry="">
      <p>{label}</p>
      <Code label={label.replace(/:$/, "")} language="text">
        {text}
      </Code>
    </div>
  );
}
