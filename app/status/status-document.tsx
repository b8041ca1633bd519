import type { HistoryView } from "@/lib/site/live/status/history.ts";
import type { HistoryLinks } from "@/lib/site/live/status/history-tables.ts";
import { statusTables } from "@/lib/site/live/status/tables.ts";
import type { StatusView } from "@/lib/site/live/status/view.ts";
import { readText, statusWords } from "@/lib/site/live/status/words.ts";
import { Table } from "../parts/data-table.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { Note } from "../parts/note.tsx";
import { Paragraph, Sentence } from "../parts/sentence.tsx";
import { SignText } from "../parts/sign-text.tsx";
import { Signboard } from "../parts/signboard.tsx";
import { StatusHistory } from "./status-history.tsx";

interface Shown {
  readonly view: StatusView;
  readonly history: HistoryView;
  readonly links?: HistoryLinks;
}

/** The content of the page. It says the same as the Markdown. */
export function StatusDocument({ view, history, links }: Shown) {
  const tables = statusTables(view);
  const { day } = view;
  return (
    <>
      <StatusSign title={view.title} view={view} />
      {view.scheduled.length > 0 && <Scheduled view={view} />}
      <section className="matrix">
        <h2>{tables.chains.label}</h2>
        <Table table={tables.chains} day={day} />
        <p className="quiet">{statusWords.questions}</p>
      </section>
      {(view.notes.length > 0 || view.troubles !== "") && <Notes {...view} />}
      <StatusHistory history={history} {...(links && { links })} />
      <Disclosure title={statusWords.fees}>
        <Table table={tables.fees} />
        <p className="quiet">{statusWords.feesMean}</p>
      </Disclosure>
      <Disclosure title={statusWords.parameters}>
        {view.parameters.length === 0 ? <p>{statusWords.noParameters}</p> : <Table table={tables.parameters} />}
      </Disclosure>
      <Disclosure title={statusWords.providers}>
        {view.providers.length > 0 && <Table table={tables.providers} />}
        <p className="quiet">{statusWords.providersMean}</p>
      </Disclosure>
    </>
  );
}

/** The title, and the sign with its block. */
export function StatusSign({ title, view }: { title: string; view: StatusView }) {
  const { day } = view;
  return (
    <header>
      <h1>{title}</h1>
      {view.unknownArguments.map((text) => (
        <Note key={text} state="halted">
          <p>{text}</p>
        </Note>
      ))}
      <Signboard
        state={view.sign.shape}
        verdict={<Sentence text={view.sign.headline} day={day} />}
        sample={view.sample}
      >
        <SignText view={view} />
        {view.again !== null && <p>{view.again}</p>}
        <p className="read">
          <Sentence text={readText(view)} day={day} />
          <LocalTime />
        </p>
      </Signboard>
    </header>
  );
}

function Scheduled({ view: { scheduled, scheduledMeans, day } }: Pick<Shown, "view">) {
  return (
    <section>
      <h2>{statusWords.scheduled}</h2>
      <ul>
        {scheduled.map((text) => (
          <li key={text}>
            <Sentence text={text} day={day} />
            <LocalTime />
          </li>
        ))}
      </ul>
      <p>{scheduledMeans}</p>
    </section>
  );
}

/** The time before it by the reader's clock, which a script fills in. */
const LocalTime = () => <span className="local" data-markdown-ignore="" />;

function Notes({ notes, troubles, day }: StatusView) {
  return (
    <section>
      <h2>{statusWords.notes}</h2>
      {troubles !== "" && <Paragraph text={troubles} day={day} />}
      {notes.map(({ title, state, text }) => (
        <Note key={title} state={state}>
          <h3>{title}</h3>
          <Paragraph text={text} />
        </Note>
      ))}
    </section>
  );
}
