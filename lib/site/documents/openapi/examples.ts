// The examples of the OpenAPI description: the bytes that are served where they are short, else the address at which they are.

import { toUrl } from "../../registry/links.ts";
import type { Scope } from "../../registry/published.ts";
import {
  type BodyPath,
  type DocumentPath,
  type ResourcePath,
  toBodyPath,
  toResource,
} from "../../registry/resources.ts";
import { toName } from "./get.ts";
import type { Json } from "./parts.ts";
import { schemaOf } from "./schemas.ts";

/** Longer texts would make the description many times as long as what it describes. */
const MAX_TEXT_CHARACTERS = 4_000;

/** What the description is given: a body as it is served, or null where none is to be shown. */
export type GetExample = (path: BodyPath, scope: Scope) => Promise<string | null>;

/** Aliases share the example of their original. */
export function toExampleName(path: ResourcePath): string {
  return toName(toResource(path).aliasOf ?? path);
}

export async function getExample(path: ResourcePath, scope: Scope, getBody: GetExample): Promise<Json> {
  const { title, kind } = toResource(path);
  const external = { summary: title, externalValue: toUrl(path, scope) };
  if (kind === "page") return external;
  const original = toBodyPath(path as DocumentPath);
  const body = await getBody(original, scope);
  if (body === null) return external;
  if (original in schemaOf) return { summary: title, value: JSON.parse(body) };
  return body.length > MAX_TEXT_CHARACTERS ? external : { summary: title, value: body };
}
