// get_network_status: the sign, the chains, what is scheduled, and ninety days.
import { HISTORY_KEY } from "@/lib/mcp/views/views.ts";
import { FRESH_MS } from "@/lib/protocol/safety/freshness.ts";
import { presets } from "@/lib/protocol/values/chains.ts";
import { formatSpan } from "@/lib/protocol/values/figure-text.ts";
import { blockAgeMs } from "@/lib/site/live/status/watch-clock.ts";
import { historyWords, statusWords } from "@/lib/site/live/status/words.ts";
import { readHistory } from "@/lib/site/live/views/history.ts";
import type { PlainViews } from "@/lib/site/live/views/plain.ts";
import { DataTable } from "../parts/data-table.tsx";
import { Paragraph, Sentence, SentenceList } from "../parts/sentence.tsx";
import { SignText } from "../parts/sign-text.tsx";
import { Signboard } from "../parts/signboard.tsx";
import { HistoryBars } from "../status/status-history.tsx";
import { Actions, type Shown } from "./view-parts.tsx";

/** Ninety days, which are asked for when the reader opens them. */
function History({ shown: { answer, meta, hasFailed, ask } }: { shown: Shown }) {
  const history = readHistory(meta[HISTORY_KEY], presets[answer.network]);
  if (!ask) return null;
  return (
    <details className="disclosure history" onToggle={(event) => event.currentTarget.open && history === null && ask()}>
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

export function StatusView(shown: Shown<PlainViews["status"]>) {
  const { view, readMs, nowMs, links } = shown;
  const { chains, day, sign } = view;
  const { observedMs, agesFromMs, readMs: serverMs } = view.aging;
  // A conversation may be read again days later, so the device's clock counts too. What says not to send is as new as its reading.
  const isConfirmed = agesFromMs !== observedMs;
  const ageMs = blockAgeMs({ observedMs: agesFromMs, serverMs, readMs, isConfirmed, nowMs });
  const isStale = ageMs > FRESH_MS;
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
              The newest block here is {formatSpan(ageMs / 1000)} old. When it was read: {sign.sentence} Do not send
              funds based on it.
            </p>
          ) : (
            <SignText view={view} />
          )}
          {!isStale && view.troubles !== "" && <Paragraph className="read" text={view.troubles} day={day} />}
          {!isStale && <Paragraph className="read" text={view.read} day={day} />}
        </Signboard>
      </header>
      <Actions shown={shown} page={links.status} />
      {view.scheduled.length > 0 && (
        <section>
          <h2>{statusWords.scheduled}</h2>
          <SentenceList texts={view.scheduled} day={day} />
          <p className="quiet">{view.scheduledMeans}</p>
        </section>
      )}
      {chains.rows.length > 0 && (
        <section className="matrix">
          <h2>{chains.label}</h2>
          <DataTable {...chains} name={chains.label} />
          <p className="quiet">{statusWords.questions}</p>
        </section>
      )}
      <History shown={shown} />
    </main>
  );
}
