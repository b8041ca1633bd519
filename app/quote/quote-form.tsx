import type { QuoteFieldName } from "@/lib/protocol/values/quote-fields.ts";
import type { LinkView } from "@/lib/render/blocks.ts";
import { askingText } from "@/lib/site/live/asking.ts";
import {
  type AmountUnit,
  type FieldView,
  hasOnlyQuestions,
  type ProblemView,
  type QuoteFormView,
  questionId,
} from "@/lib/site/live/quote/view.ts";
import { AskButton } from "../parts/ask-button.tsx";
import { Choices } from "../parts/choices.tsx";
import { Field } from "../parts/field.tsx";
import { UnitChoice } from "../parts/unit-choice.tsx";

const requiredFields = new Set<QuoteFieldName>(["from", "to", "amount"]);
const assetFields = new Set<QuoteFieldName>(["from", "to"]);
const numberFields = new Set<QuoteFieldName>(["amount", "tolerance", "tolerance_bps"]);
const foldedFields = ["destination", "refund_address", "tolerance", "tolerance_bps"] as const;

interface QuoteFormProps {
  readonly form: QuoteFormView;
  readonly reverseLink?: LinkView | null;
  /** False on a page without scripts: then nothing is told of the wait, and no tool is offered. */
  readonly hasScripts?: boolean;
}

/** The quote form. With the `tool…` attributes, browsers offer the form to AI agents (WebMCP). */
export function QuoteForm({ form, reverseLink, hasScripts = true }: QuoteFormProps) {
  const { fields, problems, unit, streaming, assets, tool } = form;
  // A question stands once, in the box above the form.
  const isOnlyAsked = hasOnlyQuestions(form);
  const findProblem = (name: QuoteFieldName) =>
    problems.find((problem) => problem.field === name) ?? null;
  const renderField = (name: QuoteFieldName) => (
    <QuoteField
      key={name}
      field={fields[name]}
      problem={isOnlyAsked ? null : findProblem(name)}
      askedAboveId={isOnlyAsked && findProblem(name) !== null ? questionId(name) : null}
      unit={fieldUnit(name, unit)}
    />
  );
  const isFieldInUse = (name: QuoteFieldName) =>
    fields[name].value !== "" || findProblem(name) !== null;
  const webMcpAttributes = {
    toolname: tool.name,
    tooldescription: tool.description,
    toolautosubmit: "",
  };
  return (
    <form
      className="form"
      id="quote-form"
      action="/quote"
      method="get"
      aria-label="Quote a swap"
      data-markdown-ignore=""
      {...(hasScripts && webMcpAttributes)}
    >
      {renderField("from")}
      {reverseLink && (
        <p className="reverse">
          <a href={reverseLink.href} rel="nofollow">
            {reverseLink.label}
          </a>
        </p>
      )}
      {renderField("to")}
      {renderField("amount")}
      <details open={foldedFields.some(isFieldInUse)}>
        <summary>Addresses and tolerance</summary>
        <div className="form">
          {foldedFields
            .filter((name) => name !== "tolerance_bps" || isFieldInUse(name))
            .map(renderField)}
        </div>
      </details>
      {/* The button repeats `streaming` of the page's query, such as "1/0". An `<input>` would
          become a parameter of the WebMCP tool, which does not accept the format "1/0". */}
      <AskButton
        waitingText={hasScripts ? askingText("/quote") : null}
        {...(streaming !== null && { name: "streaming", value: streaming })}
      >
        Get a quote
      </AskButton>
      <p>
        <a href="/assets">What can be swapped</a>
      </p>
      <datalist id="assets">
        {assets.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </form>
  );
}

function fieldUnit(name: QuoteFieldName, unit: AmountUnit): React.ReactNode {
  if (name === "amount")
    return <UnitChoice unit={unit} toolparamdescription="usd: the amount is in US dollars" />;
  return name === "tolerance" ? "%" : null;
}

interface QuoteFieldProps {
  readonly field: FieldView;
  readonly problem: ProblemView | null;
  /** Id of the question about this field in the box above the form. */
  readonly askedAboveId: string | null;
  readonly unit: React.ReactNode;
}

function QuoteField({ field, problem, askedAboveId, unit }: QuoteFieldProps) {
  const { name, label, hint, value, remark, description } = field;
  const remarkId = `${name}-remark`;
  return (
    <div>
      <Field
        id={name}
        label={label}
        hint={hint}
        unit={unit}
        error={
          problem && (
            <>
              {problem.message} <Choices links={problem.choices} />
            </>
          )
        }
        control={({ "aria-describedby": describedBy = "", ...attributes }) => (
          <input
            {...attributes}
            aria-describedby={
              [describedBy, askedAboveId, remark && remarkId].filter(Boolean).join(" ") || undefined
            }
            name={name}
            defaultValue={value}
            type="text"
            list={assetFields.has(name) ? "assets" : undefined}
            inputMode={numberFields.has(name) ? "decimal" : "text"}
            required={requiredFields.has(name)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            {...{ toolparamdescription: description }}
          />
        )}
      />
      {remark && (
        <p className="remark" id={remarkId}>
          {remark.text} <Choices links={[remark.choice]} />
        </p>
      )}
    </div>
  );
}
