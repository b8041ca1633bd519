import type { FieldView, LinkView, QuoteFieldName, QuoteFormView } from "@/lib/site/live/quote-view.ts";

const asked = ["from", "to", "amount"] as const;
const options = ["destination", "tolerance_bps"] as const;

/** Works by GET alone. Agents in the page see it as the tool of the same name and arguments (WebMCP). */
export function QuoteForm({ form }: { form: QuoteFormView }) {
  const { fields, problems, streaming, assets, tool } = form;
  const field = (name: QuoteFieldName) => (
    <Field key={name} field={fields[name]} problem={problems.find((one) => one.field === name) ?? null} />
  );
  const isOpen = options.some((name) => fields[name].value !== "" || problems.some((one) => one.field === name));
  const agent = { toolname: tool.name, tooldescription: tool.description, toolautosubmit: "" };
  return (
    <form className="quote-form" id="quote-form" action="/quote" method="get" {...agent}>
      {asked.map(field)}
      <details open={isOpen}>
        <summary>Receiving address and tolerance</summary>
        {options.map(field)}
      </details>
      {/* The way is carried by the button, for it is no argument of the tool. */}
      <button type="submit" {...(streaming !== null && { name: "streaming", value: streaming })}>
        Get a quote
      </button>
      <datalist id="assets">
        {assets.map(({ value, label }) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
    </form>
  );
}

interface FieldProps {
  readonly field: FieldView;
  readonly problem: { readonly message: string; readonly choices: readonly LinkView[] } | null;
}

function Field({ field: { name, label, hint, value, remark, description }, problem }: FieldProps) {
  const [hintId, problemId, remarkId] = [`${name}-hint`, `${name}-problem`, `${name}-remark`];
  const describedBy = [hintId, problem && problemId, remark && remarkId].filter(Boolean).join(" ");
  const isAsked = asked.some((one) => one === name);
  // A number field would drop what it cannot read: what was typed is kept.
  const isNumber = name === "tolerance_bps" && !problem;
  const agent = { toolparamdescription: description };
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        defaultValue={value}
        type={isNumber ? "number" : "text"}
        {...(isNumber && { min: 0, max: 10_000, step: 1 })}
        {...((name === "from" || name === "to") && { list: "assets" })}
        inputMode={name === "amount" ? "decimal" : name === "tolerance_bps" ? "numeric" : "text"}
        required={isAsked}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={describedBy}
        {...(problem && { "aria-invalid": true })}
        {...agent}
      />
      <p className="hint" id={hintId}>
        {hint}
      </p>
      {problem && (
        <p className="problem" id={problemId}>
          {problem.message} <Choices links={problem.choices} />
        </p>
      )}
      {remark && (
        <p className="remark" id={remarkId}>
          {remark.text} <a href={remark.choice.href}>{remark.choice.label}</a>
        </p>
      )}
    </div>
  );
}

export function Choices({ links }: { links: readonly LinkView[] }) {
  return links.map(({ href, label }, index) => (
    <span key={href}>
      {index > 0 && " "}
      <a href={href}>{label}</a>
    </span>
  ));
}
