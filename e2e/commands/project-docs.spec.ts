// Runs every example of the README and of docs/ that curl sends. The output has the shape that the document shows.
import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { readFences } from "../support/project-docs.ts";
import { root } from "../support/root.ts";
import {
  findFreePort,
  type RunningProcess,
  sampleSettings,
  startProcess,
} from "../support/start-process.ts";

/** A `console` block: `$ command`, perhaps with continued lines, then the output. */
const examples = readFences()
  .filter(({ language }) => language === "console")
  .map(({ name, text }) => {
    const [command = "", output = ""] = text.split(/(?<!\\)\n(.*)/s);
    return { name, command, output };
  });

/** Heights, times, prices and ports vary. Everything else must be equal. */
const outputShape = (output: string): string =>
  output
    .replace(/\s+$/gm, "")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, "<time>")
    .replace(/\d+(\.\d+)?/g, "<n>")
    .replaceAll("<n> second ", "<n> seconds ");

test("each example is one command on the served site, with its output", () => {
  expect(examples.length).toBeGreaterThanOrEqual(5);
  for (const { name, command, output } of examples) {
    expect(command, name).toMatch(/^\$ curl -s .*localhost:3000\//);
    expect(output.trim(), name).not.toBe("");
    expect(output, `${name}: one command a block`).not.toMatch(/^\$ /m);
  }
});

test.describe("on `npm start`", { tag: "@slow" }, () => {
  test.describe.configure({ mode: "default", timeout: 600_000 });
  let port = 0;
  let server: RunningProcess;
  test.beforeAll(async () => {
    port = await findFreePort();
    server = await startProcess({
      args: ["node_modules/jiti/lib/jiti-cli.mjs", "bin/start.ts"],
      environment: { ...sampleSettings(), PORT: String(port) },
      ready: /^Try:$/m,
      limitMs: 600_000,
    });
  });
  test.afterAll(() => server?.stop());

  for (const { name, command, output } of examples)
    test(`${name}: ${command.split("\n")[0]}`, () => {
      const sent = command.replace(/^\$ /, "").replaceAll("localhost:3000", `localhost:${port}`);
      // Without pipefail, because curl fails if `head` has its lines and stops reading.
      const printed = execFileSync("bash", ["-c", sent], { cwd: root, encoding: "utf8" });
      expect(outputShape(printed)).toBe(outputShape(output));
    });
});
