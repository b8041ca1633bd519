import { askingText } from "@/lib/site/live/asking.ts";
import type { getQuoteAsk } from "@/lib/site/pages/pages.ts";
import { AskButton } from "../parts/ask-button.tsx";
import { Field } from "../parts/field.tsx";

/** Asks /quote by GET. It has no live data, since the page is a stable document. */
export function QuoteAsk({ action, fields }: ReturnType<typeof getQuoteAsk>) {
  return (
    <form className="ask" action={action} aria-label="Quote a swap" data-markdown-ignore="">
      <div className="row">
        {fields.map(({ name, label, hint }) => (
          <Field
            key={name}
            id={name}
            label={label}
            hint={hint}
            control={(tied) => (
              <input
                {...tied}
                type="text"
                name={name}
                inputMode={name === "amount" ? "decimal" : "text"}
                required
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
              />
            )}
          />
        ))}
      </div>
      <AskButton says={askingText("/quote")}>Get a quote</AskButton>
    </form>
  );
}
