// Two HTML validators on every page of the sitemap: html-validate, and the W3C's Nu checker if Java is installed.
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Absence, Finding, Measure } from "../measure.ts";
import { type Deployment, getText } from "../servers.ts";
import { parseOutput, type Toolbox } from "../toolbox.ts";

export async function scanHtml({ origin, pages }: Deployment, toolbox: Toolbox): Promise<(Measure | Absence)[]> {
  const files = new Map<string, string>();
  for (const [index, path] of pages.entries()) {
    const file = join(toolbox.scratch, `page-${index}.html`);
    writeFileSync(file, await getText(`${origin}${path}`));
    files.set(file, path);
  }
  const pagePath = (file: string) => files.get(join(toolbox.scratch, basename(file))) ?? file;
  const scope = `${pages.length} pages`;
  return [
    {
      tool: "html-validate, recommended",
      version: toolbox.versionOf("html-validate"),
      score: null,
      threshold: null,
      scope,
      findings: await runHtmlValidate([...files.keys()], pagePath, toolbox),
    },
    await runNu([...files.keys()], pagePath, scope, toolbox),
  ];
}

async function runHtmlValidate(
  files: string[],
  pagePath: (file: string) => string,
  toolbox: Toolbox,
): Promise<Finding[]> {
  const config = join(toolbox.scratch, "htmlvalidate.json");
  writeFileSync(config, JSON.stringify({ root: true, extends: ["html-validate:recommended"] }));
  const ran = await toolbox.run("html-validate/bin/html-validate.mjs", "-c", config, "-f", "json", ...files);
  const results = parseOutput<
    { filePath: string; messages: { ruleId: string; message: string; selector: string | null; line: number }[] }[]
  >(ran, "html-validate");
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, selector, line }) => ({
      rule: ruleId,
      where: `${pagePath(filePath)} line ${line} ${selector ?? ""}`.trim(),
      message,
    })),
  );
}

/** The Nu checker's rules have no names, so the message is used. */
async function runNu(
  files: string[],
  pagePath: (file: string) => string,
  scope: string,
  toolbox: Toolbox,
): Promise<Measure | Absence> {
  const tool = "Nu HTML Checker";
  const java = await toolbox.runProgram("java", "-version");
  if (java.code !== 0) return { tool, reason: "needs Java, which is not installed (Debian: default-jre-headless)" };
  const jar = toolbox.pathOf("vnu-jar/build/dist/vnu.jar");
  const { code, stderr } = await toolbox.runProgram("java", "-jar", jar, "--format", "json", ...files);
  const { messages } = parseOutput<{
    messages: { type: string; url: string; lastLine?: number; message: string; extract?: string }[];
  }>({ code, stdout: stderr, stderr: "" }, "vnu");
  return {
    tool,
    version: toolbox.versionOf("vnu-jar"),
    score: null,
    threshold: null,
    scope,
    findings: messages.map(({ url, lastLine, message, type, extract }) => ({
      rule: message,
      where: `${pagePath(url)} line ${lastLine ?? 0}`,
      message: `${type}: ${extract ?? ""}`,
    })),
  };
}
