import { StateShape } from "./verdict.tsx";

/** `control={(tied) => <input {...tied} name="amount" />}`: the attributes tie hint and error. */
export function Field(props: {
  id: string;
  label: React.ReactNode;
  hint?: React.ReactNode;
  error?: React.ReactNode;
  beside?: React.ReactNode;
  control: (tied: TiedAttributes) => React.ReactNode;
}) {
  const { id, label, hint, error, beside, control } = props;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""]
    .filter(Boolean)
    .join(" ");
  const input = control({
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? true : undefined,
  });
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {beside ? (
        <div className="beside">
          {input}
          {beside}
        </div>
      ) : (
        input
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          <StateShape state="halted" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

interface TiedAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}
