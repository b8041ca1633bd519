// The Accept of real clients, and a header that is too large, on the built server. The verify command asks by its own table, for every page and a missing one.

import { choiceTypes, realClients } from "../support/accept-cases.ts";
import { expect, test } from "../support/answering-test.ts";
import { ask } from "../support/ask.ts";

test("a live page answers each real client by the rule", async ({ baseURL }) => {
  for (const [client, accept, choice] of realClients) {
    const { status, headers } = await ask(`${baseURL}/status`, { headers: accept === null ? {} : { accept } });
    expect([status, headers["content-type"]], client).toEqual([choice === "none" ? 406 : 200, choiceTypes[choice]]);
    expect(headers.vary?.split(", "), client).toContain("Accept");
    expect(headers["cache-control"], client).toContain("no-store");
  }
});

test("a header that is too large is refused before it is parsed", async ({ baseURL }) => {
  const accept = Array.from({ length: 2500 }, (_, n) => `a/b${n}`).join(",");
  expect((await ask(`${baseURL}/pricing`, { headers: { accept } })).status).toBe(431);
});
