// The OpenAPI description, one file for each of its parts. Other generated documents do not belong here.
// This file makes the examples: the served bytes where they are short, else their address.

import { absoluteUrl } from "../../registry/links.ts";
import type { Scope } from "../../registry/published.ts";
import {
  type BodyPath,
  bodyPath,
  findResource,
  isToolAnswer,
  type ResourcePath,
  type TextPath,
} from "../../registry/resources.ts";
import { exampleQuery, nameOfPath } from "./get.ts";
import type { Json } from "./parts.ts";
import { schemaOf } from "./schemas.ts";

/** Longer texts would make the description far too long. */
const MAX_TEXT_CHARACTERS = 4_000;

/** Returns a body as it is served, or null for no example. */
export type GetExample = (path: BodyPath, scope: Scope) => Promise<string | null>;

/** Aliases share the example of their original. */
export function exampleName(path: ResourcePath): string {
  return nameOfPath(findResource(path).aliasOf ?? path);
}

export async function getExample(path: ResourcePath, scope: Scope, getBody: GetExample): Promise<Json> {
  const { title, kind } = findResource(path);
  const external = { summary: title, externalValue: `${absoluteUrl(path, scope)}${exampleQuery(path)}` };
  if (kind === "page" || isToolAnswer(path)) return external;
  const original = bodyPath(path as TextPath);
  const body = await getBody(original, scope);
  if (body === null) return external;
  if (original in schemaOf) return { summary: title, value: JSON.parse(body) };
  return body.length > MAX_TEXT_CHARACTERS ? external : { summary: title, value: body };
}
