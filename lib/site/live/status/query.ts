// The query of /status, which takes no arguments.
import { listNameFaults } from "../../../mcp/tools/argument-names.ts";

/** What was asked for in vain, so that nobody takes the answer for one about it. */
export function unknownArguments(query: URLSearchParams): readonly string[] {
  return listNameFaults(query, []).map(({ text }) => `${text} This page shows every chain.`);
}
