// What the build does for answers: headers that only all of it tells, and stable documents as Next asks for them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { recordHeaders } from "../../../bin/record-headers.ts";
import { importBodies } from "../../../bin/site-modules.ts";

test("headers that only the whole build tells stand in both files from which an answer is sent", () => {
  const folder = mkdtempSync(join(tmpdir(), "signpost-build-"));
  const write = (name: string, value: object) =>
    writeFileSync(join(folder, name), JSON.stringify(value));
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  mkdirSync(join(folder, "server", "app"), { recursive: true });
  const old = { old: "1" };
  for (const name of ["index", "a.md"])
    write(`server/app/${name}.meta`, { headers: old, status: 200 });
  const routes = { "/": { initialHeaders: old }, "/other": {} };
  write("prerender-manifest.json", { version: 4, routes });
  recordHeaders(folder, { "/": { link: "<a>" }, "/a.md": { "x-markdown-tokens": "3" } });
  const linked = { ...old, link: "<a>" };
  expect(read("server/app/index.meta")).toEqual({ headers: linked, status: 200 });
  expect(read("server/app/a.md.meta").headers).toEqual({ ...old, "x-markdown-tokens": "3" });
  const written = { "/": { initialHeaders: linked }, "/other": {} };
  expect(read("prerender-manifest.json")).toEqual({ version: 4, routes: written });
  rmSync(folder, { recursive: true });
});

test("a document is built from the address and the headers of a request alone", async () => {
  // Next passes a proxy, through which Node 24 and later let only these two be read.
  const request = new Proxy(new Request("http://localhost:3000/webmcp.js"), {
    get(target, name) {
      if (name === "url" || name === "headers") return target[name];
      throw new TypeError(`Cannot read ${String(name)} from this request`);
    },
  });
  const { publishStable } = await importBodies();
  const answers = await Promise.all(
    (["all", "swap"] as const).map((site) => publishStable("/webmcp.js", site)(request)),
  );
  // The swap site never has this script of the website.
  expect(answers.map(({ status }) => status)).toEqual([200, 404]);
});
