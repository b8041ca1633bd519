// Who runs an upstream, by its address: two names of one owner are one, and addresses without a name are each their own.
import { expect, test } from "@playwright/test";
import { operatorOf } from "../../../../lib/protocol/upstream/url.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";

const operators: readonly [base: string, operator: string][] = [
  ["https://gateway.example.com/chain/node", "example.com"],
  ["https://GATEWAY.Example.com:8443/chain/indexer/", "example.com"],
  ["https://example.com/", "example.com"],
  ["https://a.b.c.example.com/", "example.com"],
  ["https://node.example.com./", "example.com"],
  ["http://localhost:1317/node0", "http://localhost:1317/node0"],
  ["http://127.0.0.1:1317/node0", "http://127.0.0.1:1317/node0"],
  ["http://127.0.0.1:1317/node1", "http://127.0.0.1:1317/node1"],
  ["http://[::1]:1317/", "http://[::1]:1317/"],
];
for (const [base, operator] of operators) {
  test(`${base} is run by ${operator}`, () => {
    expect(operatorOf(new URL(base))).toBe(operator);
  });
}

test("the nodes of a preset have an owner each, and the first indexer leaves a node that is another witness", () => {
  const { sample: _, ...live } = presets;
  for (const { nodeUrls, indexerUrls } of Object.values(live)) {
    const owners = nodeUrls.map((url) => operatorOf(new URL(url)));
    expect(new Set(owners).size).toBe(owners.length);
    const [indexer] = indexerUrls.map((url) => operatorOf(new URL(url)));
    expect(owners.some((owner) => owner !== indexer)).toBe(true);
  }
});
