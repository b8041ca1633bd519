// What every view is given, and the parts that all of them show.
import type { ViewLinks } from "@/lib/mcp/views/views.ts";
import type { ViewAnswer } from "@/lib/site/live/views/envelope.ts";
import { Note } from "../parts/note.tsx";
import { Sentence } from "../parts/sentence.tsx";

export type Arguments = Readonly<Record<string, unknown>>;

/** What a view shows, and what it can do. */
export interface Shown {
  readonly answer: ViewAnswer;
  readonly meta: Arguments;
  /** When the answer was asked for, by the device's clock, or made, where the host brought it. */
  readonly readMs: number;
  readonly nowMs: number;
  readonly links: ViewLinks;
  /** The arguments of the answer's call, as far as the host told them. */
  readonly input: Arguments;
  readonly isAsking: boolean;
  /** The newest question had no answer. */
  readonly hasFailed: boolean;
  /** Calls the view's tool again; null where the host calls no tools for views. */
  readonly ask: ((args?: Arguments) => void) | null;
  /** A call beside the one that is shown. @throws Error if the host did not answer. */
  readonly call: ((args: Arguments) => Promise<Told>) | null;
  /** Null where the host opens no addresses. */
  readonly open: ((url: string) => void) | null;
}

export interface Told {
  readonly answer: ViewAnswer;
  readonly meta: Arguments;
}

/** The question was not understood, or nothing could be read. */
export function Refused({ shown, title, lead, page }: { shown: Shown; title: string; lead: string; page: string }) {
  const { error, advice } = shown.answer;
  return (
    <main className="view">
      <h1 className="unseen">{title}</h1>
      <div role="status">
        <Note state="halted">
          <p>
            <strong>{lead}</strong> <Sentence text={error?.hint ?? advice} />
          </p>
          {error?.candidates && (
            <ul>
              {error.candidates.map((name) => (
                <li key={name}>
                  <code>{name}</code>
                </li>
              ))}
            </ul>
          )}
        </Note>
      </div>
      <Actions shown={shown} page={page} />
    </main>
  );
}

/** Asks again, opens the page of the site, and says what became of it. */
export function Actions({ shown, page }: { shown: Shown; page: string }) {
  const { ask, open, isAsking, hasFailed } = shown;
  return (
    <div className="actions">
      <div>
        {ask && (
          <button type="button" className="button" aria-busy={isAsking || undefined} onClick={() => ask()}>
            Ask again
          </button>
        )}
        {open && (
          <button type="button" className="button plain" onClick={() => open(page)}>
            Open in browser
          </button>
        )}
      </div>
      <p role="status">{isAsking ? "Asking the network." : hasFailed ? "No newer answer came. Ask again." : ""}</p>
      {!ask && <p>For a newer answer, ask in the conversation.</p>}
    </div>
  );
}
