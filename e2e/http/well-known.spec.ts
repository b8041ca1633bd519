// What agents ask for without being told: the type, lifetime, shape and other addresses of each document.
// The figures and forms are written out here, as the specifications have them, and not taken from the site's own lists.
import { createHash } from "node:crypto";
import { z } from "zod";
import { resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { ask } from "../support/ask.ts";
import { urlOf } from "../support/forms.ts";

const text = z.string().min(1);
const address = z.string().regex(/^https?:\/\/[^\s/]+/);

/** AI Catalog 1.0 by the stricter rules of ARD 0.9: closed at the top and in `host`. */
const AiCatalog = z.strictObject({
  specVersion: z.literal("1.0"),
  host: z.strictObject({
    displayName: text,
    identifier: text,
    documentationUrl: address.optional(),
    logoUrl: address.optional(),
  }),
  entries: z.array(
    z.looseObject({
      identifier: z.string().regex(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/),
      displayName: text,
      type: text,
      url: address,
      data: z.undefined().optional(),
      description: text,
      representativeQueries: z.array(text).min(2).max(5),
      updatedAt: z.iso.datetime({ offset: true }).optional(),
    }),
  ),
});
const ServerCard = z.looseObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  version: text.max(255),
  title: text.max(100),
  description: text.max(100),
  websiteUrl: address,
  icons: z.array(z.looseObject({ src: address })),
  remotes: z.tuple([
    z.looseObject({
      type: z.literal("streamable-http"),
      url: address,
      supportedProtocolVersions: z.array(z.iso.date()).min(1),
    }),
  ]),
});
const SkillsIndex = z.looseObject({
  $schema: z.literal("https://schemas.agentskills.io/discovery/0.2.0/schema.json"),
  skills: z
    .array(
      z.looseObject({
        name: text.max(64).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
        type: z.literal("skill-md"),
        description: text.max(1024),
        url: text,
        digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
      }),
    )
    .min(3),
});
const targets = z.array(z.looseObject({ href: address, type: text.optional() })).min(1);
/** RFC 9727 for the catalog itself, RFC 8631 for each interface. */
const Linkset = z.object({
  linkset: z.tuple(
    [z.object({ anchor: address, item: targets })],
    z.object({ anchor: address, "service-desc": targets, "service-doc": targets, status: targets }),
  ),
});
const Plugin = z.looseObject({
  schema_version: z.literal("v1"),
  name_for_human: text.max(20),
  name_for_model: text.max(50).regex(/^\w+$/),
  description_for_human: text.max(100),
  description_for_model: text.max(8000),
  auth: z.strictObject({ type: z.literal("none") }),
  api: z.looseObject({ type: z.literal("openapi"), url: address }),
  logo_url: address,
  legal_info_url: address,
  contact_email: z.email().optional(),
});
const CARD = "/.well-known/mcp/server-card.json";
const [json, plain, markdown] = ["application/json", "text/plain", "text/markdown"].map(
  (type) => `${type}; charset=utf-8`,
) as [string, string, string];
const MINUTES = "public, max-age=300, stale-while-revalidate=86400";
const HOUR = "public, max-age=3600";

type Known = readonly [
  path: string,
  type: string,
  lifetime: string,
  shape: z.ZodType | null,
  ...aliases: string[],
];
const known: readonly Known[] = [
  ["/robots.txt", plain, HOUR, null],
  ["/sitemap.xml", "application/xml; charset=utf-8", HOUR, null],
  ["/sitemap.md", markdown, MINUTES, null],
  ["/llms.txt", plain, MINUTES, null],
  ["/llms-full.txt", plain, MINUTES, null],
  ["/index.md", markdown, MINUTES, null],
  ["/pricing.md", markdown, MINUTES, null],
  ["/AGENTS.md", markdown, MINUTES, null, "/.well-known/agent-rules"],
  ["/openapi.json", json, MINUTES, null],
  [
    "/.well-known/api-catalog",
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    MINUTES,
    Linkset,
  ],
  [
    "/.well-known/ai-catalog.json",
    "application/ai-catalog+json",
    MINUTES,
    AiCatalog,
    "/.well-known/ard.json",
  ],
  [
    CARD,
    "application/mcp-server-card+json",
    HOUR,
    ServerCard,
    "/mcp/server-card",
    "/.well-known/mcp.json",
    "/.well-known/mcp-server-card",
    "/.well-known/mcp-server-card.json",
  ],
  ["/.well-known/agent-skills/index.json", json, MINUTES, SkillsIndex],
  ["/.well-known/ai-plugin.json", json, MINUTES, Plugin],
  ["/.well-known/status", "application/health+json", "no-store", null],
];

for (const [path, type, lifetime, shape, ...aliases] of known)
  test(`${path} has its type, lifetime and shape, and every site may read it`, async () => {
    const { status, headers, bytes } = await ask(urlOf(path));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": type,
      "cache-control": lifetime,
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    expect(headers).not.toHaveProperty("access-control-allow-credentials");
    expect(headers["access-control-expose-headers"]).toMatch(/\bETag, Link\b/);
    const body = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (shape) expect(shape.safeParse(JSON.parse(body)).error?.issues).toBeUndefined();
    if (lifetime !== "no-store")
      expect(body, "lines end with LF alone").toMatch(/^[^\ufeff\r][^\r]*\n$/);
    for (const alias of aliases) {
      const other = await ask(urlOf(alias));
      expect([other.status, other.text]).toEqual([200, body]);
      for (const name of ["content-type", "cache-control", "etag", "access-control-allow-origin"])
        expect(other.headers[name], `${alias} ${name}`).toBe(headers[name]);
    }
  });

test("the server card allows what its specification names to pages of other sites", async () => {
  for (const path of [CARD, "/mcp/server-card"]) {
    const { headers } = await ask(urlOf(path));
    expect(headers).toMatchObject({
      "access-control-allow-methods": "GET",
      "access-control-allow-headers": "Content-Type, If-None-Match",
    });
  }
});

test("the AI catalog gives each entry an identifier and an address of its own, and lists every skill", async ({
  request,
}) => {
  const { host, entries } = AiCatalog.parse(
    await (await request.get("/.well-known/ai-catalog.json")).json(),
  );
  const domain = new URL(urlOf("/")).hostname;
  expect(host.identifier).toBe(domain);
  // AI Catalog 0.9.0: the publisher's domain, the name, the kind.
  for (const { identifier } of entries)
    expect(identifier).toMatch(new RegExp(`^urn:air:${domain}:[a-z0-9-]+:(mcp|openapi|skill)$`));
  expect(entries[0]).toMatchObject({
    identifier: expect.stringMatching(/:mcp$/),
    type: "application/mcp-server-card+json",
    url: urlOf("/mcp/server-card"),
  });
  const keys = entries.flatMap(({ identifier, url }) => [identifier, url]);
  expect(new Set(keys).size).toBe(keys.length);
  const skills = resourcePaths.filter((path) => path.endsWith("/SKILL.md"));
  expect(keys).toEqual(expect.arrayContaining(skills.map((path) => urlOf(path))));
});

test("each skill has the bytes, the name and the description of the index", async ({ request }) => {
  const { skills } = SkillsIndex.parse(
    await (await request.get("/.well-known/agent-skills/index.json")).json(),
  );
  expect(new Set(skills.map(({ name }) => name)).size).toBe(skills.length);
  for (const { name, description, url, digest } of skills) {
    expect(url).toBe(`/.well-known/agent-skills/${name}/SKILL.md`);
    const body = await (await request.get(url)).body();
    expect(`sha256:${createHash("sha256").update(body).digest("hex")}`, name).toBe(digest);
    const skill = body.toString();
    expect(skill).toMatch(new RegExp(`^---\\nname: ${name}\\n`));
    expect(/^description: (.*)$/m.exec(skill)?.[1]).toBe(description);
  }
  expect((await request.get("/.well-known/agent-skills/no-such-skill/SKILL.md")).status()).toBe(
    404,
  );
});

test("one name and one version stand in every document", async ({ request }) => {
  const read = async (path: string) => (await request.get(path)).text();
  const card = JSON.parse(await read(CARD));
  for (const [path, name] of [
    ["/.well-known/ai-plugin.json", /"name_for_human": "([^"]*)"/],
    ["/openapi.json", /"info":\{"title":"([^"]*)"/],
    ["/.well-known/ai-catalog.json", /"host": \{\s*"displayName": "([^"]*)"/],
    ["/llms.txt", /^# (.*)\n/],
    ["/", /"@type":"Organization"[^}]*?"name":"([^"]*)"/],
  ] as const)
    expect(name.exec(await read(path))?.[1], path).toBe(card.title);
  for (const [path, version] of [
    ["/.well-known/status", /"version": ?"([^"]*)"/],
    ...["/index.md", "/AGENTS.md", "/legal.md"].map(
      (path) => [path, /^doc_version: "(.*)"$/m] as const,
    ),
  ] as const)
    expect(version.exec(await read(path))?.[1], path).toBe(card.version);
});

/** A client that finds one begins a login or a payment, and fails. */
const absent = (
  "oauth-authorization-server oauth-protected-resource openid-configuration agent-card.json agent.json " +
  "http-message-signatures-directory skills/ skills/index.json payments x402 x402.json mpp ucp acp.json ap2.json"
).split(" ");
test("nothing promises a login, a payment or another protocol", async ({ request }) => {
  for (const path of [...absent.map((name) => `/.well-known/${name}`), "/auth.md"])
    expect((await request.get(path)).status(), path).toBe(404);
});
