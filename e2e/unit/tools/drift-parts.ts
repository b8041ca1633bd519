// What the specs of the drift check share.
import type { Row } from "../../support/wire.ts";

export function without(row: Row, name: string): Row {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
}
