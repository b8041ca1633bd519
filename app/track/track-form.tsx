import type { TrackView } from "@/lib/site/live/track-view.ts";

/** Works by GET. What was typed is kept; an error stands beside its field. */
export function TrackForm({ form }: { form: TrackView["form"] }) {
  const { action, typed, errors, chains } = form;
  const isKnown = chains.some(({ code }) => code === typed.chain.toUpperCase());
  return (
    <form className="form" method="get" action={action} aria-label="Track a swap">
      <div className="field">
        <label htmlFor="txid">Transaction id</label>
        <p className="hint" id="txid-hint">
          The id of the transaction that you sent, with or without 0x, or the explorer's address that holds it.
        </p>
        <input
          id="txid"
          name="txid"
          defaultValue={typed.txid}
          aria-describedby={errors.txid ? "txid-hint txid-error" : "txid-hint"}
          aria-invalid={errors.txid ? true : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
        />
        {errors.txid && (
          <p className="error" id="txid-error">
            {errors.txid}
          </p>
        )}
      </div>
      <div className="field">
        <label htmlFor="chain">Chain that it was sent on (optional)</label>
        <select
          id="chain"
          name="chain"
          defaultValue={isKnown ? typed.chain.toUpperCase() : ""}
          aria-describedby={errors.chain ? "chain-error" : undefined}
          aria-invalid={errors.chain ? true : undefined}
        >
          <option value="">Any chain</option>
          {chains.map(({ code, name }) => (
            <option key={code} value={code}>
              {name} ({code})
            </option>
          ))}
        </select>
        {errors.chain && (
          <p className="error" id="chain-error">
            {errors.chain}
          </p>
        )}
      </div>
      <button type="submit" className="button">
        Find it
      </button>
    </form>
  );
}
