import { NOT_KNOWN } from "@/lib/say/figures.en.ts";

/** Margins separate the groups of three digits, so a copied number has no spaces. */
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
  // Keys count from the last group, so each group keeps its key when the number gets longer.
  return groups.map((group, index) => {
    const placeFromEnd = groups.length - index;
    return <span key={placeFromEnd}>{group}</span>;
  });
}
