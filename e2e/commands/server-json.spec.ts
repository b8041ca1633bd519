// `server.json` for the MCP registry, against the constraints of its schema of 2025-12-11 and the registry's own rules for remote servers:
// modelcontextprotocol/registry, internal/validators/schemas/2025-12-11.json and validators.go. Members that we do not send are left out.
import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { root } from "../support/root.ts";

const httpsUrl = { type: "string", format: "uri", pattern: "^https://[^\\s]+$", maxLength: 255 };
const ServerDetail = {
  type: "object",
  required: ["$schema", "name", "description", "version", "remotes"],
  additionalProperties: false,
  properties: {
    $schema: {
      const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    },
    // The schema lets either part begin or end with a dot or a hyphen, the registry does not.
    name: {
      type: "string",
      minLength: 3,
      maxLength: 200,
      pattern: "^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$",
    },
    version: { type: "string", maxLength: 255, pattern: "^\\d+\\.\\d+\\.\\d+$" },
    title: { type: "string", minLength: 1, maxLength: 100, pattern: "\\S" },
    description: { type: "string", minLength: 1, maxLength: 100 },
    websiteUrl: httpsUrl,
    icons: {
      type: "array",
      items: {
        type: "object",
        required: ["src"],
        additionalProperties: false,
        properties: {
          src: httpsUrl,
          mimeType: {
            enum: ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"],
          },
        },
      },
    },
    remotes: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["type", "url"],
        additionalProperties: false,
        properties: { type: { enum: ["streamable-http", "sse"] }, url: httpsUrl },
      },
    },
  },
};

function run(settings: Readonly<Record<string, string>>) {
  const args = ["node_modules/jiti/lib/jiti-cli.mjs", "bin/server-json.ts"];
  return spawnSync(process.execPath, args, {
    cwd: root,
    env: settings as NodeJS.ProcessEnv,
    encoding: "utf8",
  });
}

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
