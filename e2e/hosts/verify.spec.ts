// The verify command on two hosts: both sites, and the redirects between them.
import { verify } from "../../verify/run.ts";
import { expect, test } from "../support/answering-test.ts";

test("nothing fails on two hosts, and the rows about two hosts are not skipped", async ({ baseURL }) => {
  const { port } = new URL(baseURL as string);
  const report = await verify({ url: `http://localhost:${port}`, swap: `http://127.0.0.1:${port}` });
  const failed = report.rows.filter(({ status }) => status === "fail").map(({ id, evidence }) => `${id}: ${evidence}`);
  expect(failed).toEqual([]);
  for (const id of ["swap.own", "swap.root", "swap.website-paths", "swap.swap-paths", "swap.links", "security.form"]) {
    expect(report.rows.find((row) => row.id === id)?.status, id).toBe("pass");
  }
});
