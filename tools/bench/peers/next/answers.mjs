// The bare app's answers: the bytes and headers of our site, from a folder that the bench writes.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.BENCH_BYTES;
const fields = JSON.parse(readFileSync(join(folder, "headers.json"), "utf8"));

export const names = Object.keys(fields);

export function readAnswer(name) {
  return { text: readFileSync(join(folder, name), "utf8"), headers: fields[name] };
}

/** A document's handler, with the minimum that a 304 needs. */
export function serve(name) {
  const { text, headers } = readAnswer(name);
  const tagged = { ...headers, ETag: '"tag"' };
  return (request) =>
    request.headers.get("if-none-match") === '"tag"'
      ? new Response(null, { status: 304, headers: tagged })
      : new Response(text, { headers: tagged });
}
