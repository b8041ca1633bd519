// The query of /status and of /assets, which take no arguments.
import { listNameFaults } from "../../../mcp/tools/arguments.ts";

/** What was asked for in vain, so that nobody takes the answer for one about it. */
export function unknownArguments(
  query: URLSearchParams,
  shown = "chain",
  known: readonly string[] = [],
): readonly string[] {
  return listNameFaults(query, known).map(({ text }) => `${text} This page shows every ${shown}.`);
}
