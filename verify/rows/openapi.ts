// The OpenAPI description, and whether the server behaves as described.
import { every, type Group, judge } from "../row.ts";
import { listOperations, needBody, OpenApi, type Operation } from "../shapes.ts";
import { findResource, getTwins, mediaType, type Site } from "../site.ts";
import { createShapeCheck } from "./catalogs.ts";

const PATH = "/openapi.json";

function everyDescription(site: Site, faults: (api: OpenApi, origin: string) => readonly string[]) {
  const origins = site.origins.filter((origin) => findResource(site, PATH, origin));
  const seen = origins.flatMap((origin) => faults(needBody(site, PATH, OpenApi, origin), origin));
  needBody(site, PATH, OpenApi);
  return judge(seen, `${origins.length === 1 ? "1 description" : `${origins.length} descriptions`}`);
}

function listRefs(value: unknown): readonly string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref as string);
}

function resolve(api: unknown, ref: string): unknown {
  if (!ref.startsWith("#/")) return undefined;
  const names = ref
    .slice(2)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], api);
}

function findComponentFaults(api: OpenApi): readonly string[] {
  const refs = new Set(listRefs(api));
  const dangling = [...refs].filter((ref) => resolve(api, ref) === undefined).map((ref) => `${ref} does not resolve`);
  const components = Object.entries((api.components ?? {}) as Record<string, Record<string, unknown>>);
  const unused = components.flatMap(([kind, members]) =>
    Object.keys(members)
      .map((name) => `#/components/${kind}/${name}`)
      .filter((ref) => !refs.has(ref)),
  );
  return [...dangling, ...unused.map((ref) => `${ref} is not used`)];
}

function findOperationFaults(api: OpenApi): readonly string[] {
  const operations = listOperations(api);
  const declared = api.tags.map(({ name }) => name);
  const ids = operations.map(({ operation }) => operation.operationId);
  const faults = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `operationId ${id} twice`);
  if (declared.join() !== [...declared].sort().join()) faults.push("tags are not in alphabetical order");
  for (const { path, method, operation } of operations) {
    const where = `${method.toUpperCase()} ${path}`;
    const codes = Object.keys(operation.responses);
    const undeclared = operation.tags.find((tag) => !declared.includes(tag));
    if (undeclared) faults.push(`${where}: tag ${undeclared} is not declared`);
    if (!codes.some((code) => /^[23]/.test(code)) && codes.join() !== "405") faults.push(`${where}: no success`);
    if (!codes.some((code) => /^4/.test(code))) faults.push(`${where}: no 4xx`);
  }
  return faults;
}

/** By its own path, or by one with parameters in place of segments. */
function findOperation({ paths }: OpenApi, path: string): Operation | undefined {
  const own = paths[path];
  if (own) return own.get;
  const segments = path.split("/");
  const isLike = (template: string) =>
    template.split("/").length === segments.length &&
    template.split("/").every((one, index) => one === segments[index] || /^\{\w+\}$/.test(one));
  const found = Object.keys(paths).find(isLike);
  return found === undefined ? undefined : paths[found]?.get;
}

type Response = { content?: Record<string, unknown> };

function findResponse(api: OpenApi, operation: Operation, status: number): Response | null {
  const found = operation.responses[String(status)];
  if (!found) return null;
  return (typeof found.$ref === "string" ? resolve(api, found.$ref) : found) as Response;
}

/** Media types are compared without parameters, because a description leaves out the charset. */
const bare = (type: string) => type.split(";")[0]?.trim().toLowerCase();

async function findContractFault(
  site: Site,
  origin: string,
  path: string,
  api: OpenApi,
  operation: Operation,
): Promise<string | null> {
  const answer = await site.fetcher.get({ url: `${origin}${path}` });
  const response = findResponse(api, operation, answer.status);
  if (!response) return `${path} answers ${answer.status}, which is not described`;
  const types = Object.keys(response.content ?? {}).map(bare);
  return types.length === 0 || types.includes(mediaType(answer))
    ? null
    : `${path} answers ${mediaType(answer)}, described as ${types.join(", ")}`;
}

export const openapi: Group = {
  title: "OpenAPI",
  checks: [
    createShapeCheck(
      "openapi.shape",
      PATH,
      OpenApi,
      "has everything that linters ask of info, servers, tags and operations",
    ),
    {
      id: "openapi.server",
      what: "The description's one server is the origin that it stands on",
      todo: "Write the configured origin, without a trailing slash.",
      run: (site) =>
        everyDescription(site, (api, origin) =>
          api.servers[0]?.url === origin ? [] : [`${api.servers[0]?.url} on ${origin}`],
        ),
    },
    {
      id: "openapi.operations",
      what: "Operations have ids of their own, declared tags, a success and a 4xx; tags are sorted",
      todo: "Correct the operation that the row names.",
      run: (site) => everyDescription(site, findOperationFaults),
    },
    {
      id: "openapi.components",
      what: "Every reference resolves, and no component is unused",
      todo: "Remove or define the component.",
      run: (site) => everyDescription(site, findComponentFaults),
    },
    {
      id: "openapi.contract",
      what: "Every described GET answers with a described status and media type",
      todo: "Describe what the address answers.",
      run: (site) => {
        const calls = site.origins.flatMap((origin) => {
          if (!findResource(site, PATH, origin)) return [];
          const api = needBody(site, PATH, OpenApi, origin);
          const gets = listOperations(api).filter(({ method, path }) => method === "get" && !path.includes("{"));
          return gets.map(({ path, operation }) => ({ api, origin, path, operation }));
        });
        return every(calls, "operations", ({ api, origin, path, operation }) =>
          findContractFault(site, origin, path, api, operation),
        );
      },
    },
    {
      id: "openapi.negotiated",
      what: "Every negotiated page is described with both media types and its 406",
      todo: "Describe 200 with text/html and text/markdown, and 406.",
      run: (site) => {
        const listed = getTwins(site).filter(({ page }) => findResource(site, PATH, page.origin));
        return every(listed, "pages", ({ page }) => {
          const api = needBody(site, PATH, OpenApi, page.origin);
          const operation = findOperation(api, page.path);
          if (!operation) return `${page.label} is not described`;
          const types = Object.keys(findResponse(api, operation, 200)?.content ?? {}).map(bare);
          const whole = types.includes("text/html") && types.includes("text/markdown") && "406" in operation.responses;
          return whole ? null : `${page.label}: ${types.join(", ")}${"406" in operation.responses ? "" : ", no 406"}`;
        });
      },
    },
  ],
};
