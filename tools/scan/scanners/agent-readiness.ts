// agent-readiness: nine weighted checks of the home page and of the files at the root.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Measure } from "../measure.ts";
import type { Deployment } from "../servers.ts";
import type { Toolbox } from "../toolbox.ts";

interface Report {
  readonly score: number;
  readonly checks: readonly { id: string; label: string; pass: boolean }[];
}

export async function scanAgentReadiness({ origin }: Deployment, toolbox: Toolbox): Promise<Measure[]> {
  const { stderr, stdout } = await toolbox.run("agent-readiness/bin/agent-ready.mjs", origin);
  const file = join(toolbox.scratch, "agent-ready-out", "agent-ready.json");
  const { score, checks } = readReport(file, `${stdout}\n${stderr}`);
  return [
    {
      tool: "agent-readiness",
      version: toolbox.versionOf("agent-readiness"),
      score,
      threshold: 100,
      scope: `${checks.length} checks`,
      findings: checks
        .filter(({ pass }) => !pass)
        .map(({ id, label }) => ({ rule: id, where: origin, message: label })),
    },
  ];
}

function readReport(file: string, printed: string): Report {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`agent-readiness left no report:\n${printed}`, { cause });
  }
}
