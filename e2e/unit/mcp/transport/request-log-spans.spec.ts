// The adapter's spans: each message has one if a tracer is registered. Without a tracer, none is made.
import { expect, test } from "@playwright/test";
import { createEndpoint, createPost, inBothEras } from "../endpoint.ts";

const apiKey = Symbol.for("opentelemetry.js.api.1");
const globals = globalThis as Record<symbol, unknown>;

interface Span {
  name: string;
  attributes: Record<string, unknown>;
  failed: boolean;
  ended: boolean;
}

/** What `@opentelemetry/api` puts on the global object for a tracer, as far as the adapter reads it. */
function registerTracer(): Span[] {
  const spans: Span[] = [];
  const startSpan = (name: string, options: { attributes?: Record<string, unknown> } = {}) => {
    const span: Span = { name, attributes: { ...options.attributes }, failed: false, ended: false };
    spans.push(span);
    return {
      setStatus: () => {
        span.failed = true;
      },
      end: () => {
        span.ended = true;
      },
    };
  };
  globals[apiKey] = { version: "1.9.0", trace: { getTracer: () => ({ startSpan }) } };
  return spans;
}

test.describe.configure({ mode: "serial" });
const before = globals[apiKey];
test.afterEach(() => {
  if (before === undefined) delete globals[apiKey];
  else globals[apiKey] = before;
});

for (const [era, body, headers] of inBothEras("tools/call", { name: "list_pools", arguments: { limit: 1 } })) {
  test(`a call in ${era} makes one span, without its arguments`, async () => {
    const spans = registerTracer();
    const response = await createEndpoint()(createPost(body, headers));
    expect(response.status).toBe(200);
    expect(spans.map((span) => [span.name, span.ended, span.failed])).toEqual([["tools/call list_pools", true, false]]);
    expect(spans[0]?.attributes).toMatchObject({ "mcp.method.name": "tools/call", "gen_ai.tool.name": "list_pools" });
    expect(JSON.stringify(spans)).not.toContain("limit");
  });
}

test("without a tracer the answer is the same", async () => {
  const [[, body, headers] = ["", {}, {}]] = inBothEras("tools/list");
  expect((await createEndpoint()(createPost(body, headers))).status).toBe(200);
});
