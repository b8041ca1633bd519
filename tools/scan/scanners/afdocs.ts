// AFDocs: the Agent-Friendly Documentation Spec, 28 checks, pages found as the tool finds them.
import type { Measure } from "../measure.ts";
import type { Deployment } from "../servers.ts";
import { parseOutput, type Toolbox } from "../toolbox.ts";

interface Output {
  readonly results: readonly { id: string; status: "pass" | "warn" | "fail" | "skip"; message: string }[];
  readonly testedPages?: number;
  readonly scoring: { readonly overall: number };
}

export async function scanAfdocs({ origin }: Deployment, toolbox: Toolbox): Promise<Measure[]> {
  // Few at once: on a busy machine a request that the tool gives up counts as a broken link.
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
