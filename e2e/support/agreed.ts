// A value as the readings of specs need it: as if the configured nodes had agreed on it.
import { type Agreed, agreeOn } from "../../lib/protocol/model/agreed.ts";

export function agreed<T extends string | bigint>(value: T): Agreed<T> {
  const made = agreeOn([value], 1);
  if (made === null) throw new Error("one answer agrees with itself");
  return made;
}
