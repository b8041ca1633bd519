// The requests of the fuzz test: values as bytes, intact or damaged, with matching, changed or wrong headers.
import fc from "fast-check";
import { isObject } from "../../../lib/mcp/transport/messages.ts";
import { modern } from "./endpoint.ts";
import { value } from "./fuzz-values.ts";

export interface Shot {
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A value as bytes: mostly unchanged; or cut, with bytes inserted, larger than the limit, too deep, or noise. */
const body = fc
  .record({
    value,
    form: fc.oneof(
      { weight: 20, arbitrary: fc.constant("whole") },
      { weight: 1, arbitrary: fc.constantFrom("cut", "bytes", "large", "deep", "noise", "empty", "twice", "utf16") },
    ),
    at: fc.nat(400),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  })
  .map(({ value: whole, form, at, bytes }): Uint8Array<ArrayBuffer> => {
    const encoded = new Uint8Array(Buffer.from(JSON.stringify(whole)));
    const split = at % (encoded.length + 1);
    const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
    if (form === "cut") return encoded.slice(0, split);
    if (form === "bytes") return join(encoded.slice(0, split), bytes, encoded.slice(split));
    if (form === "large") return join(encoded, Buffer.alloc(65_536 - encoded.length + (at % 3) - 1, " "));
    if (form === "deep") return new Uint8Array(Buffer.from("[".repeat(20_000) + "]".repeat(20_000)));
    if (form === "noise") return new Uint8Array(bytes);
    if (form === "empty") return new Uint8Array(0);
    if (form === "twice") return join(encoded, encoded);
    if (form === "utf16") return new Uint8Array(Buffer.from(JSON.stringify(whole), "utf16le"));
    return encoded;
  });

const headerValues: Record<string, readonly string[]> = {
  "content-type": [
    "application/json; charset=utf-8",
    "application/json",
    "text/plain",
    "application/jsonp",
    "",
    "application/json;",
    "multipart/form-data",
  ],
  accept: [
    "application/json",
    "text/event-stream",
    "*/*",
    "text/html",
    "",
    "text/event-stream;q=0",
    ",;q=,",
    "application/json, text/event-stream",
  ],
  host: [
    "signpost.example:443",
    "localhost",
    "127.0.0.1:3000",
    "[::1]",
    "evil.example",
    "",
    "signpost.example.",
    "SIGNPOST.EXAMPLE",
    "a b",
    "192.168.7.7",
  ],
  origin: [
    "null",
    "https://evil.example",
    "http://localhost:3000",
    "http://localhost.evil.example",
    "http://localhost@evil.example",
    "",
    "signpost.example",
  ],
  "mcp-protocol-version": [
    modern,
    "2025-11-25",
    "2025-06-18",
    "2025-03-26",
    "2024-11-05",
    "2099-01-01",
    "",
    "x".repeat(3000),
    ` ${modern} `,
  ],
  "mcp-method": ["tools/list", "tools/call", "initialize", "TOOLS/LIST", ""],
  "mcp-name": ["list_pools", "get_swap_quote", "=?base64?bGlzdF9wb29scw==?=", "=?base64?!?=", ""],
  "mcp-session-id": ["1", "x".repeat(2000)],
  "last-event-id": ["1"],
  "content-encoding": ["gzip", "identity", "br, identity", ""],
  "content-length": ["0", "70000", "-1", "abc", "99999999999999999999"],
  "x-forwarded-for": ["1.1.1.1", "x"],
  "x-forwarded-host": ["evil.example"],
  authorization: ["Bearer x"],
};
/** The headers that decide the form of the answer are drawn more often. */
const headerNames = [
  ...Object.keys(headerValues),
  ...Array(4).fill("accept"),
  ...Array(4).fill("mcp-protocol-version"),
];
const headerChange = fc.constantFrom(...headerNames).chain((name) =>
  fc.record({
    name: fc.constant(name),
    value: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...(headerValues[name] as string[])) },
      { weight: 2, arbitrary: fc.constant(null) },
      // The characters that a header can hold: Latin-1 without controls.
      {
        weight: 1,
        arbitrary: fc
          .array(
            fc.integer({ min: 33, max: 255 }).filter((code) => code < 127 || code > 159),
            { maxLength: 30 },
          )
          .map((codes) => String.fromCharCode(...codes)),
      },
    ),
  }),
);

/** The headers that a body of the 2026 era requires, if it is one. */
function matchingHeaders(bytes: Uint8Array): Record<string, string> {
  let whole: unknown;
  try {
    whole = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return {};
  }
  const { method, params } = isObject(whole) ? whole : {};
  if (!isObject(params) || !isObject(params._meta)) return {};
  if (!("io.modelcontextprotocol/protocolVersion" in params._meta)) return {};
  const isPlain = (text: unknown): text is string => typeof text === "string" && /^[\x21-\x7e]{1,200}$/.test(text);
  const named = params.name ?? params.uri;
  return {
    "mcp-protocol-version": modern,
    ...(isPlain(method) && { "mcp-method": method }),
    ...(isPlain(named) && { "mcp-name": named }),
  };
}

export const shot: fc.Arbitrary<Shot> = fc
  .record({
    body,
    changes: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(headerChange, { minLength: 1, maxLength: 3 }) },
    ),
    method: fc.oneof(
      { weight: 40, arbitrary: fc.constant("POST") },
      { weight: 1, arbitrary: fc.constantFrom("GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS") },
    ),
  })
  .map(({ body: bytes, changes, method }) => {
    const headers: Record<string, string | null> = {
      host: "signpost.example",
      "content-type": "application/json",
      ...matchingHeaders(bytes),
    };
    for (const { name, value: to } of changes) headers[name] = to;
    return {
      method,
      headers: Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
      body: bytes,
    };
  });
