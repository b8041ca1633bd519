// The requests of the fuzz test: values as bytes, intact or damaged, with matching, changed or wrong headers.
import fc from "fast-check";
import { isObject } from "../../../lib/mcp/transport/messages.ts";
import { anyCharacter } from "../../support/any-text.ts";
import { modern } from "./endpoint.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Message = { [key: string]: Json };

const txid = "0010".repeat(16);
const site = "https://signpost.example";
/** Methods with parameters that are served, so mutations start from something valid. */
const calls: readonly Message[] = [
  { method: "tools/list" },
  { method: "resources/list" },
  { method: "resources/templates/list" },
  { method: "prompts/list" },
  { method: "server/discover" },
  { method: "ping" },
  { method: "subscriptions/listen", params: { notifications: { toolsListChanged: true } } },
  {
    method: "completion/complete",
    params: {
      ref: { type: "ref/prompt", name: "compare_costs" },
      argument: { name: "from", value: "" },
    },
  },
  { method: "logging/setLevel", params: { level: "debug" } },
  {
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "f", version: "1" },
    },
  },
  { method: "resources/read", params: { uri: `${site}/guide.md` } },
  {
    method: "prompts/get",
    params: { name: "compare_costs", arguments: { from: "BTC", to: "ETH", amount: "1" } },
  },
  { method: "prompts/get", params: { name: "is_it_safe_to_send", arguments: { from: "BTC" } } },
  {
    method: "tools/call",
    params: { name: "list_pools", arguments: { limit: 2, fields: ["trading"] } },
  },
  {
    method: "tools/call",
    params: { name: "get_network_status", arguments: { fields: ["trading"] } },
  },
  { method: "tools/call", params: { name: "get_inbound_addresses", arguments: { chain: "BTC" } } },
  {
    method: "tools/call",
    params: { name: "get_swap_quote", arguments: { from: "BTC", to: "ETH", amount: "1" } },
  },
  {
    method: "tools/call",
    params: { name: "get_swap_status", arguments: { txid }, _meta: { progressToken: 7 } },
  },
];
const notifications: readonly Message[] = [
  { method: "notifications/initialized" },
  { method: "notifications/cancelled", params: { requestId: 1 } },
  { method: "notifications/progress", params: { progressToken: 1, progress: 1 } },
  { result: {}, id: 1 },
];

const keys = [
  "jsonrpc",
  "id",
  "method",
  "params",
  "name",
  "arguments",
  "uri",
  "_meta",
  "cursor",
  "fields",
  "limit",
  "result",
  "error",
  "requestState",
  "inputResponses",
  "task",
  "toString",
  "constructor",
  "prototype",
  "hasOwnProperty",
  "__proto__",
  "",
];
const oddTexts = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\u202eevil",
  "\ufeff",
  "__proto__",
  "constructor",
  "é\u0301",
  "𝕊".repeat(50),
  "A".repeat(5000),
  "../../etc/passwd",
  "{{origin}}",
  "%00",
  "=?base64?AA==?=",
  modern,
  "BTC.BTC",
  "-1",
  "1e999",
  "9".repeat(400),
];
const oddNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 1e308, 5e-324];

const text = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.string({ maxLength: 20 }),
);
const json = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom(...oddNumbers) },
  { weight: 1, arbitrary: fc.constantFrom<Json>(null, true, false, [], {}, [[]], { a: {} }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> },
  { weight: 1, arbitrary: fc.nat(60).map(nestedValue) },
  {
    weight: 1,
    arbitrary: fc.nat(200).map((length): Json => Array.from({ length }, (_, index) => index)),
  },
);
const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...keys) },
  { weight: 1, arbitrary: text },
);
const id = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(fc.integer(), fc.string({ maxLength: 12 })) },
  { weight: 1, arbitrary: json },
);

function nestedValue(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? { a: value } : [value];
  return value;
}

const message = fc
  .record({
    call: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...calls) },
      { weight: 1, arbitrary: fc.constantFrom(...notifications) },
    ),
    id,
    isModern: fc.boolean(),
  })
  .map(({ call, id, isModern }): Message => {
    const isRequest = calls.includes(call);
    const whole: Message = { jsonrpc: "2.0", ...(isRequest && { id }), ...structuredClone(call) };
    if (!isModern) return whole;
    const params = (whole.params ?? {}) as Message;
    const _meta = {
      ...(params._meta as Message),
      "io.modelcontextprotocol/protocolVersion": modern,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    return { ...whole, params: { ...params, _meta } };
  });

interface Mutation {
  readonly at: number;
  readonly kind: "replace" | "remove" | "rename" | "add" | "wrap";
  readonly key: string;
  readonly value: Json;
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(1000),
  kind: fc.constantFrom("replace", "remove", "rename", "add", "wrap"),
  key,
  value: json,
});

/** A copy of the value with one change at a place chosen by `at`. `__proto__` becomes an own member. */
function mutate(value: Json, { at, kind, key: name, value: other }: Mutation): Json {
  const copy = structuredClone(value);
  const places: [holder: Message, key: string][] = [];
  const visit = (holder: Message) => {
    for (const member of Object.keys(holder)) {
      places.push([holder, member]);
      const child = holder[member];
      if (typeof child === "object" && child !== null) visit(child as Message);
    }
  };
  const root = { root: copy } as Message;
  visit(root);
  const [holder, member] = places[at % places.length] as [Message, string];
  const put = (target: Message, to: string, what: Json) =>
    Object.defineProperty(target, to, {
      value: what,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  const old = holder[member] as Json;
  if (kind === "replace") put(holder, member, other);
  else if (kind === "wrap") put(holder, member, [old, old]);
  else if (kind === "add")
    put(typeof old === "object" && old !== null ? (old as Message) : holder, name, other);
  else if (holder !== root) {
    delete holder[member];
    if (kind === "rename") put(holder, name, old);
  }
  return root.root as Json;
}

const mutations = fc.array(mutation, { maxLength: 3 });
/** Most changes are below `params`, because an invalid message is refused early. */
const mutated = fc
  .record({
    message,
    inside: mutations,
    outside: fc.oneof({ weight: 4, arbitrary: fc.constant<Mutation[]>([]) }, mutations),
  })
  .map(({ message: whole, inside, outside }) => {
    const { params } = whole;
    const changed =
      params === undefined ? whole : { ...whole, params: inside.reduce<Json>(mutate, params) };
    return outside.reduce<Json>(mutate, changed);
  });
/** Any value that a body can hold. */
const value = fc.oneof(
  { weight: 12, arbitrary: mutated },
  { weight: 1, arbitrary: fc.array(mutated, { maxLength: 10 }) as fc.Arbitrary<Json> },
  // Valid batches of at most the maximum length. Only such batches reach the adapter.
  { weight: 1, arbitrary: fc.array(message, { minLength: 1, maxLength: 8 }) as fc.Arbitrary<Json> },
  { weight: 1, arbitrary: json },
);

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
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "cut",
          "bytes",
          "large",
          "deep",
          "noise",
          "empty",
          "twice",
          "utf16",
        ),
      },
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
    if (form === "large")
      return join(encoded, Buffer.alloc(65_536 - encoded.length + (at % 3) - 1, " "));
    if (form === "deep")
      return new Uint8Array(Buffer.from("[".repeat(20_000) + "]".repeat(20_000)));
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
  const isPlain = (text: unknown): text is string =>
    typeof text === "string" && /^[\x21-\x7e]{1,200}$/.test(text);
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
      headers: Object.entries(headers).filter(
        (entry): entry is [string, string] => entry[1] !== null,
      ),
      body: bytes,
    };
  });
