/**
 * A number. `value` is decimal text, so no digit is lost; null is shown as "unknown".
 * Margins separate the thousands, so a copied number has no spaces.
 */
export function Figure({ value }: { value: string | number | null }) {
  if (value === null)
    return (
      <span className="figure" data-unknown="">
        unknown
      </span>
    );
  return <span className="figure">{digitGroups(String(value))}</span>;
}

/** Keeps a number and its unit of time or share on one line: "270 s", "12 bps". The asset of an amount may wrap. */
export function withoutBreaks(text: string): string {
  return text.replace(/(?<=\d) (?=(?:s|min|h|d|bps|%)(?!\w))/g, "\u00a0");
}

/** Separates the thousands in a text's numbers of five digits and more. Decimals, times and names stay as they are. */
export function Grouped({ text }: { text: string }) {
  return withoutBreaks(text)
    .split(/(?<![\w.,:-])(\d{5,})(?![\w:-])/)
    .map((part, place) => {
      // The odd parts are the matches.
      if (place % 2 === 0) return part;
      const number = (place + 1) / 2;
      return (
        <span key={number} className="grouped">
          {digitGroups(part)}
        </span>
      );
    });
}

/** Groups of three digits for numbers of five digits and more. */
function digitGroups(digits: string): React.ReactNode {
  if (!/^\d{5,}$/.test(digits)) return digits;
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])];
  return groups.map((group, index) => {
    const place = groups.length - index;
    return <span key={place}>{group}</span>;
  });
}
