import { NOT_KNOWN } from "@/lib/say/figures.en.ts";

/** `value`: decimal text, so no digit is lost. Margins, not spaces, separate the thousands. */
export function Figure({ value }: { value: string | number | null }) {
  return <span className="figure">{value === null ? NOT_KNOWN : digitGroups(String(value))}</span>;
}

export function digitGroups(digits: string): React.ReactNode {
  if (!/^\d{5,}$/.test(digits)) return digits;
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])];
  return groups.map((group, index) => {
    const place = groups.length - index;
    return <span key={place}>{group}</span>;
  });
}
