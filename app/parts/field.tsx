import { StateShape } from "./verdict.tsx";

interface InputAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: React.ReactNode;
  readonly unit?: React.ReactNode;
  readonly control: (attributes: InputAttributes) => React.ReactNode;
}

export function Field(props: FieldProps) {
  const { id, label, hint, error, unit, control } = props;
  const describedByIds = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""]
    .filter(Boolean)
    .join(" ");
  const inputElement = control({
    id,
    "aria-describedby": describedByIds || undefined,
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
      {unit ? (
        <div className="beside">
          {inputElement}
          {unit}
        </div>
      ) : (
        inputElement
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
