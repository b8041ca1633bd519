// The front's template: every tag has a value and documentation, and its problem details match the site's.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { fillTemplate, renderConfiguration, standardLimits } from "../../../deploy/nginx-conf.ts";
import { plainPage, problemText } from "../../../lib/http/problem.ts";
import { errorMessage } from "../../../lib/mcp/transport/messages.ts";
import { findResource, resourcePaths } from "../../../lib/site/registry/resources.ts";
import { root } from "../../support/root.ts";

const configuration = renderConfiguration({
  folder: "/run/front",
  cacheFolder: "/var/cache/front",
  upstreams: ["localhost:3000", "localhost:3001"],
  origins: ["https://site.example", "https://swap.example"],
  listen: ["443", "[::]:443"],
  tls: { certificate: "c", key: "k", plain: ["80"] },
  limits: standardLimits,
  cacheSeconds: 10,
  brotliModule: "m",
});

test("a section is written for each item, for an existing value, and not for null", () => {
  const template =
    "{{#list}}\n  {{.}} {{name}};\n  {{#rows}}\n  {{x}}\n  {{/rows}}\n{{/list}}\n{{#none}}\nno\n{{/none}}\n";
  const values = { list: ["a", "b"], name: "n", rows: { x: 1 }, none: null };
  expect(fillTemplate(template, values)).toBe("  a n;\n  1\n  b n;\n  1\n");
  expect(fillTemplate("{{#list}}\n{{.}}\n{{/list}}\n", { list: [] })).toBe("");
  expect(() => fillTemplate("{{nmae}}", values)).toThrow("names nmae");
  expect(() => fillTemplate("{{#toString}}\n{{/toString}}", values)).toThrow("names toString");
  expect(() => fillTemplate("{{#list}}\n{{.}}", values)).toThrow("list has no end");
});

test("the template documents exactly the names that it uses", () => {
  const files = readdirSync(join(root, "deploy")).filter((name) => name.endsWith(".template"));
  const texts = files.map((name) => readFileSync(join(root, "deploy", name), "utf8"));
  const used = texts.flatMap((text) => [...text.matchAll(/\{\{#?(\w+)\}\}/g)].map((match) => match[1] as string));
  const [documented = ""] = texts.flatMap((text) => /^\{\{!.*?^\}\}$/ms.exec(text) ?? []);
  expect([...new Set(used)].filter((name) => !new RegExp(`\\b${name}\\b`).test(documented))).toEqual([]);
  const names = [...documented.matchAll(/^ {2}(\w+) /gm)].map((match) => match[1] as string);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !used.includes(name))).toEqual([]);
});

test("every stable document has a cache, pages have their own, and live paths have none", () => {
  for (const path of resourcePaths) {
    const { kind, cache } = findResource(path);
    const zone = kind === "page" ? "pages" : "documents";
    const lines = [`    ${path} ${zone};`, `    location = ${path} { proxy_cache ${zone}; `];
    const isCached = kind !== "endpoint" && cache !== "live";
    expect(
      lines.map((line) => configuration.includes(line)),
      path,
    ).toEqual([isCached, isCached]);
    if (!isCached) expect(configuration, path).not.toContain(` ${path} `);
  }
});

/** The texts in one of the maps by status. */
function readTexts(name: string): Map<string, string> {
  const [, rows = ""] = new RegExp(`map \\$status \\$problem_${name} \\{\n(.*?)\n  \\}`, "s").exec(configuration) ?? [];
  return new Map([...rows.matchAll(/^ *(\d+) "?(.*?)"?;$/gm)].map((row) => [row[1] as string, row[2] as string]));
}

test("a problem of the front has the same bytes as the site's own, in each form", () => {
  const [codes, titles, details, hints] = ["code", "title", "detail", "hint"].map(readTexts);
  const statuses = [...configuration.matchAll(/^ *error_page .* =(\d+) /gm)].map((match) => match[1] as string);
  expect(statuses.length).toBeGreaterThan(9);
  for (const texts of [codes, titles, details, hints]) expect([...(texts?.keys() ?? [])]).toEqual(statuses);
  for (const status of statuses) {
    const of = (texts: Map<string, string> | undefined) => texts?.get(status) as string;
    const [code, title, detail, hint] = [codes, titles, details, hints].map(of) as [string, string, string, string];
    const problem = { status: Number(status), code, title, detail, hint };
    const bodies = [...configuration.matchAll(/return 200 '(.*)\\n';/g)].map((match) =>
      (match[1] as string)
        .replaceAll("$status", status)
        .replaceAll(/\$problem_(\w+)/g, (_, name: "code") => String(problem[name])),
    );
    expect([...new Set(bodies)].map((body) => `${body}\n`)).toEqual([
      problemText(problem),
      `${plainPage(problem)}\n`,
      `${JSON.stringify(errorMessage(-32000, `${problem.detail} ${problem.hint}`, null))}\n`,
    ]);
  }
});
