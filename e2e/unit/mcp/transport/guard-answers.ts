// One endpoint for the specs of the guard, with the real adapter, and what each of its answers must have.
import { expect } from "@playwright/test";
import { call2025, createEndpoint } from "../endpoint.ts";

export const endpoint = createEndpoint();
export const list = call2025("tools/list");

export interface Body {
  jsonrpc: string;
  id: string | number | null;
  result?: Record<string, unknown> & {
    tools?: { name: string }[];
    content?: { text: string }[];
    isError?: boolean;
  };
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** Sends a request and checks what every answer must have: headers, no session, JSON or nothing. */
export async function send(request: Request, to = endpoint) {
  const response = await to(request);
  const text = await response.text();
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.has("mcp-session-id")).toBe(false);
  expect(response.headers.get("content-type")).toBe(text === "" ? null : "application/json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text ? JSON.parse(text) : null) as Body,
  };
}
