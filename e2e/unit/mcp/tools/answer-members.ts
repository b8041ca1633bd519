// The members of every answer in their order, which clients rely on: as the surface in e2e/fixtures has them.
import { readFileSync } from "node:fs";
import { root } from "../../../support/root.ts";

interface Members {
  readonly properties: Readonly<Record<string, { readonly items?: Members }>>;
}
const surface = JSON.parse(readFileSync(`${root}e2e/fixtures/mcp-surface.json`, "utf8"));
const tools: readonly { name: string; outputSchema: Members }[] = surface.tools;
const keysOf = ({ properties }: Members) => Object.keys(properties);
const rows = tools.map(({ name, outputSchema }) => [name, keysOf(outputSchema)] as const);

export const envelopeKeys = rows[0]?.[1].filter((_, at, keys) => at < keys.indexOf("error")) ?? [];
export const bodyKeys = Object.fromEntries(
  rows.map(([name, keys]) => [name, keys.slice(envelopeKeys.length + 1)]),
);
export const poolKeys = tools.flatMap(({ outputSchema: { properties } }) =>
  Object.keys(properties.pools?.items?.properties ?? {}),
);
