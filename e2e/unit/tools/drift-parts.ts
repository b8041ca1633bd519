// What the specs of the drift check share.
import type { Finding } from "../../../tools/drift/compare.ts";
import type { Row } from "../../support/wire.ts";

export const findingText = ({ kind, name, detail }: Finding) => `${kind} ${name} (${detail})`;

export function without(row: Row, name: string): Row {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
}
