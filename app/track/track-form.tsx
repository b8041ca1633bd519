import { askingText } from "@/lib/site/live/asking.ts";
import type { TrackPage } from "@/lib/site/live/track/page.ts";
import { AskButton } from "../parts/ask-button.tsx";
import { Field } from "../parts/field.tsx";

interface TrackFormProps extends Pick<TrackPage, "form"> {
  /** False on a page without scripts: then nothing is told of the wait, and no tool is offered. */
  readonly hasScripts?: boolean;
}

export function TrackForm({ form, hasScripts = true }: TrackFormProps) {
  const { action, typed: typedTexts, errors, chains, tool } = form;
  const webMcpAttributes = {
    toolname: tool.name,
    tooldescription: tool.description,
    toolautosubmit: "",
  };
  // The first field with an error gets the focus. A screen reader reads the error of a focused
  // field, but does not announce an error that the page has from the start.
  const isTxidFocused = errors.txid !== null;
  const isChainFocused = errors.chain !== null && !isTxidFocused;
  return (
    <form
      className="form ask"
      method="get"
      action={action}
      aria-label="Track a swap"
      data-markdown-ignore=""
      {...(hasScripts && webMcpAttributes)}
    >
      <Field
        id="txid"
        label="Transaction id"
        hint="Of the transaction that you sent, with or without 0x. The explorer's address of the transaction works too."
        error={errors.txid}
        control={(attributes) => (
          <input
            {...attributes}
            type="text"
            name="txid"
            // biome-ignore lint/a11y/noAutofocus: the reader has just sent the form
            autoFocus={isTxidFocused}
            className="code-input"
            defaultValue={typedTexts.txid}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            required
            {...{ toolparamdescription: tool.txid }}
          />
        )}
      />
      <Field
        id="chain"
        label="Sent on"
        hint="You can leave this as it is."
        error={errors.chain}
        control={(attributes) => (
          <select
            {...attributes}
            name="chain"
            // biome-ignore lint/a11y/noAutofocus: the reader has just sent the form
            autoFocus={isChainFocused}
            defaultValue={typedTexts.chain.toUpperCase()}
            {...{ toolparamdescription: tool.chain }}
          >
            <option value="">Any chain</option>
            {chains.map(({ code, name }) => (
              <option key={code} value={code}>{`${name} (${code})`}</option>
            ))}
          </select>
        )}
      />
      <AskButton waitingText={hasScripts ? askingText("/track") : null}>Find it</AskButton>
    </form>
  );
}
