// What `npm start` answers without Next. The rest has the same answer from the routes of Next. Where
// a page of the build answers, specs of the built server hold it: no build is needed here.
import { expect, test } from "@playwright/test";
import { answerAtOnce } from "../../lib/runtime/answer-at-once.ts";
import { cellsBelow } from "../support/rows.ts";

const LONG = `?x=${"a".repeat(700)}`;

/** Below each status, or "Next": a method (GET if none), an address, and an `Accept`. */
const rows = cellsBelow(`
  Next
    /pricing | text/html
    /pricing | text/markdown
    /quote?from=BTC&to=ETH | text/html
    /quote?from=BTC&to=ETH | text/markdown
    /status/btc | text/markdown
    /status/btc.md
    /status/now
    /quote/opengraph-image
    /track/0010
    /status/
    /mcp
  404
    /none | application/json
    /none.md
    /none.json
    /_next/none.js
    /icons/none.svg
    /status/zzz | application/json
    /status/zzz.md
    /status/zzz.md${LONG}
    /%zz | application/json
  405
    DELETE /llms.txt
    POST /quote
    DELETE /status/btc
  204
    OPTIONS /quote
  308
    /status/BTC | text/html
  406
    /quote | image/png
  414
    /quote${LONG} | text/markdown
    /quote.md${LONG}
    /status/btc${LONG} | text/markdown
    /status/btc.json${LONG}
    /status/now${LONG}
    HEAD /quote.json${LONG}
`);

for (const [told, request = "", accept = "*/*"] of rows)
  test(`${request.slice(0, 60)} as ${accept}: ${told}`, () => {
    const [, method = "GET", path = "", search = ""] =
      /^(?:([A-Z]+) )?([^?]*)(\?.*)?$/.exec(request) ?? [];
    const get = (name: string) => (name === "accept" ? accept : null);
    const answer = answerAtOnce({ method, path, search, hostname: "localhost", headers: { get } });
    expect(`${answer?.status ?? "Next"}`).toBe(told);
    if (answer === null) return;
    expect(answer.headers).toMatchObject({ "X-Content-Type-Options": "nosniff" });
    if (accept === "text/markdown") expect(answer.headers).toMatchObject({ Vary: "Accept" });
  });

test("a part is refused as a part: no crawler lists it", () => {
  const headers = { get: () => null };
  const request = { method: "GET", path: "/status/now", search: LONG, hostname: "localhost" };
  const answer = answerAtOnce({ ...request, headers });
  expect(answer?.headers).toMatchObject({ "X-Robots-Tag": "noindex" });
});
