// The schemas of this site's JSON, as OpenAPI components. Tests validate every response.

import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { AssetsShape } from "../../../answers/assets/structured.ts";
import { EnvelopeShape } from "../../../answers/envelope.ts";
import { MoneyShape, VerdictShape } from "../../../answers/shapes.ts";
import { getSwapQuote } from "../../../mcp/tools/get-swap-quote.ts";
import { StatusShape } from "../../live/status/document.ts";
import {
  StatuspageEventShape,
  StatuspageStatusShape,
  StatuspageSummaryShape,
} from "../../live/status/statuspage.ts";

const Url = z.string().regex(/^https?:\/\//);
const Tool = z.object({ name: z.string(), description: z.string() });

const AiCatalog = z.object({
  specVersion: z.literal("1.0"),
  host: z.object({
    displayName: z.string(),
    identifier: z.string(),
    documentationUrl: Url,
    logoUrl: Url,
  }),
  entries: z.array(
    z.object({
      identifier: z.string().regex(/^urn:air:/),
      displayName: z.string(),
      type: z.string(),
      url: Url,
      description: z.string(),
      representativeQueries: z.array(z.string()).min(2).max(5),
    }),
  ),
});
const ServerCard = z.object({
  $schema: Url,
  name: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string().max(100),
  websiteUrl: Url,
  icons: z.array(z.object({ src: Url, mimeType: z.string() })),
  remotes: z.array(
    z.object({ type: z.string(), url: Url, supportedProtocolVersions: z.array(z.string()) }),
  ),
  serverInfo: z.object({ name: z.string(), version: z.string() }),
  serverUrl: Url,
  transport: z.object({ type: z.string(), endpoint: Url }),
  capabilities: z.record(z.string(), z.unknown()),
  tools: z.array(Tool),
});
const SkillsIndex = z.object({
  $schema: Url,
  skills: z.array(
    z.object({
      name: z.string(),
      type: z.literal("skill-md"),
      description: z.string(),
      url: z.string(),
      digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
    }),
  ),
});
const ApiCatalog = z.object({
  linkset: z.array(z.object({ anchor: Url }).catchall(z.array(z.record(z.string(), z.string())))),
});
const OpenApi = z.object({
  openapi: z.literal("3.1.0"),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.unknown()),
});
const RpcId = z.union([z.string(), z.number()]);
const JsonRpcMessage = z.object({
  jsonrpc: z.literal("2.0"),
  id: RpcId.optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});
const JsonRpcResponse = z.object({
  jsonrpc: z.literal("2.0"),
  id: RpcId.nullable(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
});
const Problem = z.object({
  type: z.string(),
  status: z.int(),
  code: z.string(),
  title: z.string(),
  detail: z.string(),
  hint: z.string(),
  instance: z.string().optional(),
  alternates: z.array(z.object({ type: z.string(), href: z.string() })).optional(),
});

const schemas = {
  AiCatalog,
  ApiCatalog,
  Assets: AssetsShape,
  JsonRpcMessage,
  JsonRpcResponse,
  OpenApi,
  Problem,
  ServerCard,
  SkillsIndex,
  Status: StatusShape,
  StatuspageEvent: StatuspageEventShape,
  StatuspageStatus: StatuspageStatusShape,
  StatuspageSummary: StatuspageSummaryShape,
  SwapQuote: getSwapQuote.outputSchema,
};
const sharedSchemas = {
  AnswerCell: AssetsShape.shape.assets.element.shape.can_send,
  Clock: EnvelopeShape.shape.as_of,
  Failure: EnvelopeShape.shape.error.unwrap(),
  Money: MoneyShape,
  StatuspageIndicator: StatuspageStatusShape.shape.status,
  StatuspagePage: StatuspageStatusShape.shape.page,
  Url,
  Verdict: VerdictShape,
  Warning: EnvelopeShape.shape.warnings.element,
};
export type SchemaName = keyof typeof schemas;

export const schemaOf = {
  "/.well-known/ai-catalog.json": "AiCatalog",
  "/.well-known/api-catalog": "ApiCatalog",
  "/.well-known/agent-skills/index.json": "SkillsIndex",
  "/.well-known/mcp/server-card.json": "ServerCard",
  "/.well-known/status": "Status",
  "/api/v2/summary.json": "StatuspageSummary",
  "/api/v2/status.json": "StatuspageStatus",
  "/assets.json": "Assets",
  "/openapi.json": "OpenApi",
  "/quote.json": "SwapQuote",
} as const satisfies Record<string, SchemaName>;

/** JSON Schemas (2020-12). Unknown members are allowed, since later versions may add members. */
export function schemaComponents(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...schemas, ...sharedSchemas }))
    registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas: components } = z.toJSONSchema(registry, {
    io: "input",
    override: dropImplied,
    uri,
  });
  return Object.fromEntries(
    Object.entries(components).map(([name, { $schema: _dialect, $id: _place, ...schema }]) => [
      name,
      schema,
    ]),
  );
}

function dropImplied({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (isDeepStrictEqual(jsonSchema.propertyNames, { type: "string" }))
    delete jsonSchema.propertyNames;
  if (jsonSchema.propertyNames) delete jsonSchema.required;
  if (jsonSchema.enum) delete jsonSchema.type;
}
