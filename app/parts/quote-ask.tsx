import { askingText } from "@/lib/site/live/asking.ts";
import type { getQuoteAsk } from "@/lib/site/pages/pages.ts";
import { AskButton } from "./ask-button.tsx";
import { Field } from "./field.tsx";
import { UnitChoice } from "./unit-choice.tsx";

/** Without live data: its page is a stable document. `isShort`: examples replace hints. */
export function QuoteAsk({
  action,
  fields,
  isShort,
}: ReturnType<typeof getQuoteAsk> & { isShort?: boolean }) {
  return (
    <form className="quick" action={action} aria-label="Quote a swap" data-markdown-ignore="">
      <div className="row">
        {fields.map(({ name, label, hint, example }) => (
          <Field
            key={name}
            id={name}
            label={isShort && name === "amount" ? `${label} (or $500)` : label}
            hint={isShort ? undefined : hint}
            beside={name === "amount" && <UnitChoice />}
            control={(tied) => (
              <input
                {...tied}
                type="text"
                name={name}
                placeholder={isShort ? example : undefined}
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
