/**
 * A number with its unit. `value` is decimal text, so that no digit is lost; null is shown as "unknown".
 * Thousands are set apart by space that is not copied: what a reader takes away is the bare number.
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

/** No line ends between a short number and its unit of time or share: "270 s", "12 bps". Of an amount, the asset may stand on the next line. */
export function withoutBreaks(text: string): string {
  return text.replace(/(?<=\d) (?=(?:s|min|h|d|bps|%)(?!\w))/g, "\u00a0");
}

/** Text whose numbers of five digits and more have their thousands set apart in the same way; decimals, times and names stay as they are. */
export function Grouped({ text }: { text: string }) {
  return withoutBreaks(text)
    .split(/(?<![\w.,:-])(\d{5,})(?![\w:-])/)
    .map((part, place) => {
      // Every second part is what the pattern found.
      if (place % 2 === 0) return part;
      const number = (place + 1) / 2;
      return (
        <span key={number} className="grouped">
          {digitGroups(part)}
        </span>
      );
    });
}

/** Groups of three from five digits on; the rest as it is. */
function digitGroups(digits: string): React.ReactNode {
  if (!/^\d{5,}$/.test(digits)) return digits;
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])];
  return groups.map((group, index) => {
    const place = groups.length - index;
    return <span key={place}>{group}</span>;
  });
}
