import type { AmountUnit } from "@/lib/site/live/quote/view.ts";

/** The numeric keyboard of a phone has no dollar sign. */
export function UnitChoice({
  unit = "",
  ...agent
}: {
  unit?: AmountUnit;
  toolparamdescription?: string;
}) {
  return (
    <select name="unit" aria-label="Unit of the amount" defaultValue={unit} {...agent}>
      <option value="">Asset</option>
      <option value="usd">USD</option>
    </select>
  );
}
