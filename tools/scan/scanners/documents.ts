// The reference validator for every published skill, and the XML schema of sitemaps for both hosts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { validateXML } from "xmllint-wasm";
import type { Finding, Measure } from "../measure.ts";
import { type Deployment, getText } from "../servers.ts";
import type { Toolbox } from "../toolbox.ts";

interface SkillsIndex {
  readonly skills: readonly { readonly name: string; readonly url: string }[];
}

export async function scanSkills({ origin }: Deployment, toolbox: Toolbox): Promise<Measure[]> {
  const { skills }: SkillsIndex = JSON.parse(await getText(`${origin}/.well-known/agent-skills/index.json`));
  const findings: Finding[] = [];
  for (const { name, url } of skills) {
    const folder = join(toolbox.scratch, "skills", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "SKILL.md"), await getText(new URL(url, origin).href));
    const { code, stdout, stderr } = await toolbox.run("skills-ref/dist/cli.js", "validate", folder);
    if (code !== 0) findings.push({ rule: "validate", where: name, message: `${stdout}${stderr}`.trim() });
  }
  const version = toolbox.versionOf("skills-ref");
  return [{ tool: "skills-ref", version, score: null, threshold: null, scope: `${skills.length} skills`, findings }];
}

export async function scanSitemaps({ origin, hosts }: Deployment, toolbox: Toolbox): Promise<Measure[]> {
  const schema = readFileSync(toolbox.pathOf("sitemap/schema/sitemap.xsd"), "utf8");
  const findings: Finding[] = [];
  for (const address of [origin, hosts.website, hosts.swap]) {
    const contents = await getText(`${address}/sitemap.xml`);
    const { errors } = await validateXML({
      xml: [{ fileName: "sitemap.xml", contents }],
      schema: [{ fileName: "sitemap.xsd", contents: schema }],
    });
    findings.push(...errors.map(({ message }) => ({ rule: "schema", where: `${address}/sitemap.xml`, message })));
  }
  return [
    {
      tool: "Sitemap schema 0.9",
      version: toolbox.versionOf("sitemap"),
      score: null,
      threshold: null,
      scope: "3 sitemaps",
      findings,
    },
  ];
}
