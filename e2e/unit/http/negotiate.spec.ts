import { expect, test } from "@playwright/test";
import { negotiate } from "../../../lib/http/negotiate.ts";
import { realClients, rules } from "../../support/accept-cases.ts";

for (const [accept, choice] of rules) {
  const shown = accept === null ? "(absent)" : accept.slice(0, 70) || "(empty)";
  test(`Accept ${JSON.stringify(shown)} gets ${choice}`, () =>
    expect(negotiate(accept)).toBe(choice));
}

for (const [client, accept, choice] of realClients) {
  test(`${client}: ${choice}`, () => expect(negotiate(accept)).toBe(choice));
}
