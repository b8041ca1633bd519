// The published formats against their schemas. Runs only if SCHEMAS_DIR names the folder of the schemas.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { validateXML } from "xmllint-wasm";
import { expect, test } from "../support/answering-test.ts";
import { settings } from "../support/forms.ts";

const documents: readonly [path: string, schema: string, definition?: string][] = [
  ["/.well-known/ai-catalog.json", "ai-catalog-union.schema.json"],
  ["/.well-known/ai-catalog.json", "ai-catalog-1.0.schema.json"],
  ["/.well-known/ai-catalog.json", "ard-catalog-0.9.schema.json"],
  ["/.well-known/ard.json", "ard-entry-0.91.schema.json", "#/$defs/ardManifest"],
  ["/.well-known/api-catalog", "api-catalog-linkset.schema.json"],
  ["/.well-known/mcp/server-card.json", "mcp-server-card.schema.json", "#/$defs/ServerCard"],
  ["/.well-known/agent-skills/index.json", "agent-skills-index-0.2.0.schema.json"],
  ["/.well-known/status", "status-health.schema.json"],
  ["/openapi.json", "openapi-3.1.schema.json"],
];

test.beforeEach(() => {
  test.skip(!test.info().config.metadata.schemasDir, "SCHEMAS_DIR is not set");
});

const readSchema = (name: string) =>
  readFileSync(join(test.info().config.metadata.schemasDir, name), "utf8");
function createAjv() {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv;
}

for (const [path, name, definition = ""] of documents) {
  test(`${path} is valid against ${name}`, { tag: "@shared" }, async ({ request }) => {
    const ajv = createAjv();
    const schema = JSON.parse(readSchema(name));
    ajv.addSchema(schema, "schema");
    const validate = ajv.getSchema(`schema${definition}`);
    const body = await (await request.get(path)).json();
    expect(validate?.(body), JSON.stringify(validate?.errors, null, 1)).toBe(true);
    expect(validate?.({}), "the schema can refuse").toBe(false);
  });
}

test("the plugin manifest lacks nothing but a contact that is not configured", {
  tag: "@shared",
}, async ({ request }) => {
  const validate = createAjv().compile(JSON.parse(readSchema("ai-plugin-v1.schema.json")));
  validate(await (await request.get("/.well-known/ai-plugin.json")).json());
  const missing = (validate.errors ?? []).map((error) => error.params.missingProperty);
  expect(missing).toEqual(settings.contactEmail === null ? ["contact_email"] : []);
});

test("sitemap.xml is valid against the sitemap schema", { tag: "@shared" }, async ({ request }) => {
  const contents = await (await request.get("/sitemap.xml")).text();
  const schema = [{ fileName: "sitemap.xsd", contents: readSchema("sitemap-0.9.xsd") }];
  const result = await validateXML({ xml: [{ fileName: "sitemap.xml", contents }], schema });
  expect(result.errors).toEqual([]);
  const broken = contents.replace("<loc>", "<lok>").replace("</loc>", "</lok>");
  const xml = [{ fileName: "sitemap.xml", contents: broken }];
  expect((await validateXML({ xml, schema })).valid).toBe(false);
});
