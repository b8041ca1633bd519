// Prints the skipped specs with their reasons, and the flaky specs, after all other output.
import { relative } from "node:path";
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";
import { root } from "./root.ts";

const nameOf = (test: TestCase): string =>
  `${test.parent.project()?.name} ${relative(root, test.location.file)}: ${test.titlePath().slice(3).join(" › ")}`;

export default class SummaryReporter implements Reporter {
  #suite: Suite | null = null;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(_result: FullResult): void {
    const tests = this.#suite?.allTests() ?? [];
    const skips = new Map<string, number>();
    for (const { annotations, location } of tests) {
      const reason = annotations.find(({ type }) => type === "skip")?.description;
      if (reason === undefined) continue;
      const line = `${relative(root, location.file)} ${reason}`;
      skips.set(line, (skips.get(line) ?? 0) + 1);
    }
    for (const [line, count] of skips) process.stdout.write(`Skipped: ${line} (${count})\n`);
    for (const test of tests)
      if (test.outcome() === "flaky") process.stdout.write(`Flaky: ${nameOf(test)}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
