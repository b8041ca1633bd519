// get_inbound_addresses: the members of a chain, and chains that the network does not have.
import { expect, test } from "@playwright/test";
import { failedNetwork } from "../fake-network.ts";
import { runTool } from "../run-tool.ts";

test("get_inbound_addresses: takes one chain in any case; for an unknown one the error lists the valid ones", async () => {
  const { structured } = await runTool("get_inbound_addresses", { chain: " btc " });
  expect(structured.chains).toEqual([
    {
      chain: "BTC",
      trading: "open",
      deposits: "open",
      signing: "open",
      address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      router: null,
      gas_rate: "4",
      gas_rate_units: "sat",
      gas_rate_per: "byte",
      dust_threshold: "0.00001",
      send_before: "2026-11-20T03:12:36Z",
      sources_agreeing: 2,
      reason: null,
    },
  ]);
  const wrong = await runTool("get_inbound_addresses", { chain: "FOO" });
  expect(wrong.isError).toBe(true);
  expect(wrong.structured.error).toMatchObject({
    code: "unknown_chain",
    candidates: ["BTC", "GAIA"],
  });
  expect(wrong.text).toContain("BTC, GAIA");
  const unread = await runTool("get_inbound_addresses", { chain: "BTC" }, failedNetwork);
  expect(unread.structured.error).toMatchObject({ code: "stale" });
});
