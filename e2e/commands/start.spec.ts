// `npm start` with a wrong configuration: one message, exit code 1, and nothing keeps running.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { childEnvironment } from "../../lib/config.ts";
import { root } from "../support/root.ts";
import { runScript } from "../support/run-script.ts";

test("every wrong variable is named, nothing is built, nothing listens", () => {
  const variables = {
    ...childEnvironment(),
    NETWORK: "bitcoin",
    SITE_URL: "http://example.org",
    CONTENT_SIGNAL: "search=perhaps",
    DIST_DIR: ".next-never",
  };
  const { status, stdout, stderr } = runScript(["bin/start.ts"], { variables });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr.trim().split("\n")).toHaveLength(4);
  for (const name of ["NETWORK must", "SITE_URL must", "CONTENT_SIGNAL must"])
    expect(stderr).toContain(`- ${name}`);
  expect(existsSync(join(root, ".next-never"))).toBe(false);
});
