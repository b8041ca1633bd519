import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { recordHeaders } from "../../../bin/record-headers.ts";
import { plainPage } from "../../../lib/http/problem.ts";
import {
  commonHeaders,
  documentHeaders,
  pageHeaders,
  partHeaders,
  partPathHeaders,
} from "../../../lib/http/security-headers.ts";
import { inlineSource } from "../../../lib/site/serve/page-policy.ts";

test("HSTS is sent only if https is configured", () => {
  expect(commonHeaders("https://site.example")["Strict-Transport-Security"]).toBe(
    "max-age=63072000",
  );
  expect(commonHeaders("http://localhost:3000")).not.toHaveProperty("Strict-Transport-Security");
});

test("a page may connect to the two origins of the site", () => {
  const of = (swapUrl: string) =>
    pageHeaders({ scripts: ["'sha256-x'"], origins: ["https://site.example", swapUrl] })[
      "Content-Security-Policy"
    ];
  expect(of("https://site.example")).toContain("connect-src 'self';");
  for (const directive of ["connect-src", "img-src", "form-action"])
    expect(of("https://swap.example")).toContain(
      `${directive} 'self' https://site.example https://swap.example;`,
    );
  expect(of("https://swap.example")).toContain("script-src 'self' 'sha256-x';");
});

test("a part may be framed by its own origin, and runs nothing and loads its font alone", () => {
  const { "Content-Security-Policy": policy } = partHeaders("'sha256-x'");
  expect(policy).toBe(
    "default-src 'none'; style-src 'sha256-x'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  );
  expect(partPathHeaders(true)["X-Frame-Options"]).toBe("SAMEORIGIN");
  expect(partPathHeaders(false)).not.toHaveProperty("X-Frame-Options");
  expect(partHeaders(null)["Content-Security-Policy"]).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

test("a document has no style but that of a problem for people", () => {
  const page = plainPage({
    status: 404,
    title: "Not found",
    detail: "Nothing is here.",
    hint: "See /.",
  });
  const [, style = ""] = /<style>(.+?)<\/style>/.exec(page) ?? [];
  expect(documentHeaders["Content-Security-Policy"]).toBe(
    `default-src 'none'; style-src ${inlineSource(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});

test("a page frames nothing, unless it has a part", () => {
  const of = (hasFrame: boolean) =>
    pageHeaders({
      scripts: [],
      origins: ["https://site.example", "https://swap.example"],
      hasFrame,
    })["Content-Security-Policy"];
  expect(of(false)).not.toContain("frame-src");
  expect(of(true)).toContain("; frame-src 'self'; ");
  expect(of(true)).toContain("; frame-ancestors 'none'");
});

test("in development a page may run any script, but cannot be embedded", () => {
  const { "Content-Security-Policy": policy } = pageHeaders({
    scripts: null,
    origins: ["http://localhost:3000", "http://localhost:3000"],
  });
  expect(policy).toBe("form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
});

test("headers that only the whole build tells stand in both files from which an answer is sent", () => {
  const folder = mkdtempSync(join(tmpdir(), "signpost-build-"));
  const write = (name: string, json: object) =>
    writeFileSync(join(folder, name), JSON.stringify(json));
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  mkdirSync(join(folder, "server", "app"), { recursive: true });
  for (const name of ["index", "a.md"])
    write(`server/app/${name}.meta`, { headers: { old: "1" }, status: 200 });
  write("prerender-manifest.json", {
    version: 4,
    routes: { "/": { initialHeaders: { old: "1" } }, "/other": {} },
  });
  recordHeaders(folder, { "/": { link: "<a>" }, "/a.md": { "x-markdown-tokens": "3" } });
  expect(read("server/app/index.meta")).toEqual({
    headers: { old: "1", link: "<a>" },
    status: 200,
  });
  expect(read("server/app/a.md.meta").headers).toEqual({ old: "1", "x-markdown-tokens": "3" });
  const routes = { "/": { initialHeaders: { old: "1", link: "<a>" } }, "/other": {} };
  expect(read("prerender-manifest.json")).toEqual({ version: 4, routes });
  expect(() => recordHeaders(folder, { "/missing": {} })).toThrow("ENOENT");
  rmSync(folder, { recursive: true });
});
