// The OpenAPI description of each site against the server: every operation is called, and its status, headers, type and schema match.
import type { APIRequestContext, APIResponse } from "@playwright/test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { findResource, isPart, resourcePaths } from "../../lib/site/registry/resources.ts";
import { VERSION } from "../../lib/version.ts";
import { expect, test } from "../support/answering-test.ts";
import { isDirect, isPublished, ownFields, site, swap } from "../support/forms.ts";

interface Reference {
  readonly $ref?: string;
}
interface Media {
  readonly schema: Reference;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown } & Reference>>;
}
interface Header {
  readonly required?: boolean;
  readonly schema: { readonly const?: string };
}
interface Described {
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (Reference & {
    readonly name: string;
    readonly example?: string;
  })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Described & Reference>>;
}
type Item = Readonly<Record<string, Operation>>;

/** Headers about the resource, which must be described if sent. Refusals have `Vary` too, which needs no description. */
const telling = [
  ...["allow", "cache-control", "content-length", "content-location", "etag", "last-modified"],
  ...["link", "ratelimit", "ratelimit-policy", "retry-after", "vary"],
  ...["x-markdown-tokens", "x-original-tokens"],
];
const CHAIN = "/status/{chain}";
const origins = [...new Set([site, swap])];

class Description {
  readonly origin: string;
  readonly api: Record<string, unknown>;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(origin: string, api: Record<string, unknown>) {
    this.origin = origin;
    this.api = api;
    this.#ajv.addSchema(api, "api");
  }

  get paths() {
    return this.api.paths as Readonly<Record<string, Item>>;
  }

  get gets() {
    return Object.entries(this.paths).map(([path, { get }]) => [path, get as Operation] as const);
  }

  resolve<Shape>(value: Shape & Reference): Shape {
    if (!value.$ref) return value;
    const steps = value.$ref.slice(2).split("/");
    return steps.reduce<unknown>((at, step) => Object(at)[step], this.api) as Shape;
  }

  validator({ schema }: Media): ValidateFunction {
    const { $ref } = schema;
    const found = $ref ? this.#ajv.getSchema(`api${$ref}`) : this.#ajv.compile(schema);
    if (!found) throw new Error(`no schema ${$ref}`);
    return found;
  }

  described({ responses }: Operation, status: number): Described {
    const found = responses[String(status)];
    if (!found) throw new Error(`status ${status} is not described`);
    return this.resolve(found);
  }

  /** With the examples of its parameters. */
  address(path: string, { parameters = [] }: Operation): string {
    const query = new URLSearchParams();
    let filled = path;
    for (const { name, example } of parameters.map((one) => this.resolve(one))) {
      if (example === undefined) continue;
      if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, example);
      else query.append(name, example);
    }
    return `${this.origin}${filled}${query.size > 0 ? `?${query}` : ""}`;
  }

  async expectAnswer(operation: Operation, response: APIResponse, name: string): Promise<void> {
    const status = response.status();
    const described = this.described(operation, status);
    const sent = ownFields(response.headers());
    // A 304 has the headers of the 200, without the length of a body.
    const { headers: told = {} } = status === 304 ? this.described(operation, 200) : described;
    const known: string[] = [];
    // One `expect` for all headers: thousands would take most of the time.
    const wrong: string[] = [];
    for (const [header, reference] of Object.entries(told)) {
      if (status === 304 && header === "Content-Length") continue;
      const { required = false, schema } = this.resolve(reference as Header & Reference);
      const value = sent[header.toLowerCase()];
      known.push(header.toLowerCase());
      const isRight = value === undefined ? !required : value === (schema.const ?? value);
      if (!isRight) wrong.push(`${header}: ${value}`);
    }
    // An empty body also has a length. Next and the platform give a path's `Last-Modified` to its refusals too.
    known.push(...(response.ok() ? [] : ["vary", "last-modified"]));
    known.push(...(described.content ? [] : ["content-length"]));
    const isSent = (header: string) =>
      sent[header] !== undefined && (header !== "vary" || /accept/i.test(sent.vary ?? ""));
    const untold = telling.filter((header) => isSent(header) && !known.includes(header));
    expect({ wrong, untold }, name).toEqual({ wrong: [], untold: [] });
    const text = await response.text();
    if (!described.content) {
      expect(text, name).toBe("");
      return;
    }
    const type = (sent["content-type"] ?? "").replace("; charset=utf-8", "");
    expect(Object.keys(described.content), name).toContain(type);
    const validate = this.validator(described.content[type] as Media);
    const body = /[/+]json/.test(type) ? JSON.parse(text) : text;
    expect(validate(body), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
  }
}

const readDescriptions = (request: APIRequestContext) =>
  Promise.all(
    origins.map(
      async (origin) =>
        new Description(origin, await (await request.get(`${origin}/openapi.json`)).json()),
    ),
  );

test("they list each resource, with GET, and POST only for /mcp", async ({ request }) => {
  const descriptions = await readDescriptions(request);
  const isListed = (path: (typeof resourcePaths)[number]) =>
    isPublished(path) && !findResource(path).unlisted && !isPart(path);
  const listed = new Set(descriptions.flatMap(({ paths }) => Object.keys(paths)));
  expect([...listed].sort()).toEqual([...resourcePaths.filter(isListed), CHAIN].sort());
  for (const { origin, api, paths } of descriptions) {
    expect(api).toMatchObject({
      openapi: "3.1.0",
      info: { version: "1.0.0" },
      servers: [{ url: origin, description: `Software version ${VERSION}` }],
      security: [],
      externalDocs: { url: expect.stringMatching(/^https:\/\//) },
    });
    const ids: string[] = [];
    for (const [path, item] of Object.entries(paths)) {
      expect(Object.keys(item).sort(), path).toEqual(path === "/mcp" ? ["get", "post"] : ["get"]);
      for (const { operationId, summary, description, responses } of Object.values(item)) {
        ids.push(operationId);
        for (const text of [summary, description]) expect(text, path).toBeTruthy();
        expect(Object.keys(responses).join(), path).toMatch(/\b4\d\d/);
      }
    }
    expect(new Set(ids).size).toBe(ids.length);
    const references = new Set(JSON.stringify(api).match(/(?<="\$ref":")#\/components\/[^"]+/g));
    const components = Object.entries(api.components as object).flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `#/components/${kind}/${name}`),
    );
    expect(components.sort()).toEqual([...references].sort());
  }
});

test("every GET answers as described: each form, unchanged, and refused", async ({ request }) => {
  // Playwright searches all steps outside of a step at each `expect`.
  for (const description of await readDescriptions(request))
    for (const [path, operation] of description.gets)
      await test.step(path, async () => {
        const address = description.address(path, operation);
        const isPage =
          path === CHAIN || findResource(path as (typeof resourcePaths)[number]).twin !== undefined;
        const ask = async (status: number, url: string, headers: Record<string, string>) => {
          const response = await request.get(url, { headers, maxRedirects: 0 });
          expect(response.status(), url).toBe(status);
          await description.expectAnswer(operation, response, `${url} ${JSON.stringify(headers)}`);
          return response.headers();
        };
        const { responses } = operation;
        const mayRefuse = isPage || responses["414"] !== undefined;
        const image = "image/png";
        const forms = isPage ? ["text/html", "text/markdown"] : ["*/*"];
        for (const accept of forms) {
          const { etag } = await ask(path === "/mcp" ? 405 : 200, address, { accept });
          expect(etag !== undefined, `${address}: 304`).toBe(responses["304"] !== undefined);
          if (etag !== undefined) await ask(304, address, { accept, "if-none-match": etag });
          if (path === "/mcp") continue;
          const long = `${address.replace(/\?.*/, "")}?${"x".repeat(600)}`;
          // A document without a question refuses neither its length nor the field.
          await ask(responses["414"] ? 414 : 200, long, { accept: mayRefuse ? accept : image });
        }
        if (mayRefuse) await ask(responses["406"] ? 406 : 200, address, { accept: image });
      });
});

test("a question that is refused is answered as described", async ({ request }) => {
  const refusing: string[] = [];
  for (const description of await readDescriptions(request))
    for (const [path, get] of description.gets.filter(([, { responses }]) => responses["400"])) {
      const url = `${description.origin}${path}?txid=63&from=BTC&to=nothing`;
      const response = await request.get(url, { headers: { accept: "text/markdown" } });
      expect(response.status(), path).toBe(400);
      await description.expectAnswer(get, response, path);
      refusing.push(path);
    }
  expect(refusing).toHaveLength(6);
});

test("every POST example and every refusal is answered as described", async ({ request }) => {
  const description = (await readDescriptions(request))[0] as Description;
  const operation = description.paths["/mcp"]?.post as Operation;
  const media = operation.requestBody?.content["application/json"] as Media;
  const statuses = new Set<number>();
  const send = async (data: string, more: Record<string, string>, name: string) => {
    const accept = "application/json, text/event-stream";
    const headers = { accept, "content-type": "application/json", ...more };
    const response = await request.post("/mcp", { data, headers });
    statuses.add(response.status());
    await description.expectAnswer(operation, response, name);
  };
  for (const [name, { value }] of Object.entries(media.examples ?? {}))
    await send(JSON.stringify(value), {}, name);
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  await send(ping, { accept: "text/event-stream" }, "stream");
  await send("{", {}, "not JSON");
  if (isDirect) await send(ping, { origin: "https://elsewhere.example" }, "foreign");
  await send(`"${"x".repeat(70_000)}"`, {}, "large");
  await send(ping, { "content-type": "text/plain" }, "type");
  // This server has no rate limit. rate-limit.spec has one with a limit.
  const unseen = isDirect ? [429] : [403, 429];
  expect([...statuses, ...unseen].sort().map(String)).toEqual(Object.keys(operation.responses));
});

test("every member that a schema requires is described in it, and every example fits its schema", async ({
  request,
}) => {
  const undescribed: string[] = [];
  const collect = (node: unknown, path: string): void => {
    if (typeof node !== "object" || node === null) return;
    const { required, properties = {} } = node as { required?: unknown; properties?: object };
    for (const name of Array.isArray(required) ? required : [])
      if (!(name in properties)) undescribed.push(path + name);
    for (const [key, inner] of Object.entries(node)) collect(inner, `${path}${key}/`);
  };
  let examples = 0;
  for (const description of await readDescriptions(request)) {
    collect(description.api, "");
    for (const { requestBody, responses } of Object.values(description.paths).flatMap(
      Object.values,
    ) as Operation[]) {
      const answers = Object.values(responses).map((one) => description.resolve<Described>(one));
      for (const content of [requestBody, ...answers])
        for (const media of Object.values(content?.content ?? {})) {
          const validate = description.validator(media);
          const only = media.example === undefined ? {} : { only: { value: media.example } };
          for (const { value } of Object.values(media.examples ?? only)) {
            expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
            examples += 1;
          }
        }
    }
  }
  expect(undescribed).toEqual([]);
  expect(examples).toBeGreaterThan(50);
});
