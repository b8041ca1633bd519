import { askingText } from "@/lib/site/live/asking.ts";
import { AskButton } from "./ask-button.tsx";
import { Field } from "./field.tsx";
import { UnitChoice } from "./unit-choice.tsx";

interface AskField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly example: string;
}

interface QuoteAskProps {
  readonly action: string;
  readonly fields: readonly AskField[];
  readonly isShort?: boolean;
}

/**
 * A quote form with few fields. The form has no live data: HTTP caches keep the pages with this
 * form, so live data would be outdated.
 */
export function QuoteAsk({ action, fields, isShort }: QuoteAskProps) {
  return (
    <form className="quick" action={action} aria-label="Quote a swap" data-markdown-ignore="">
      <div className="row">
        {fields.map(({ name, label, hint, example }) => (
          <Field
            key={name}
            id={name}
            label={label}
            hint={isShort ? undefined : hint}
            unit={name === "amount" && <UnitChoice unit={isShort ? "usd" : ""} />}
            control={(attributes) => (
              <input
                {...attributes}
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
      <AskButton waitingText={askingText("/quote")}>Get a quote</AskButton>
    </form>
  );
}
