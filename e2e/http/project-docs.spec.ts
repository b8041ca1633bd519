// Runs every example of the README and of docs/ that curl sends. The output has the shape that the document shows.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "../support/answering-test.ts";
import { readFences } from "../support/project-docs.ts";
import { root } from "../support/root.ts";

const run = promisify(execFile);

/** A `console` block: `$ command`, perhaps with continued lines, then the output. */
const examples = readFences()
  .filter(({ language }) => language === "console")
  .map(({ name, text }) => {
    const lines = text.split("\n");
    const length = lines.findIndex((line) => !line.endsWith("\\")) + 1;
    const command = lines.slice(0, length).join("\n").replace(/^\$ /, "");
    return {
      name,
      command,
      output: lines.slice(length).join("\n"),
      isPrompted: text.startsWith("$ "),
    };
  });

/** Heights, times, prices and ports vary. Everything else must be equal. */
const outputShape = (output: string): string =>
  output
    .replace(/\s+$/gm, "")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, "<time>")
    .replace(/\d+(\.\d+)?/g, "<n>");

test("each example is one command on the served site, with its output", () => {
  expect(examples.length).toBeGreaterThanOrEqual(5);
  for (const { name, command, output, isPrompted } of examples) {
    expect(isPrompted, name).toBe(true);
    expect(command, name).toMatch(/^curl -s .*localhost:3000\//);
    expect(output.trim(), name).not.toBe("");
    expect(output, `${name}: one command a block`).not.toMatch(/^\$ /m);
  }
});

for (const { name, command, output } of examples) {
  test(`${name}: ${command.split("\n")[0]}`, { tag: "@slow" }, async ({ baseURL }) => {
    const { host } = new URL(String(baseURL));
    // Without pipefail, because curl fails if `head` has its lines and stops reading.
    const { stdout } = await run("bash", ["-c", command.replaceAll("localhost:3000", host)], {
      cwd: root,
    });
    expect(outputShape(stdout)).toBe(outputShape(output));
  });
}
