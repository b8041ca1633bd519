// The verify command on sites with almost no content: rows fail or are skipped in plain words, and nothing crashes.
import { createServer, type RequestListener } from "node:http";
import { expect, test } from "@playwright/test";
import { verify } from "../../../verify/run.ts";
import { close, listen } from "../../support/loopback.ts";

async function verifyServer(listener: RequestListener) {
  const server = createServer(listener);
  const report = await verify({ url: await listen(server) });
  await close(server);
  const inPlainWords = report.rows.filter(({ evidence }) => /undefined|\[object|TypeError|Cannot read/.test(evidence));
  expect(inPlainWords).toEqual([]);
  return { report, ids: report.rows.filter(({ status }) => status === "fail").map(({ id }) => id) };
}

test("a site with one page fails where something is required, and is skipped where there is nothing to check", async () => {
  const { report, ids } = await verifyServer((request, response) => {
    const home = request.url === "/";
    response.writeHead(home ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" });
    response.end(home ? '<h1>Hello</h1><a href="/gone">Gone</a>' : "gone");
  });
  expect(ids).toEqual(
    expect.arrayContaining(["links.known", "links.page", "twins.exist", "card.shape", "ora.pricing"]),
  );
  expect(ids).not.toContain("links.base");
  expect(report.counts.skip).toBeGreaterThan(80);
  expect(report.counts.pass).toBeLessThan(40);
  expect(report.rows.filter(({ id }) => id.startsWith("mcp.")).map(({ status }) => status)).not.toContain("pass");
});

test("a site that answers the same page to everything passes no row about missing documents", async () => {
  const { ids } = await verifyServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end("<h1>Hello</h1>");
  });
  const missing = ["absent.oauth", "errors.page-html", "errors.data"];
  const wanted = [...missing, "text.types", "card.shape", "skills.shape", "skills.unknown"];
  expect(ids).toEqual(expect.arrayContaining(wanted));
});

test("a page without text is told from one with little, and each gets its advice", async () => {
  const bodies: Readonly<Record<string, string>> = {
    "/": `<p>${"a".repeat(478)}</p><a href="/shell">Wait</a><a href="/whole">W</a>`,
    "/shell": '<div id="root">Loading</div><script>render()</script>',
    "/whole": `<p>${"a".repeat(500)}</p>`,
  };
  const { report } = await verifyServer((request, response) => {
    const body = bodies[request.url ?? ""];
    response.writeHead(body ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" }).end(body ?? "gone");
  });
  for (const id of ["pages.text", "ora.text"]) {
    const row = report.rows.find((one) => one.id === id);
    expect(
      row?.evidence.split("; ").map((seen) => seen.replace(/^.*?: /, "")),
      id,
    ).toEqual(["484 characters: some, but few", "7 characters: next to none"]);
    expect(row?.todo, id).toMatch(/Render on the server .* next to none .* shows some, say more/);
  }
});

test("a site whose server fails fails the first row", async () => {
  const { ids } = await verifyServer((_request, response) => {
    response.writeHead(503).end("{");
  });
  expect(ids).toContain("links.base");
});
