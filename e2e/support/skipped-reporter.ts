// Lists the skipped specs with reasons, after all other output.
import { relative } from "node:path";
import type { FullResult, Reporter, TestCase } from "@playwright/test/reporter";
import { root } from "./root.ts";

export default class SkippedReporter implements Reporter {
  readonly #counts = new Map<string, number>();

  onTestEnd({ annotations, location }: TestCase): void {
    const reason = annotations.find(({ type }) => type === "skip")?.description;
    if (reason === undefined) return;
    const line = `${relative(root, location.file)} ${reason}`;
    this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1);
  }

  onEnd(_result: FullResult): void {
    for (const [line, count] of this.#counts) process.stdout.write(`Skipped: ${line} (${count})\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
