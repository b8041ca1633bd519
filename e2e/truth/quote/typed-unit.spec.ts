// The unit beside the amount on /quote may be any name of the asset that is sent.
import { expect, test } from "@playwright/test";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { getQuotePage } from "../../../lib/site/live/quote/page.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";

const now = () => Date.UTC(2027, 0, 20, 8);
const network = createSampleNetwork({ now });
const setup = { network, preset: presets.sample, now, origin: "https://swap.example" };

for (const query of [
  "from=eth.usdc&to=ETH&amount=1 000,5 USDC",
  "from=bitcoin&to=ETH&amount=0.05 BTC.BTC",
])
  test(`understood: ${query}`, async () => {
    const { form } = await getQuotePage(setup, new URLSearchParams(query));
    expect(form.problems).toEqual([]);
  });
