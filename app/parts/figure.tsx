/**
 * A number with its unit. `value` is decimal text, so that no digit is lost; null is shown as "unknown".
 * Thousands are set apart by space that is not copied: what a reader takes away is the bare number.
 */
export function Figure({ value, unit }: { value: string | number | null; unit?: string }) {
  if (value === null)
    return (
      <span className="figure" data-unknown="">
        unknown
      </span>
    );
  return (
    <span className="figure">
      {toGroups(String(value))}
      {unit && <span className="unit"> {unit}</span>}
    </span>
  );
}

/** Groups of three before the point from five digits on; the rest as it is. */
function toGroups(text: string): React.ReactNode {
  const [, sign = "", whole = "", rest = ""] = /^(-?)(\d+)(.*)$/s.exec(text) ?? [];
  if (whole.length < 5) return text;
  const groups = whole.split(/(?<=\d)(?=(?:\d{3})+$)/);
  return groups.map((group, index) => {
    const place = groups.length - index;
    return (
      <span key={place}>
        {index === 0 && sign}
        {group}
        {place === 1 && rest}
      </span>
    );
  });
}
