import type { TrackView } from "@/lib/site/live/track-view.ts";
import { Field } from "../parts/field.tsx";

/** Works by GET. What was typed is kept; an error stands beside its field. */
export function TrackForm({ form }: { form: TrackView["form"] }) {
  const { action, typed, errors, chains } = form;
  const chain = chains.find(({ code }) => code === typed.chain.toUpperCase())?.code ?? "";
  return (
    <form className="form ask" method="get" action={action} aria-label="Track a swap" data-markdown-ignore="">
      <Field
        id="txid"
        label="Transaction id"
        hint="Of the transaction that you sent, with or without 0x. The explorer's address that holds it does too."
        error={errors.txid}
        control={(tied) => (
          <input
            {...tied}
            type="text"
            name="txid"
            className="code-input"
            defaultValue={typed.txid}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            required
          />
        )}
      />
      <Field
        id="chain"
        label="Sent on"
        hint="Optional: it narrows the id's form."
        error={errors.chain}
        control={(tied) => (
          <select {...tied} name="chain" defaultValue={chain}>
            <option value="">Any chain</option>
            {chains.map(({ code, name }) => (
              <option key={code} value={code}>
                {name} ({code})
              </option>
            ))}
          </select>
        )}
      />
      <button type="submit" className="button">
        Find it
      </button>
    </form>
  );
}
