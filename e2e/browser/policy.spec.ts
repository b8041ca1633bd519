// The content security policy in a real browser: what is injected does not run.
// Each page works under its own: pages.spec.ts. What each policy says: http/security-headers.spec.ts.
import { expect } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { urlOf } from "../support/forms.ts";
import { collectProblems, waitForReact } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

/** One of each kind of policy: by digests or by a nonce. */
const attacked = [
  "/",
  "/status",
  "/quote?from=BTC.BTC&to=ETH.ETH&amount=0.05",
  `/track?txid=${sampleTransactions[4]?.txid}`,
  "/no-such-page",
];
const injected = `<script>window.injected=1</script><img src="/logo.svg" onload="window.injected=2" alt=""><style>body{display:none}</style><base href="https://canary.example/">`;

// A page of its own: while it is open, a trace of the next test reads its base again, and the browser reports it again.
for (const path of attacked)
  test(`${path} runs no injected script, style or handler`, async ({ ownPage: page }) => {
    const problems = collectProblems(page);
    await page.route(urlOf(path), async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace("</body>", `${injected}</body>`) });
    });
    await page.goto(path);
    await waitForReact(page);
    expect(await page.evaluate(() => "injected" in window)).toBe(false);
    await expect(page.locator("body")).not.toHaveCSS("display", "none");
    for (const directive of ["script-src", "style-src", "base-uri"])
      expect(problems.join("\n")).toContain(directive);
  });
