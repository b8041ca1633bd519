// The table of clients in docs/verification.md: every client of the list, in the version of the lock file, with nothing that failed.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { type ClientResult, clients, clientsTable, isPassed, steps } from "../../../tools/clients/list.ts";
import { readSection } from "../../support/project-docs.ts";
import { root } from "../../support/root.ts";

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string } | undefined>>;
}
const lock: Lock = JSON.parse(readFileSync(`${root}tools/clients/package-lock.json`, "utf8"));

test("the table has each client with its locked version, and says what each can do", () => {
  const rows = readSection("docs/verification.md", "## Clients")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) => line.slice(2, -2).split(" | "));
  expect(rows.map(([name = "", version]) => [name.replace(/ \(.*/, ""), version])).toEqual(
    clients.map(({ name }) => [name, lock.packages[`node_modules/${name}`]?.version]),
  );
  for (const [name, , era, ...cells] of rows) {
    expect(era, name).toMatch(/^20\d\d(, 20\d\d)?$/);
    expect(cells, name).toHaveLength(steps.length);
    expect(
      cells.filter((cell) => cell !== "yes" && cell !== "not in its API"),
      name,
    ).toEqual([]);
  }
});

test("a step that failed, an unknown outcome and a client that asked nothing do not pass", () => {
  const [client] = clients;
  if (!client) throw new Error("no client");
  const all = Object.fromEntries([...steps, "close"].map((step) => [step, "yes"]));
  const passed: ClientResult = { client, version: "1.0.0", eras: ["2026"], steps: { ...all, prompt: "none" } };
  expect(isPassed(passed)).toBe(true);
  for (const step of [...steps, "close"]) {
    const broken = { ...passed, steps: { ...all, [step]: "Error: no" } };
    expect(isPassed(broken), step).toBe(false);
    if (step !== "close") expect(clientsTable([broken])).toContain("| no |");
  }
  expect(isPassed({ ...passed, eras: [] })).toBe(false);
  expect(isPassed({ ...passed, steps: { connect: "Error: no" } })).toBe(false);
});
