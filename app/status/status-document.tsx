import type { HistoryView } from "@/lib/site/live/status/history.ts";
import { type StatusTable, statusTables } from "@/lib/site/live/status/tables.ts";
import type { StatusView } from "@/lib/site/live/status/view.ts";
import { formatBlock, statusWords } from "@/lib/site/live/status/words.ts";
import { DataTable } from "../parts/data-table.tsx";
import { Note } from "../parts/note.tsx";
import { Pointer } from "../parts/pointer.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { Signboard } from "../parts/signboard.tsx";

/** The content of the page. It says the same as the Markdown. */
export function StatusDocument({ view, history }: { view: StatusView; history: HistoryView }) {
  const tables = statusTables(view, history);
  return (
    <>
      <header>
        <h1>Network status</h1>
        <Pointer />
        <Signboard state={view.state} verdict={view.verdict} sample={view.sample}>
          <p>{view.advice}</p>
          <p>
            <Sentence text={formatBlock(view)} />
          </p>
          <p>
            {view.sources} {statusWords.snapshot}
          </p>
        </Signboard>
      </header>
      <section className="matrix">
        <h2>{statusWords.chains}</h2>
        <Table table={tables.chains} />
        <p className="quiet">{statusWords.questions}</p>
      </section>
      {view.notes.length > 0 && <Notes notes={view.notes} />}
      {view.scheduled.length > 0 && (
        <section>
          <h2>{statusWords.scheduled}</h2>
          <Table table={tables.scheduled} />
          <p>{view.scheduledMeans}</p>
        </section>
      )}
      <section>
        <h2>{statusWords.providers}</h2>
        {view.providers.length > 0 && <Table table={tables.providers} />}
        <p className="quiet">{statusWords.providersMean}</p>
      </section>
      <section className="history">
        <h2>{statusWords.history}</h2>
        <p>{history.lead}</p>
        <p>{history.memory}</p>
        {history.rows.length > 0 && <Table table={tables.history} />}
        {history.older > 0 && <p>{statusWords.older(history.older)}</p>}
        <p>
          <a href={statusWords.feedPath}>{statusWords.feed}</a>
        </p>
      </section>
    </>
  );
}

function Table({ table }: { table: StatusTable }) {
  const show = ({ text, code }: StatusTable["rows"][number]["cells"][number]) =>
    code ? <code>{text}</code> : <Sentence text={text} />;
  return <DataTable {...table} name={table.label} show={show} />;
}

function Notes({ notes }: Pick<StatusView, "notes">) {
  return (
    <section>
      <h2>{statusWords.notes}</h2>
      {notes.map(({ title, state, grounds, text }) => (
        <Note key={title} state={state}>
          <h3>{title}</h3>
          <p>{text}</p>
          {grounds.length > 0 && (
            <ul>
              {grounds.map(({ name, words: how }) => (
                <li key={name}>
                  <code>{name}</code>: {how}
                </li>
              ))}
            </ul>
          )}
        </Note>
      ))}
    </section>
  );
}
