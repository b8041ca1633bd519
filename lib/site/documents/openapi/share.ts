// The OpenAPI description, one file for each of its parts. Other generated documents do not belong here.
// This file: responses that several operations share, each written once.
import { type Json, ref } from "./parts.ts";

type PathItem = Readonly<Record<string, Json>>;

/** Moves each response that stands twice into `components`, under the operation and status that has it first. */
export function shareResponses(paths: Readonly<Record<string, Json>>, components: Json): Json {
  const operations = Object.values(paths).flatMap((item) => Object.values(item as PathItem));
  const uses = new Map<string, number>();
  for (const { responses } of operations) {
    for (const one of Object.values(responses as Json)) {
      const text = JSON.stringify(one);
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
  }
  const names = new Map<string, string>();
  const shareOne = (response: Json, name: string): Json => {
    const text = JSON.stringify(response);
    if ("$ref" in response || uses.get(text) === 1) return response;
    const known = names.get(text) ?? name;
    names.set(text, known);
    components[known] = response;
    return ref("responses", known);
  };
  const shareAll = (operation: Json): Json => {
    const name = String(operation.operationId).replace(/^get/, "");
    const responses = Object.entries(operation.responses as Readonly<Record<string, Json>>);
    return {
      ...operation,
      responses: Object.fromEntries(responses.map(([status, one]) => [status, shareOne(one, `${name}_${status}`)])),
    };
  };
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item as PathItem).map(([method, one]) => [method, shareAll(one)])),
    ]),
  );
}
