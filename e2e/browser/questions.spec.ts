// From the homepage to the answers, on the sample network. `live/questions.spec.ts` does the same on main network data.
import { test } from "@playwright/test";
import { askThreeQuestions } from "../support/three-questions.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with${javaScriptEnabled ? "" : "out"} JavaScript`, () => {
    test.use({ javaScriptEnabled });
    test("the homepage leads to the answers of the three questions", async ({ page }) => {
      await askThreeQuestions(page, { txid: "0010".repeat(16), headline: "Paid out" });
    });
  });
}
