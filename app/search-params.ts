/** What Next hands to a page: each parameter of the query once, or each of its values. */
export type Query = Promise<Record<string, string | string[] | undefined>>;

export function toSearchParams(query: Awaited<Query>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  );
}
