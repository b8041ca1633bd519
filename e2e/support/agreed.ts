// Makes `Agreed` values for specs, as if one source had stated each value.
import { type Agreed, agreeOn } from "../../lib/protocol/model/agreed.ts";
import type { Money } from "../../lib/protocol/model/envelope.ts";

export function agreed<T extends bigint | string | number>(value: T): Agreed<T> {
  const agreedValue = agreeOn([value], 1);
  if (agreedValue === null) throw new Error("one answer agrees with itself");
  return agreedValue;
}

export const agreedMoney = <T extends Money>(money: T) => ({ ...money, base: agreed(money.base) });
