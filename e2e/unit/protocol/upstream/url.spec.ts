// An upstream by its address: where its paths lie, and who runs it. Two names of one owner are one, and so are two ports of one machine.
import { expect, test } from "@playwright/test";
import { joinUrl, operatorOf } from "../../../../lib/protocol/upstream/url.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";

const operators: readonly [base: string, operator: string][] = [
  ["https://gateway.example.com/chain/node", "example.com"],
  ["https://GATEWAY.Example.com:8443/chain/indexer/", "example.com"],
  ["https://example.com/", "example.com"],
  ["https://a.b.c.example.com/", "example.com"],
  ["https://node.example.com./", "example.com"],
  ["http://localhost:1317/node0", "localhost"],
  ["http://127.0.0.1:1317/node0", "localhost"],
  ["http://127.0.0.2:1318/node1", "localhost"],
  ["http://[::1]:1317/", "localhost"],
  ["http://203.0.113.7:1317/node0", "203.0.113.7"],
  ["http://203.0.113.7:1318/node1", "203.0.113.7"],
  ["http://203.0.113.8/", "203.0.113.8"],
  ["http://[2001:db8::1]/", "2001:db8:0:0::/64"],
  ["http://[2001:db8:0:0:9::7]:1317/", "2001:db8:0:0::/64"],
  ["http://[2001:db8:0:1::1]/", "2001:db8:0:1::/64"],
  ["http://machine:1317/", "machine"],
];
for (const [base, operator] of operators) {
  test(`${base} is run by ${operator}`, () => {
    expect(operatorOf(new URL(base))).toBe(operator);
  });
}

const joined: readonly [base: string, path: string, address: string][] = [
  ["http://127.0.0.1:1317", "/thorchain/pools", "http://127.0.0.1:1317/thorchain/pools"],
  ["http://127.0.0.1:1317", "//example.org/x", "http://127.0.0.1:1317//example.org/x"],
  [
    "https://example.com/key/node/",
    "/mayachain/mimir",
    "https://example.com/key/node/mayachain/mimir",
  ],
  [
    "https://example.com/node?key=1",
    "/v2/pools?status=a",
    "https://example.com/node/v2/pools?status=a",
  ],
  [
    "https://example.com/node",
    "/a?to=B%2FC&then=d?e",
    "https://example.com/node/a?to=B%2FC&then=d?e",
  ],
  ["https://example.com/node", "/memo/a#b?c=d#e", "https://example.com/node/memo/a%23b?c=d%23e"],
];
for (const [base, path, address] of joined) {
  test(`${path} lies below ${base}`, () => {
    const { origin, pathname, search, hash } = joinUrl(new URL(base), path);
    expect(`${origin}${pathname}${search}${hash}`).toBe(address);
  });
}

for (const path of [
  "",
  "v2/pools",
  "@example.org/",
  "/../other",
  "/%2e%2e/other",
  "/a/../../other",
  "/..\\other",
]) {
  test(`"${path}" leaves its base`, () => {
    expect(() => joinUrl(new URL("https://example.com/node"), path)).toThrow(
      "path leaves its base URL",
    );
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
