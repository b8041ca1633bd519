import type { HistoryView } from "@/lib/site/live/status/history.ts";
import type { StatusView } from "@/lib/site/live/status/view.ts";
import { statusWords } from "@/lib/site/live/status/words.ts";
import { Note } from "../parts/note.tsx";
import { Pointer } from "../parts/pointer.tsx";
import { StatusBoard } from "./status-board.tsx";
import { ChainTable, HistoryTable, ProviderTable, ScheduledTable } from "./status-tables.tsx";

/** The whole page but for its head and script: it says what the Markdown says. */
export function StatusDocument({ view, history }: { view: StatusView; history: HistoryView }) {
  return (
    <>
      <header>
        <h1>Network status</h1>
        <Pointer />
        <StatusBoard view={view} />
      </header>
      <section className="matrix">
        <h2>{statusWords.chains}</h2>
        <ChainTable chains={view.chains} />
        <p className="quiet">{statusWords.questions}</p>
      </section>
      {view.notes.length > 0 && <Notes notes={view.notes} />}
      {view.scheduled.length > 0 && (
        <section>
          <h2>{statusWords.scheduled}</h2>
          <ScheduledTable scheduled={view.scheduled} />
          <p>{view.scheduledMeans}</p>
        </section>
      )}
      <section>
        <h2>{statusWords.providers}</h2>
        {view.providers.length > 0 && <ProviderTable providers={view.providers} />}
        <p className="quiet">{statusWords.providersMean}</p>
      </section>
      <section className="history">
        <h2>{statusWords.history}</h2>
        <p>{history.lead}</p>
        <p>{history.memory}</p>
        {history.rows.length > 0 && <HistoryTable rows={history.rows} />}
        {history.older > 0 && <p>{statusWords.older(history.older)}</p>}
        <p>
          <a href={statusWords.feedPath}>{statusWords.feed}</a>
        </p>
      </section>
    </>
  );
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
