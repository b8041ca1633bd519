// What a lost or mistaken caller gets.
import { expect, test } from "@playwright/test";

test("an unknown page is 404 in the form that was asked for, with links that help", async ({ request }) => {
  const html = await request.get("/no-such-page", { headers: { accept: "text/html" } });
  expect(html.status()).toBe(404);
  expect(html.headers()["content-type"]).toBe("text/html; charset=utf-8");
  for (const link of ["/llms.txt", "/sitemap.xml", "/index.md"]) expect(await html.text()).toContain(`href="${link}"`);

  const markdown = await request.get("/no/such/page", { headers: { accept: "text/markdown, */*" } });
  expect(markdown.status()).toBe(404);
  expect(markdown.headers()["content-type"]).toBe("text/markdown; charset=utf-8");
  expect(markdown.headers().vary?.toLowerCase()).toContain("accept");
  expect(markdown.headers()["cache-control"]).toBe("no-store");
  for (const link of ["/llms.txt)", "/sitemap.xml)", "/index.md)"]) expect(await markdown.text()).toContain(link);

  const neither = await request.get("/no-such-page", { headers: { accept: "application/json" } });
  expect(neither.status()).toBe(404);
  expect(await neither.json()).toMatchObject({ status: 404, code: "not_found" });
});

test("an unknown data resource is a problem, an unknown Markdown document is Markdown", async ({ request }) => {
  for (const path of ["/no-such.json", "/a/b.xml", "/no.txt", "/.well-known/no-such", "/.well-known/deep/no-such"]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()["content-type"], path).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ status: 404, code: "not_found" });
  }
  const document = await request.get("/developers/no-such.md");
  expect(document.status()).toBe(404);
  expect(document.headers()["content-type"]).toBe("text/markdown; charset=utf-8");
});

test("what this service does not have is absent", async ({ request }) => {
  for (const path of [
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
    "/.well-known/openid-configuration",
    "/auth.md",
    "/.well-known/agent-card.json",
    "/.well-known/agent.json",
    "/.well-known/payments",
    "/.well-known/skills/index.json",
  ]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test("a hostile Host or forwarded header is never echoed", async ({ request }) => {
  for (const path of ["/", "/index.md", "/llms.txt", "/openapi.json", "/.well-known/status", "/no-such-page"]) {
    const response = await request.get(path, {
      headers: {
        "x-forwarded-host": "canary.example",
        "x-forwarded-proto": "gopher",
        forwarded: "host=canary.example",
      },
    });
    expect(await response.text(), path).not.toContain("canary");
    expect(JSON.stringify(response.headers()), path).not.toContain("canary");
  }
});
