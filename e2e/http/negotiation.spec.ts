// Every Accept case on the built server, for a page and for an unknown address, written directly to the socket.
import { expect, test } from "@playwright/test";
import { realClients, rules } from "../support/accept-cases.ts";
import { ask } from "../support/ask.ts";

async function get(baseURL: string | undefined, path: string, accept: string | readonly string[] | null) {
  const { status, headers } = await ask(`${baseURL}${path}`, { headers: accept === null ? {} : { accept } });
  return { status, type: headers["content-type"], vary: headers.vary, cacheControl: headers["cache-control"] };
}

const types = {
  html: "text/html; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  none: "application/problem+json",
} as const;
const cases = [...rules, ...realClients.map(([, accept, choice]) => [accept, choice] as const)]
  // Node's server refuses more than 16 KB of headers by itself, which has its own test below.
  .filter(([accept]) => (accept ?? "").length < 14_000);

for (const path of ["/", "/pricing", "/developers/api", "/status"]) {
  test(`${path} answers each Accept by the rule`, async ({ baseURL }) => {
    for (const [accept, choice] of cases) {
      const { status, type, vary, cacheControl } = await get(baseURL, path, accept);
      const shown = String(accept).slice(0, 80);
      expect(status, shown).toBe(choice === "none" ? 406 : 200);
      expect(type, shown).toBe(types[choice]);
      expect(vary?.split(", "), shown).toContain("Accept");
      if (choice === "none") expect(cacheControl, shown).toBe("no-store");
    }
  });
}

test("a missing page is 404 in the requested form", async ({ baseURL }) => {
  for (const [accept, choice] of cases) {
    const { status, type, vary, cacheControl } = await get(baseURL, "/no-such-page", accept);
    const shown = String(accept).slice(0, 80);
    expect([status, type], shown).toEqual([404, types[choice]]);
    expect(vary?.split(", "), shown).toContain("Accept");
    expect(cacheControl, shown).toMatch(/no-store/);
  }
});

test("two Accept lines count as one list", async ({ baseURL }) => {
  const { type } = await get(baseURL, "/pricing", ["text/html;q=0.5", "text/markdown"]);
  expect(type).toBe(types.markdown);
});

test("a header that is too large is refused before it is parsed", async ({ baseURL }) => {
  const { status } = await get(baseURL, "/pricing", Array.from({ length: 2500 }, (_, n) => `a/b${n}`).join(","));
  expect(status).toBe(431);
});
