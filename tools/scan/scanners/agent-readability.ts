// @vercel/agent-readability: 25 checks of five random pages of the sitemap. The first page decides most.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding, Measure } from "../measure.ts";
import type { Deployment } from "../servers.ts";
import { parseOutput, type Toolbox } from "../toolbox.ts";

interface Output {
  readonly score: number;
  readonly categories: Readonly<
    Record<string, { checks: readonly { name: string; passed: boolean; skipped: boolean; detail?: string }[] }>
  >;
}

/** With these seeds every page is first once. Otherwise the score would depend on luck. */
const SEEDS = 16;

export async function scanAgentReadability({ origin, pages }: Deployment, toolbox: Toolbox): Promise<Measure[]> {
  const script = "@vercel/agent-readability/dist/cli/index.cjs";
  const scores: number[] = [];
  const findings = new Map<string, Finding>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const output = parseOutput<Output>(
      await toolbox.runProgram(
        toolbox.node,
        "--import",
        writeDice(toolbox, seed),
        toolbox.pathOf(script),
        "audit",
        origin,
        "--json",
      ),
      "agent-readability",
    );
    scores.push(output.score);
    for (const check of Object.values(output.categories).flatMap(({ checks }) => checks)) {
      if (check.passed || check.skipped) continue;
      const finding = { rule: check.name, where: origin, message: check.detail ?? "" };
      findings.set(`${finding.rule} ${finding.message}`, finding);
    }
  }
  scores.sort((a, b) => a - b);
  return [
    {
      tool: "@vercel/agent-readability",
      version: toolbox.versionOf("@vercel/agent-readability"),
      score: scores[SEEDS >> 1] as number,
      threshold: 90,
      scope: `25 checks, median of ${SEEDS} draws from ${pages.length} pages (${scores[0]} to ${scores.at(-1)})`,
      findings: [...findings.values()],
    },
  ];
}

/** A module that makes the choice repeatable (mulberry32). */
function writeDice({ scratch }: Toolbox, seed: number): string {
  const file = join(scratch, `dice-${seed}.mjs`);
  writeFileSync(
    file,
    `let state = ${seed};
Math.random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
`,
  );
  return file;
}
