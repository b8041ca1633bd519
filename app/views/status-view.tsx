// get_network_status: the sign, the chains, what is scheduled, and ninety days.
import { useState } from "react";
import type { PartialStatus } from "@/lib/mcp/tools/get-network-status.ts";
import { HISTORY_KEY } from "@/lib/mcp/views/views.ts";
import { signSentence } from "@/lib/protocol/model/network-status.ts";
import { FRESH_MS } from "@/lib/protocol/safety/freshness.ts";
import { formatSpan } from "@/lib/protocol/values/figure-text.ts";
import { historyWords } from "@/lib/site/live/status/history-tables.ts";
import { statusTables } from "@/lib/site/live/status/tables.ts";
import { blockAgeMs } from "@/lib/site/live/status/watch-clock.ts";
import { readText, statusWords } from "@/lib/site/live/status/words.ts";
import { presetOf, servedMsOf, type ViewAnswer } from "@/lib/site/live/views/envelope.ts";
import { readHistory } from "@/lib/site/live/views/history.ts";
import { answeredStatus, isWholeStatus } from "@/lib/site/live/views/status.ts";
import { DataTable } from "../parts/data-table.tsx";
import { Note } from "../parts/note.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { SignText } from "../parts/sign-text.tsx";
import { Signboard } from "../parts/signboard.tsx";
import { HistoryBars } from "../status/status-history.tsx";
import { Actions, Refused, type Shown } from "./view-parts.tsx";

/** Ninety days, which are asked for when the reader opens them. */
function History({ shown }: { shown: Shown }) {
  const { answer, meta, call } = shown;
  const [asked, setAsked] = useState<unknown>(null);
  const [hasFailed, setFailed] = useState(false);
  const history = readHistory(meta[HISTORY_KEY] ?? asked, presetOf(answer));
  const read = () => {
    if (history || !call) return;
    setFailed(false);
    call({ fields: ["state"] }).then(
      (told) => {
        setAsked(told.meta[HISTORY_KEY]);
        setFailed(told.meta[HISTORY_KEY] === undefined);
      },
      () => setFailed(true),
    );
  };
  if (!call) return null;
  return (
    <details className="disclosure history" onToggle={(event) => event.currentTarget.open && read()}>
      <summary>
        <h2>{historyWords.title}</h2>
      </summary>
      {history ? (
        <HistoryBars history={history} />
      ) : (
        <p role="status">
          {hasFailed ? "It could not be read here. The page in the browser has it." : "Asking the network."}
        </p>
      )}
    </details>
  );
}

export function StatusView(shown: Shown) {
  const answer = shown.answer as ViewAnswer & PartialStatus;
  const { readMs, nowMs, links } = shown;
  const named = [...(answer.chains ?? []), ...(answer.unchecked_chains ?? [])];
  if (!isWholeStatus(answer)) return <Partly shown={shown} />;
  // An outage names its chains. A question that was not understood names none.
  if (answer.error && named.length === 0)
    return <Refused shown={shown} title="Network status" lead="No answer." page={links.status} />;
  const view = answeredStatus(answer, readMs);
  const { day, sign } = view;
  const { observedMs, agesFromMs } = view.aging;
  // A conversation may be read again days later, so the device's clock counts too.
  const serverMs = agesFromMs === observedMs ? (servedMsOf(answer) ?? observedMs) : agesFromMs;
  const ageMs = blockAgeMs({ observedMs: agesFromMs, serverMs, readMs, isConfirmed: false, nowMs });
  const isStale = ageMs > FRESH_MS;
  const { chains } = statusTables(view);
  return (
    <main className="view status" data-stale={isStale ? "" : undefined}>
      <h1 className="unseen">Network status</h1>
      <header>
        <Signboard
          state={isStale ? "stale" : sign.shape}
          verdict={<span role="status">{isStale ? "Out of date" : <Sentence text={sign.headline} day={day} />}</span>}
          sample={view.sample}
        >
          {isStale ? (
            <p>
              The newest block here is {formatSpan(ageMs / 1000)} old. When it was read: {signSentence(sign)} Do not
              send funds based on it.
            </p>
          ) : (
            <SignText view={view} />
          )}
          {!isStale && view.troubles !== "" && (
            <p className="read">
              <Sentence text={view.troubles} day={day} />
            </p>
          )}
          {!isStale && (
            <p className="read">
              <Sentence text={readText(view)} day={day} />
            </p>
          )}
        </Signboard>
      </header>
      <Actions shown={shown} page={links.status} />
      {view.scheduled.length > 0 && (
        <section>
          <h2>{statusWords.scheduled}</h2>
          <ul>
            {view.scheduled.map((text) => (
              <li key={text}>
                <Sentence text={text} day={day} />
              </li>
            ))}
          </ul>
          <p className="quiet">{view.scheduledMeans}</p>
        </section>
      )}
      {chains.rows.length > 0 && (
        <section className="matrix">
          <h2>{statusWords.chains}</h2>
          <DataTable {...chains} name={chains.label} show={({ text }) => <Sentence text={text} />} />
          <p className="quiet">{statusWords.questions}</p>
        </section>
      )}
      <History shown={shown} />
    </main>
  );
}

/** The call asked for some facts only. */
function Partly({ shown }: { shown: Shown }) {
  const { answer, links, ask } = shown;
  return (
    <main className="view status">
      <h1 className="unseen">Network status</h1>
      <Note>
        <p>
          <Sentence text={answer.advice} />
        </p>
        <p>This answer holds only some facts, so there is no sign.</p>
      </Note>
      <Actions shown={{ ...shown, ask: ask && (() => ask({})) }} page={links.status} />
    </main>
  );
}
