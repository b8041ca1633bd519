import { expect, test } from "@playwright/test";
import { parseCommand, UsageError } from "../../../verify/command.ts";
import { Missing } from "../../../verify/missing.ts";
import { escapeControls, reportLines } from "../../../verify/report.ts";
import { judge, type Row, runCheck } from "../../../verify/row.ts";
import { groups } from "../../../verify/run.ts";
import type { Site } from "../../../verify/site.ts";

const misuses: [args: string[], message: string][] = [
  [[], "<url> is missing: give a base address such as https://example.org."],
  [["nope"], '<url> "nope" is no address: write it with http:// or https://.'],
  [["ftp://a.example"], "<url> must be http or https, not ftp:"],
  [["https://a.example/b"], "<url> must be a base address: https://a.example without path, query or user."],
  [["https://a.example", "https://b.example"], "One base address, not 2: the swap site's goes behind --swap."],
  [["https://a.example", "--swap", "b"], '--swap "b" is no address: write it with http:// or https://.'],
  [["https://a.example", "--nope"], "Unknown option '--nope'."],
];
for (const [args, message] of misuses) {
  test(`signpost-verify ${args.join(" ")} says what is wrong`, () => {
    const parse = () => parseCommand(args);
    expect(parse).toThrow(message);
    expect(parse).toThrow(UsageError);
  });
}

test("the table shows what passed, what failed and what to do", () => {
  const row = { group: "G", what: "The rule" };
  const rows: Row[] = [
    { ...row, id: "g.a", status: "pass", evidence: "3 checked" },
    { ...row, id: "g.long", status: "fail", evidence: "/x: no", todo: "Do it." },
    { ...row, id: "g.c", group: "H", status: "not-claimed", evidence: "no keys" },
  ];
  const counts = { pass: 1, fail: 1, skip: 0, "not-claimed": 1 };
  const external = [{ url: "https://b.example/", namedBy: ["page" as const] }];
  const report = {
    url: "https://a.example",
    swap: null,
    startedAt: "",
    durationMs: 1234,
    requests: 5,
    counts,
    rows,
    external,
  };
  expect(reportLines(report).join("\n")).toBe(`https://a.example

G
  pass         g.a     The rule (3 checked)
  FAIL         g.long  /x: no
               rule: The rule
               to do: Do it.

H
  not claimed  g.c     The rule: no keys

Addresses of other sites (1)
  https://b.example/  named by page

1 passed, 1 failed, 0 skipped, 1 not claimed (5 requests, 1.2 s)`);
});

test("a row that throws fails with the message, and is skipped if its subject is missing", async () => {
  const check = (run: () => never) => ({ id: "g.a", what: "The rule", todo: "Do it.", run });
  const group = { title: "G", checks: [] };
  const site = {} as Site;
  const thrown = await runCheck(
    group,
    check(() => {
      throw new Error("not JSON");
    }),
    site,
  );
  expect(thrown).toMatchObject({ status: "fail", evidence: "not JSON", todo: "Do it." });
  const missing = await runCheck(
    group,
    check(() => {
      throw new Missing("no card");
    }),
    site,
  );
  expect(missing).toMatchObject({ status: "skip", evidence: "no card" });
  expect(missing).not.toHaveProperty("todo");
});

test("a row names six problems and counts the rest", () => {
  expect(judge(["1", "2", "3", "4", "5", "6", "7", "8"], "").evidence).toBe("1; 2; 3; 4; 5; 6; and 2 more");
});

test("every row has a unique id and advice", () => {
  const checks = groups.flatMap((group) => group.checks);
  expect(checks.length).toBeGreaterThan(200);
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  const isWhole = ({ id, what, todo }: (typeof checks)[number]) =>
    /^[a-z-]+\.[A-Za-z0-9-]+$/.test(id) && what.length > 10 && todo.length > 5;
  expect(checks.filter((check) => !isWhole(check))).toEqual([]);
});

const printed: [text: string, shown: string][] = [
  ["\u001b[2J\u009b1mpass", "\\u001b[2J\\u009b1mpass"],
  ["a\n  pass  g.b", "a\\u000a  pass  g.b"],
  ["\u202egnp\u2028\u007f", "\\u202egnp\\u2028\\u007f"],
  ["\u{e0041}", "\\udb40\\udc41"],
  ["Zürich, 100 %", "Zürich, 100 %"],
];
for (const [text, shown] of printed) {
  test(`${JSON.stringify(text)} is printed without effect on the terminal`, () => {
    expect(escapeControls(text)).toBe(shown);
    const row: Row = { id: "g.a", group: "G", what: "The rule", status: "fail", evidence: text, todo: "Do it." };
    const counts = { pass: 0, fail: 1, skip: 0, "not-claimed": 0 };
    const rest = { url: "https://a.example", swap: null, startedAt: "", durationMs: 1, requests: 1, external: [] };
    expect(reportLines({ ...rest, rows: [row], counts })).toContain(`  FAIL         g.a  ${shown}`);
  });
}
