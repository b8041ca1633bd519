import { Fragment } from "react";
import type { QuoteFieldName } from "@/lib/protocol/values/quote-fields.ts";
import type { LinkView } from "@/lib/render/blocks.ts";
import { askingText } from "@/lib/site/live/asking.ts";
import type { FieldView, ProblemView, QuoteFormView } from "@/lib/site/live/quote/view.ts";
import { AskButton } from "../parts/ask-button.tsx";
import { Field } from "../parts/field.tsx";
import { UnitChoice } from "../parts/unit-choice.tsx";

const asked = ["from", "to", "amount"] as const;
const options = ["destination", "refund_address", "tolerance", "tolerance_bps"] as const;

const figures = new Set<QuoteFieldName>(["amount", "tolerance", "tolerance_bps"]);

/** Works by GET. Agents in the page see it as the tool of the same name (WebMCP). */
export function QuoteForm({ form, reverse }: { form: QuoteFormView; reverse: LinkView | null }) {
  const { fields, problems, unit, streaming, assets, tool } = form;
  const field = (name: QuoteFieldName) => (
    <QuoteField
      key={name}
      field={fields[name]}
      problem={problems.find((one) => one.field === name) ?? null}
      beside={
        name === "amount" ? (
          <UnitChoice unit={unit} toolparamdescription="usd: the amount is in US dollars" />
        ) : (
          name === "tolerance" && "%"
        )
      }
    />
  );
  const isGiven = (name: QuoteFieldName) =>
    fields[name].value !== "" || problems.some((one) => one.field === name);
  const agent = { toolname: tool.name, tooldescription: tool.description, toolautosubmit: "" };
  return (
    <form
      className="form"
      id="quote-form"
      action="/quote"
      method="get"
      aria-label="Quote a swap"
      data-markdown-ignore=""
      {...agent}
    >
      {field("from")}
      {reverse && (
        <p className="reverse">
          <a href={reverse.href} rel="nofollow">
            {reverse.label}
          </a>
        </p>
      )}
      {field("to")}
      {field("amount")}
      <details open={options.some(isGiven)}>
        <summary>Addresses and tolerance</summary>
        <div className="form">
          {options.filter((name) => name !== "tolerance_bps" || isGiven(name)).map(field)}
        </div>
      </details>
      {/* The button has the streaming parameter, which the tool has in another form. */}
      <AskButton
        says={askingText("/quote")}
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

function QuoteField(props: {
  field: FieldView;
  problem: ProblemView | null;
  beside: React.ReactNode;
}) {
  const { field, problem, beside } = props;
  const { name, label, hint, value, remark, description } = field;
  const remarkId = `${name}-remark`;
  const agent = { toolparamdescription: description };
  return (
    <div className="quote-field">
      <Field
        id={name}
        label={label}
        hint={hint}
        beside={beside}
        error={
          problem && (
            <>
              {problem.message} <Choices links={problem.choices} />
            </>
          )
        }
        control={(tied) => (
          <input
            id={tied.id}
            aria-describedby={
              remark
                ? `${tied["aria-describedby"] ?? ""} ${remarkId}`.trim()
                : tied["aria-describedby"]
            }
            aria-invalid={tied["aria-invalid"]}
            name={name}
            defaultValue={value}
            type="text"
            list={name === "from" || name === "to" ? "assets" : undefined}
            inputMode={figures.has(name) ? "decimal" : "text"}
            required={asked.some((one) => one === name)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            {...agent}
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

export function Choices({ links }: { links: readonly LinkView[] }) {
  return links.map(({ href, label }, index) => (
    <Fragment key={label}>
      {index > 0 && " "}
      <a className="choice" href={href} rel="nofollow">
        {label}
      </a>
    </Fragment>
  ));
}
