// What every view is given, and the parts that all of them show.
import { useEffect } from "react";
import type { ViewLinks } from "@/lib/mcp/views/views.ts";
import { NOT_KNOWN } from "@/lib/protocol/values/figure-text.ts";
import type { ViewAnswer } from "@/lib/site/live/views/answer.ts";
import { DataTable } from "../parts/data-table.tsx";
import { Note } from "../parts/note.tsx";
import { Sentence } from "../parts/sentence.tsx";

export type Arguments = Readonly<Record<string, unknown>>;

/** What a view shows, and what it can do. */
export interface Shown<View = unknown> {
  /** What the page says of the same reading. */
  readonly view: View;
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
  /** Calls the view's tool again; null where the host calls no tools for views. `more`: wanted beside the answer. */
  readonly ask: ((args?: Arguments, more?: Arguments) => void) | null;
  /** Null where the host opens no addresses. */
  readonly open: ((url: string) => void) | null;
}

/** An answer that came without a view: the question was refused, or the host left the view out. Then it is asked for once. */
export function AnswerAlone({ shown, title, page }: { shown: Shown; title: string; page: string }) {
  const { answer, ask } = shown;
  const { error } = answer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second answer without a view would be the same
  useEffect(() => {
    if (!error) ask?.();
  }, []);
  return (
    <main className="view">
      <h1 className="unseen">{title}</h1>
      <div role="status">
        <Note state="halted">
          <p>
            {error ? (
              <>
                <strong>No answer.</strong> <Sentence text={error.hint} />
              </>
            ) : (
              "Only the fields of this answer came: its sign, its words and its age are missing. Do not send funds based on it."
            )}
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
      {!error && (
        <DataTable
          label="The fields of this answer"
          heads={["Field", "Value"]}
          rows={listFields(answer).map(([name, text]) => ({ id: name, cells: [{ text: name }, { text, code: true }] }))}
        />
      )}
    </main>
  );
}

function listFields(value: unknown, name = ""): (readonly [name: string, text: string])[] {
  if (typeof value !== "object" || value === null) return [[name, String(value ?? NOT_KNOWN)]];
  const members = Object.entries(value);
  if (members.length === 0) return [[name, "none"]];
  return members.flatMap(([key, one]) => listFields(one, name === "" ? key : `${name}.${key}`));
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
