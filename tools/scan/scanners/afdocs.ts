// This folder holds one file per scanner. Thresholds and findings are judged in measure.ts.
// AFDocs: the Agent-Friendly Documentation Spec, 28 checks. The tool finds the pages by itself.
import type { Measure } from "../measure.ts";
import type { Deployment } from "../servers.ts";
import { parseOutput, type Toolbox } from "../toolbox.ts";

interface Output {
  readonly results: readonly { id: string; status: "pass" | "warn" | "fail" | "skip"; message: string }[];
  readonly testedPages?: number;
  readonly scoring: { readonly overall: number };
}

export async function scanAfdocs({ origin }: Deployment, toolbox: Toolbox): Promise<Measure[]> {
  // Few requests at once: on a busy machine, the tool's timeouts would count as broken links.
  const args = ["check", origin, "--format", "json", "--score", "--quiet", "--max-concurrency", "2"];
  const { results, scoring } = parseOutput<Output>(await toolbox.run("afdocs/bin/afdocs.mjs", ...args), "afdocs");
  return [
    {
      tool: "AFDocs",
      version: toolbox.versionOf("afdocs"),
      score: scoring.overall,
      threshold: 100,
      scope: `${results.length} checks`,
      findings: results
        .filter(({ status }) => status === "warn" || status === "fail")
        .map(({ id, message }) => ({ rule: id, where: origin, message })),
    },
  ];
}
