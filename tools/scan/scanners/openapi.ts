// Three OpenAPI linters, on the description for one origin and for two hosts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding, Measure } from "../measure.ts";
import { type Deployment, getText } from "../servers.ts";
import { parseOutput, type Toolbox } from "../toolbox.ts";

interface Description {
  /** "one origin", "website", "swap site". */
  readonly name: string;
  readonly file: string;
}

export async function scanOpenApi({ origin, hosts }: Deployment, toolbox: Toolbox): Promise<Measure[]> {
  const descriptions = [
    await save("one origin", origin, toolbox),
    await save("website", hosts.website, toolbox),
    await save("swap site", hosts.swap, toolbox),
  ];
  const linters = [
    ["Redocly, recommended", "@redocly/cli", lintByRedocly],
    ["Spectral, spectral:oas", "@stoplight/spectral-cli", lintBySpectral],
    ["openapi-schema-validator", "@seriousme/openapi-schema-validator", validate],
  ] as const;
  const measures: Measure[] = [];
  for (const [tool, name, lint] of linters) {
    const findings: Finding[] = [];
    for (const description of descriptions) findings.push(...(await lint(description, toolbox)));
    const version = toolbox.versionOf(name);
    measures.push({ tool, version, score: null, threshold: null, scope: "3 descriptions", findings });
  }
  return measures;
}

async function save(name: string, origin: string, { scratch }: Toolbox): Promise<Description> {
  const file = join(scratch, `openapi-${name.replace(" ", "-")}.json`);
  writeFileSync(file, await getText(`${origin}/openapi.json`));
  return { name, file };
}

async function lintByRedocly({ name, file }: Description, toolbox: Toolbox): Promise<Finding[]> {
  const ran = await toolbox.run("@redocly/cli/bin/cli.js", "lint", file, "--extends=recommended", "--format=json");
  const { problems } = parseOutput<{
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
  }>(ran, "redocly");
  return problems.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    where: `${name} ${location[0]?.pointer ?? ""}`,
    message,
  }));
}

async function lintBySpectral({ name, file }: Description, toolbox: Toolbox): Promise<Finding[]> {
  const ruleset = join(toolbox.scratch, "spectral.json");
  writeFileSync(ruleset, JSON.stringify({ extends: ["spectral:oas"] }));
  const script = "@stoplight/spectral-cli/dist/index.js";
  const ran = await toolbox.run(script, "lint", file, "--ruleset", ruleset, "--format", "json", "--quiet");
  const problems = parseOutput<{ code: string | number; message: string; path: (string | number)[] }[]>(
    ran,
    "spectral",
  );
  return problems.map(({ code, message, path }) => ({
    rule: String(code),
    where: `${name} #/${path.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`,
    message,
  }));
}

async function validate({ name, file }: Description, toolbox: Toolbox): Promise<Finding[]> {
  const script = "@seriousme/openapi-schema-validator/bin/validate-api-cli.js";
  const output = parseOutput<{ valid: boolean; errors?: unknown }>(await toolbox.run(script, file), "validator");
  return output.valid ? [] : [{ rule: "schema", where: name, message: JSON.stringify(output.errors) }];
}
