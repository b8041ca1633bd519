/** CSS margins, not spaces, separate the groups of three digits: a copied number has no spaces. */
export function digitGroups(digits: string): React.ReactNode {
  if (!/^\d{5,}$/.test(digits)) return digits;
  const firstGroupLength = digits.length % 3 || 3;
  const groups = [
    digits.slice(0, firstGroupLength),
    ...(digits.slice(firstGroupLength).match(/\d{3}/g) ?? []),
  ];
  // React keys count from the last group. If the number grows by one group, the other groups
  // keep their keys, and React reuses their elements.
  return groups.map((group, index) => {
    const placeFromEnd = groups.length - index;
    return <span key={placeFromEnd}>{group}</span>;
  });
}
