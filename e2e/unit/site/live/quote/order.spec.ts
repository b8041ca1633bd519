// /quote takes no limit order: the JSON and the tool do.
import { expect, test } from "@playwright/test";
import { askSample } from "./views.ts";

test("a link that asks for a limit order is no swap at the price of now: the page says where to ask", async () => {
  const { form, answer } = await askSample(
    "from=BTC&to=ETH&amount=1&destination=sample-eth-recipient&target_out=18",
  );
  expect(answer).toBeNull();
  const message =
    "This page takes no target_out, which changes a quote. Ask /quote.json with it, or leave it out.";
  expect(form.problems).toEqual([{ field: null, message, choices: [] }]);
});
