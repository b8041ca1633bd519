import { NOT_KNOWN } from "@/lib/say/figures.en.ts";

/** Margins, not spaces, separate the thousands: a copy of the number has no spaces. */
export function Figure({ value }: { value: number | null }) {
  return <span className="figure">{value === null ? NOT_KNOWN : digitGroups(String(value))}</span>;
}

export function digitGroups(digits: string): React.ReactNode {
  if (!/^\d{5,}$/.test(digits)) return digits;
  const firstGroupLength = digits.length % 3 || 3;
  const groups = [
    digits.slice(0, firstGroupLength),
    ...(digits.slice(firstGroupLength).match(/\d{3}/g) ?? []),
  ];
  // Keys count from the last group, which stays the last when the number grows.
  return groups.map((group, index) => {
    const placeFromEnd = groups.length - index;
    return <span key={placeFromEnd}>{group}</span>;
  });
}
