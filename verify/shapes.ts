// The shapes of the published JSON by their specifications. Open where the specification is open.
import { z } from "zod";
import type { Answer } from "./fetcher.ts";
import { Missing } from "./missing.ts";
import { needResource, type Site } from "./site.ts";

const absolute = z.string().regex(/^https?:\/\/[^\s/]+/, "not an absolute address");
const text = z.string().min(1);

/** AI Catalog 1.0 by the stricter rules of ARD 0.9: closed at the top level and in `host`. */
export const AiCatalog = z.strictObject({
  specVersion: z.literal("1.0"),
  host: z.strictObject({
    displayName: text,
    identifier: text,
    documentationUrl: absolute.optional(),
    logoUrl: absolute.optional(),
  }),
  entries: z
    .array(
      z.looseObject({
        identifier: z.string().regex(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/, "not a urn:air identifier"),
        displayName: text,
        type: text,
        url: absolute,
        data: z.undefined().optional(),
        description: text,
        representativeQueries: z.array(text).min(2).max(5),
        updatedAt: z.iso.datetime({ offset: true }).optional(),
      }),
    )
    .min(1),
});

const Version = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "not a protocol version");

export const ServerCard = z.looseObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/, "not reverse-domain/name"),
  version: text.max(255),
  description: text.max(100),
  title: text.max(100).optional(),
  websiteUrl: absolute.optional(),
  icons: z.array(z.looseObject({ src: absolute })).optional(),
  remotes: z
    .array(
      z.looseObject({
        type: z.literal("streamable-http"),
        url: absolute,
        supportedProtocolVersions: z.array(Version).min(1),
      }),
    )
    .min(1),
  serverInfo: z.looseObject({ name: text, version: text }).optional(),
  serverUrl: absolute.optional(),
  tools: z.array(z.looseObject({ name: text, description: text })).optional(),
});
export type ServerCard = z.infer<typeof ServerCard>;

const skillName = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const SkillsIndex = z.looseObject({
  $schema: z.literal("https://schemas.agentskills.io/discovery/0.2.0/schema.json"),
  skills: z
    .array(
      z.looseObject({
        name: text.max(64).regex(skillName, "not a skill name"),
        type: z.enum(["skill-md", "archive"]),
        description: text.max(1024),
        url: text,
        digest: z.string().regex(/^sha256:[0-9a-f]{64}$/, "not sha256: and 64 hexadecimal digits"),
      }),
    )
    .min(1),
});

const Target = z.looseObject({ href: absolute, type: text.optional() });
export const Linkset = z.looseObject({
  linkset: z.array(z.looseObject({ anchor: absolute }).catchall(z.union([z.string(), z.array(Target)]))).min(1),
});

export const Plugin = z.looseObject({
  schema_version: z.literal("v1"),
  name_for_human: text.max(20),
  name_for_model: text.max(50).regex(/^\w+$/, "not letters, digits and underscores"),
  description_for_human: text.max(100),
  description_for_model: text.max(8000),
  auth: z.looseObject({ type: z.literal("none") }),
  api: z.looseObject({ type: z.literal("openapi"), url: absolute }),
  logo_url: absolute,
  legal_info_url: absolute,
  contact_email: z.email().optional(),
});

const Verdict = z.enum(["pass", "warn", "fail"]);
export const Status = z.looseObject({
  status: Verdict,
  version: z.string().optional(),
  description: z.string().optional(),
  notes: z.array(z.string()).optional(),
  checks: z
    .record(
      z.string().regex(/^[^:]+(:[^:]+)?$/, "not component:measurement"),
      z.array(z.looseObject({ status: Verdict.optional(), time: z.iso.datetime({ offset: true }).optional() })),
    )
    .optional(),
  links: z.record(z.string(), absolute).optional(),
  updated: z.number().int().positive().optional(),
  network: z
    .looseObject({ verdict: z.enum(["open", "halted", "unknown"]), height: z.number().int().nullable() })
    .optional(),
});

export const Problem = z.looseObject({
  type: z.string().regex(/^(about:blank|https?:\/\/.+)$/, "neither absolute nor about:blank"),
  title: text,
  status: z.number().int(),
  detail: text,
  code: z.string().regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, "not snake_case"),
  hint: text,
  instance: z.string().startsWith("/").optional(),
});

const Media = z.looseObject({ schema: z.looseObject({}) });
const Operation = z.looseObject({
  operationId: z.string().regex(/^[A-Za-z0-9_.~-]+$/, "not safe in an address"),
  summary: text,
  description: text,
  tags: z.array(text).min(1),
  responses: z.record(
    z.string(),
    z.union([
      z.looseObject({ $ref: text }),
      z.looseObject({ description: text, content: z.record(z.string(), Media).optional() }),
    ]),
  ),
});
export type Operation = z.infer<typeof Operation>;

const methods = ["get", "post", "put", "patch", "delete", "head", "options"] as const;
const PathItem = z.looseObject(
  Object.fromEntries(methods.map((method) => [method, Operation.optional()])) as Record<
    (typeof methods)[number],
    z.ZodOptional<typeof Operation>
  >,
);

export const OpenApi = z.looseObject({
  openapi: z.string().regex(/^3\.1\.\d+$/, "not 3.1"),
  info: z.looseObject({
    title: text,
    version: text,
    description: text,
    contact: z.union([z.looseObject({ url: absolute }), z.looseObject({ email: text })]),
    license: z.looseObject({ name: text }),
  }),
  servers: z.array(z.looseObject({ url: absolute })).length(1),
  security: z.array(z.unknown()).length(0),
  tags: z.array(z.looseObject({ name: text, description: text })).min(1),
  paths: z.record(z.string().startsWith("/"), PathItem),
  components: z.looseObject({}).optional(),
});
export type OpenApi = z.infer<typeof OpenApi>;

export function listOperations(api: OpenApi): { path: string; method: string; operation: Operation }[] {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}

/** The faults of a body, as `path: message`. */
export function findFaults(shape: z.ZodType, answer: Answer): readonly string[] {
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    return ["not JSON"];
  }
  const { error } = shape.safeParse(body);
  return error?.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`) ?? [];
}

/** The parsed body of a published path. @throws Missing if it is absent or malformed, which its shape's row reports. */
export function needBody<Shape extends z.ZodType>(
  site: Site,
  path: string,
  shape: Shape,
  origin = site.origin,
): z.output<Shape> {
  const { answer } = needResource(site, path, origin);
  if (findFaults(shape, answer).length > 0) throw new Missing(`${path} is malformed`);
  return shape.parse(JSON.parse(answer.text));
}
