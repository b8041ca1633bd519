// `server.json` for the MCP registry, against the constraints of its schema and the registry's own rules for remote servers.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { root } from "../support/root.ts";
import { runScript } from "../support/run-script.ts";

const ServerDetail = JSON.parse(
  readFileSync(`${root}e2e/fixtures/server-json-schema.json`, "utf8"),
);

const run = (variables: Readonly<Record<string, string>>) =>
  runScript(["bin/server-json.ts"], { variables });

test("server.json is valid, and its name is in the namespace that the owner of the domain may use", () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(ServerDetail);
  const { stdout } = run({
    SITE_URL: "https://swap.example.org",
    NETWORK: "thorchain",
    SITE_NAME: "Swap Site 2",
  });
  const entry = JSON.parse(stdout);
  expect(validate(entry), JSON.stringify(validate.errors, null, 1)).toBe(true);
  expect(entry.name).toMatch(/^org\.example\.swap\//);
  expect(entry.remotes).toEqual([{ type: "streamable-http", url: "https://swap.example.org/mcp" }]);
  expect(
    validate({ ...entry, description: entry.description.repeat(2) }),
    "a long description",
  ).toBe(false);
  expect(
    validate({ ...entry, remotes: [{ ...entry.remotes[0], supportedProtocolVersions: [] }] }),
  ).toBe(false);
});

test("a site that the registry may not list gets no server.json", () => {
  for (const [settings, reason] of [
    [{ SITE_URL: "https://swap.example.org" }, /NETWORK is sample/],
    [{ NETWORK: "thorchain", SITE_URL: "http://localhost:3000" }, /https/],
    [{ NETWORK: "thorchain", SITE_URL: "ftp://swap.example.org" }, /SITE_URL/],
  ] as const) {
    const { stdout, stderr, status } = run(settings);
    expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
    expect(stderr).toMatch(reason);
  }
});
