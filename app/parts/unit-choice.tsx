import type { AmountUnit } from "@/lib/site/live/quote/view.ts";

interface UnitChoiceProps {
  readonly unit: AmountUnit;
  readonly toolparamdescription?: string;
}

/** Selects the unit of the amount. The numeric keyboard of a phone has no "$" to type USD. */
export function UnitChoice({ unit, ...webMcpAttributes }: UnitChoiceProps) {
  return (
    <select name="unit" aria-label="Unit of the amount" defaultValue={unit} {...webMcpAttributes}>
      <option value="usd">USD</option>
      <option value="">Asset</option>
    </select>
  );
}
