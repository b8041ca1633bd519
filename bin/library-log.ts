// What Next logs of a failed request names its address, and that can hold a wallet address or the
// id of a transaction: /privacy promises that no log has either.
import { format } from "node:util";

/** Drops the query of each address, and the id of a swap in its path. */
export function withoutQuestions(text: string): string {
  return text.replace(/\?[^\s"'<>]+/g, "?…").replace(/(\/track\/)[^\s"'<>./?]+/g, "$1…");
}

/** Our own lines do not go through the console. */
export function dropQuestionsFromConsole(): void {
  for (const name of ["log", "info", "warn", "error"] as const)
    console[name] = (...values: unknown[]) =>
      process.stderr.write(`${withoutQuestions(format(...values))}\n`);
}
