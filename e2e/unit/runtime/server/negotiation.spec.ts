// Accept is read once: the listener's choice is used, and without one the header is read.
import type { IncomingMessage } from "node:http";
import { expect, test } from "@playwright/test";
import { choices } from "../../../../lib/http/negotiate.ts";
import { getChoice, passChoice } from "../../../../lib/runtime/server/negotiation.ts";

const accepts = { html: "text/html", markdown: "text/markdown", none: "image/png" } as const;

for (const choice of choices) {
  test(`the choice ${choice} of the listener is used, whatever Accept says`, () => {
    for (const accept of Object.values(accepts)) {
      const headers: Record<string, string> = { accept };
      passChoice({ headers } as unknown as IncomingMessage, choice);
      expect(getChoice(new Headers(headers))).toBe(choice);
    }
  });

  test(`without a choice of the listener ${choice} is read from Accept, whatever a client claims`, () => {
    const claims = { "x-choice": "markdown", "x-choice-00000000-0000-0000-0000-000000000000": "markdown" };
    expect(getChoice(new Headers({ accept: accepts[choice], ...claims }))).toBe(choice);
  });
}
