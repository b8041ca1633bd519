// The OpenAPI description against the server: every operation
// is called, and its status, headers, type and schema match.
import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { findResource, isPart, resourcePaths } from "../../lib/site/registry/resources.ts";
import { test } from "../support/answering-test.ts";
import { isDirect, isPublished, ownFields } from "../support/forms.ts";

interface Reference {
  readonly $ref?: string;
}
interface Example {
  readonly value?: unknown;
}
interface Media {
  readonly schema: Reference;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example & Reference>>;
}
interface Header {
  readonly required?: boolean;
  readonly schema: { readonly const?: string };
}
interface Described {
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Parameter {
  readonly name: string;
  readonly example: string;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Reference[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Described & Reference>>;
}

/**
 * Headers about the resource, which must be described if sent. Refusals have `Vary` too, which needs no description.
 */
const telling = [
  "allow",
  "cache-control",
  "content-length",
  "content-location",
  "etag",
  "last-modified",
  "link",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "vary",
  "x-markdown-tokens",
  "x-original-tokens",
];

class Description {
  readonly #api;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(api: Record<string, unknown>) {
    this.#api = api;
    this.#ajv.addSchema(api, "api");
  }

  get paths() {
    return this.#api.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  }

  resolve<Shape>(value: Shape & Reference): Shape {
    if (!value.$ref) return value;
    const steps = value.$ref.slice(2).split("/");
    return steps.reduce<unknown>(
      (at, step) => (at as Record<string, unknown>)[step],
      this.#api,
    ) as Shape;
  }

  validator({ schema }: Media): ValidateFunction {
    const found = schema.$ref
      ? this.#ajv.getSchema(`api${schema.$ref}`)
      : this.#ajv.compile(schema);
    if (!found) throw new Error(`no schema ${schema.$ref}`);
    return found;
  }

  parameters({ parameters = [] }: Operation): readonly Parameter[] {
    return parameters.map((one) => this.resolve(one as Parameter & Reference));
  }

  described({ responses }: Operation, status: number): Described {
    const found = responses[String(status)];
    if (!found) throw new Error(`status ${status} is not described`);
    return this.resolve(found);
  }

  async expectAnswer(operation: Operation, response: APIResponse, name: string): Promise<void> {
    const described = this.described(operation, response.status());
    const sent = ownFields(response.headers());
    // A 304 has the headers of the 200, without the length of a body.
    const { headers: told = {} } =
      response.status() === 304 ? this.described(operation, 200) : described;
    const listed = Object.entries(told).filter(
      ([header]) => response.status() !== 304 || header !== "Content-Length",
    );
    const headers = listed.map(
      ([header, value]) => [header.toLowerCase(), this.resolve<Header>(value as Header)] as const,
    );
    for (const [header, { required, schema }] of headers) {
      if (required) expect(sent[header], `${name}: ${header}`).toBeDefined();
      if (schema.const && sent[header] !== undefined)
        expect(sent[header], `${name}: ${header}`).toBe(schema.const);
    }
    const known = headers.map(([header]) => header);
    const isSent = (header: string) =>
      sent[header] !== undefined && (header !== "vary" || /accept/i.test(sent.vary ?? ""));
    const untold = telling.filter((header) => isSent(header) && !known.includes(header));
    // An empty body also has a length. Next and the platform give a path's `Last-Modified` to its refusals too.
    const implied = [
      ...(response.ok() ? [] : ["vary", "last-modified"]),
      ...(described.content ? [] : ["content-length"]),
    ];
    expect(
      untold.filter((header) => !implied.includes(header)),
      name,
    ).toEqual([]);
    const text = await response.text();
    if (!described.content) {
      expect(text, name).toBe("");
      return;
    }
    const type = (sent["content-type"] ?? "").replace("; charset=utf-8", "");
    const media = described.content[type];
    expect(media, `${name}: ${type}`).toBeDefined();
    const validate = this.validator(media as Media);
    const body = /[/+]json/.test(type) ? JSON.parse(text) : text;
    expect(validate(body), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
  }
}

async function getDescription(request: APIRequestContext): Promise<Description> {
  return new Description(await (await request.get("/openapi.json")).json());
}

const CHAIN = "/status/{chain}";

function exampleAddress(path: string, parameters: readonly Parameter[]): string {
  const given = parameters.filter(({ example }) => example !== undefined);
  const [parts, queries] = [true, false].map((isPart) =>
    given.filter(({ name }) => path.includes(`{${name}}`) === isPart),
  );
  const filled =
    parts?.reduce((text, { name, example = "" }) => text.replace(`{${name}}`, example), path) ??
    path;
  const query = new URLSearchParams(queries?.map(({ name, example = "" }) => [name, example]));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

test("it lists each resource once, with GET, and POST only for /mcp", async ({
  request,
  baseURL,
}) => {
  const response = await request.get("/openapi.json");
  const api = await response.json();
  expect(api).toMatchObject({
    openapi: "3.1.0",
    info: { version: "1.0.0", license: { name: "Public documentation" } },
    servers: [{ url: baseURL }],
  });
  expect(api.externalDocs.url).toMatch(/^https:\/\//);
  const isListed = (path: (typeof resourcePaths)[number]) =>
    isPublished(path) && !findResource(path).unlisted && !isPart(path);
  expect(Object.keys(api.paths)).toEqual([...resourcePaths.filter(isListed), CHAIN]);
  const names = api.tags.map(({ name }: { name: string }) => name);
  expect(names).toEqual(names.toSorted());
  for (const { description } of [api.info, ...api.tags]) expect(description).toBeTruthy();
  expect([api.security, api.info.contact.url]).toEqual([[], `${baseURL}/legal`]);
  const ids: string[] = [];
  for (const [path, item] of Object.entries<Record<string, Operation>>(api.paths)) {
    expect(Object.keys(item).sort(), path).toEqual(path === "/mcp" ? ["get", "post"] : ["get"]);
    for (const { operationId, summary, description, tags, responses } of Object.values(item)) {
      ids.push(operationId);
      for (const text of [summary, description]) expect(text, path).toBeTruthy();
      expect(
        tags.map((tag) => names.includes(tag)),
        path,
      ).toEqual([true]);
      expect(
        Object.keys(responses).some((code) => code.startsWith("4")),
        path,
      ).toBe(true);
    }
  }
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[\w.~-]+$/);
  const references = new Set(JSON.stringify(api).match(/(?<="\$ref":")#[^"]+/g));
  const components = Object.entries<object>(api.components).flatMap(([kind, members]) =>
    Object.keys(members).map((name) => `#/components/${kind}/${name}`),
  );
  expect(components.sort()).toEqual(
    [...references].filter((one) => one.startsWith("#/components/")).sort(),
  );
});

test("every GET answers as described: each form, unchanged, and refused", async ({ request }) => {
  const description = await getDescription(request);
  // Playwright searches all steps outside of a step at each `expect`.
  for (const [path, { get: operation }] of Object.entries(description.paths))
    await test.step(path, async () => {
      if (!operation) throw new Error(`${path} has no GET`);
      const address = exampleAddress(path, description.parameters(operation));
      const isPage =
        path === CHAIN || findResource(path as (typeof resourcePaths)[number]).twin !== undefined;
      const forms = isPage ? ["text/html", "text/markdown"] : ["*/*"];
      for (const accept of forms) {
        const response = await request.get(address, { headers: { accept } });
        expect(response.status(), address).toBe(path === "/mcp" ? 405 : 200);
        await description.expectAnswer(operation, response, `${address} as ${accept}`);
        const { etag } = response.headers();
        expect(etag !== undefined, `${address}: 304 is described where there is a validator`).toBe(
          operation.responses["304"] !== undefined,
        );
        if (etag === undefined) continue;
        const unchanged = await request.get(address, {
          headers: { accept, "if-none-match": etag },
        });
        expect(unchanged.status(), address).toBe(304);
        await description.expectAnswer(operation, unchanged, `${address} unchanged as ${accept}`);
      }
      if (path === "/mcp") return;
      for (const accept of forms) {
        const long = await request.get(`${address.replace(/\?.*/, "")}?${"x".repeat(600)}`, {
          headers: { accept },
        });
        expect(long.status(), path).toBe(operation.responses["414"] ? 414 : 200);
        await description.expectAnswer(operation, long, `${path} of a long query as ${accept}`);
      }
      const refused = await request.get(address, { headers: { accept: "image/png" } });
      expect(refused.status(), address).toBe(operation.responses["406"] ? 406 : 200);
      await description.expectAnswer(operation, refused, `${address} as image/png`);
    });
});

test("a question that is refused is answered as described, in each form", async ({ request }) => {
  const description = await getDescription(request);
  const paths = Object.entries(description.paths).filter(([, { get }]) => get?.responses["400"]);
  expect(paths).toHaveLength(6);
  for (const [path, { get }] of paths) {
    const response = await request.get(`${path}?txid=63&from=BTC&to=nothing`, {
      headers: { accept: "text/markdown" },
    });
    expect(response.status(), path).toBe(400);
    await description.expectAnswer(get as Operation, response, path);
  }
});

test("every POST example and every refusal is answered as described", async ({ request }) => {
  const description = await getDescription(request);
  const operation = description.paths["/mcp"]?.post as Operation;
  const media = operation.requestBody?.content["application/json"] as Media;
  const accept = "application/json, text/event-stream";
  const statuses = new Set<number>();
  const send = async (data: string, headers: Record<string, string>, name: string) => {
    const response = await request.post("/mcp", { data, headers });
    statuses.add(response.status());
    await description.expectAnswer(operation, response, name);
  };
  const json = { accept, "content-type": "application/json" };
  for (const [name, { value }] of Object.entries(media.examples ?? {}))
    await send(JSON.stringify(value), json, name);
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  await send(ping, { ...json, accept: "text/event-stream" }, "stream");
  await send("{", json, "not JSON");
  const foreign = { ...json, origin: "https://elsewhere.example", host: "elsewhere.example" };
  if (isDirect) await send(ping, foreign, "foreign");
  await send(`"${"x".repeat(70_000)}"`, json, "large");
  await send(ping, { ...json, "content-type": "text/plain" }, "type");
  // This server has no rate limit. e2e/http/rate-limit.spec.ts has one with a limit.
  const unseen = isDirect ? [429] : [403, 429];
  expect([...statuses, ...unseen].sort().map(String)).toEqual(Object.keys(operation.responses));
});

test("every member that a schema requires is described in it", async ({ request }) => {
  const undescribed: string[] = [];
  const collect = (node: unknown, path: string): void => {
    if (typeof node !== "object" || node === null) return;
    const { required, properties = {} } = node as { required?: unknown; properties?: object };
    if (Array.isArray(required))
      undescribed.push(
        ...required.filter((name) => !(name in properties)).map((name) => `${path}/${name}`),
      );
    for (const [key, inner] of Object.entries(node)) collect(inner, `${path}/${key}`);
  };
  collect(await (await request.get("/openapi.json")).json(), "");
  expect(undescribed).toEqual([]);
});

test("every example fits its schema", async ({ request }) => {
  const description = await getDescription(request);
  let examples = 0;
  for (const [path, item] of Object.entries(description.paths)) {
    for (const { requestBody, responses } of Object.values(item)) {
      const contents = [
        requestBody,
        ...Object.values(responses).map((one) => description.resolve<Described>(one)),
      ];
      for (const [type, media] of contents.flatMap((one) => Object.entries(one?.content ?? {}))) {
        const validate = description.validator(media);
        const values = Object.values(
          media.examples ?? (media.example === undefined ? {} : { only: { value: media.example } }),
        );
        for (const { value } of values) {
          expect(validate(value), `${path} ${type}: ${JSON.stringify(validate.errors)}`).toBe(true);
          examples += 1;
        }
      }
    }
  }
  expect(examples).toBeGreaterThan(50);
});
