// The form of an answer: JSON by default; an event stream for clients that accept nothing else or asked for progress.
import { expect, test } from "@playwright/test";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import { call2025, createEndpoint, createPost, inBothEras } from "../endpoint.ts";
import { type Body, endpoint, send } from "./guard-answers.ts";

test.describe("Accept", () => {
  for (const accept of [
    "application/json, text/event-stream",
    "application/json",
    "*/*",
    null,
    "text/html",
    "text/event-stream;q=0",
  ]) {
    for (const [era, body, headers] of inBothEras("tools/list")) {
      test(`${accept} in ${era} is JSON`, async () => {
        const { status, body: answer } = await send(createPost(body, { ...headers, accept }));
        expect([status, answer.result?.tools?.length]).toEqual([200, tools.length]);
      });
    }
  }

  for (const [era, body, headers] of inBothEras("tools/call", { name: "list_pools" })) {
    test(`a client of ${era} that accepts only event streams gets one`, async () => {
      const response = await endpoint(createPost(body, { ...headers, accept: "text/event-stream" }));
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      expect(response.headers.get("cache-control")).toBe("no-store");
      const data = (await response.text()).match(/^event: message\ndata: (.*)\n\n$/)?.[1];
      expect((JSON.parse(data ?? "") as Body).result?.structuredContent).toBeDefined();
    });

    test(`a progressToken in ${era} alone gives no stream`, async () => {
      const asking = structuredClone(body) as { params: { _meta?: object } };
      asking.params._meta = { ...asking.params._meta, progressToken: 7 };
      expect((await send(createPost(asking, headers))).body.result?.structuredContent).toBeDefined();
    });
  }

  test("a tool's progress is streamed to a client that asked for it", async () => {
    const streaming = createEndpoint(undefined, { progressTools: new Set(["list_pools"]) });
    const call = call2025("tools/call", { name: "list_pools", _meta: { progressToken: 7 } });
    const response = await streaming(createPost(call));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toContain("structuredContent");
    const json = await streaming(createPost(call, { accept: "application/json" }));
    expect(json.headers.get("content-type")).toBe("application/json");
  });
});
