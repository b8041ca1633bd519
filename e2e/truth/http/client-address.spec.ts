// Which client a request counts for. No header that a client can write decides.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { findClientAddress, UNKNOWN_CLIENT } from "../../../lib/http/client-address.ts";

const hops = (trustedHops: number) => ({ onVercel: false, trustedHops });
const vercel = { onVercel: true, trustedHops: 1 };
const peer = "198.51.100.9";

for (const [what, socketPeer, client] of [
  ["the peer", peer, peer],
  ["mapped", "::ffff:198.51.100.9", peer],
  ["mapped, in hexadecimal", "::FFFF:C633:6409", peer],
  ...[0, 1, 2, 3, 4].map((at) => {
    const groups = [0, 1, 2, 3, 4].map((group) => (group === at ? 1 : 0));
    const client = `${groups.slice(0, 4).join(":")}::/64`;
    return [`nearly mapped, ${at}`, `${groups.join(":")}:ffff:c633:6409`, client] as const;
  }),
  ["no address behind another", "x::1", UNKNOWN_CLIENT],
  ["a name behind a zone", "fe80::1%eth0/x", UNKNOWN_CLIENT],
  ["IPv6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["another address of its /64", "2001:DB8:1:2::ffff", "2001:db8:1:2::/64"],
  ["the next /64", "2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["a gap in the network", "2001:db8::5", "2001:db8:0:0::/64"],
  ["leading zeros", "2001:0db8:0000:0002::1", "2001:db8:0:2::/64"],
  ["loopback", "::1", "0:0:0:0::/64"],
  ["a zone", "fe80::1%eth0", "fe80:0:0:0::/64"],
  ["none", null, UNKNOWN_CLIENT],
  ["empty", "", UNKNOWN_CLIENT],
] as const)
  test(`a peer, ${what} → ${client}`, () => {
    const forged = {
      "x-forwarded-for": "203.0.113.1",
      "x-real-ip": "203.0.113.1",
      forwarded: "for=203.0.113.1",
      "x-vercel-forwarded-for": "203.0.113.1",
    };
    for (const headers of [{}, forged])
      expect(findClientAddress(new Headers(headers), socketPeer, hops(0))).toBe(client);
  });

for (const [what, trustedHops, forwarded, client] of [
  ["one hop", 1, "203.0.113.1", "203.0.113.1"],
  ["forged members before it", 1, "10.0.0.1, 8.8.8.8, 203.0.113.1", "203.0.113.1"],
  ["two hops", 2, "8.8.8.8,203.0.113.1 , 192.0.2.2", "203.0.113.1"],
  ["as many hops as members", 2, "203.0.113.1, 192.0.2.2", "203.0.113.1"],
  ["too short", 3, "203.0.113.1, 192.0.2.2", peer],
  ["with a port", 1, "203.0.113.1:4711", "203.0.113.1"],
  ["IPv6 with a port", 1, "[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"],
  ["IPv6 in brackets", 1, "[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  ["an IPv4 tail", 1, "::ffff:203.0.113.1", "203.0.113.1"],
  ["80 characters", 1, `fe80::1%${"a".repeat(72)}`, "fe80:0:0:0::/64"],
  ...[
    "",
    "203.0.113.1, unknown",
    "203.0.113.1,",
    "203.0.113.256",
    "203.0.113",
    "0203.0.113.1",
    "3405803777",
    "203.0.113.1.",
    "localhost",
    "203.0.113.1 203.0.113.2",
    "[::1]/x",
    "x[::1]",
    "[::1]:123456",
    "1.2.3.4:123456",
    "2001:db8:::1",
    "1:2:3:4:5:6:7:8:9",
    `fe80::1%${"a".repeat(73)}`,
  ].map((text) => [`no address: ${text}`, 1, text, peer] as const),
] as const)
  test(`forwarded, ${what.slice(0, 60)} → ${client}`, () => {
    const headers = new Headers({ "x-forwarded-for": forwarded });
    expect(findClientAddress(headers, peer, hops(trustedHops))).toBe(client);
  });

for (const [what, headers, client] of [
  ["its own header", { "x-vercel-forwarded-for": "203.0.113.1" }, "203.0.113.1"],
  ["no other", { "x-forwarded-for": "8.8.8.8" }, UNKNOWN_CLIENT],
  [
    "its own before another",
    { "x-forwarded-for": "8.8.8.8", "x-vercel-forwarded-for": "2001:db8:1:2::9" },
    "2001:db8:1:2::/64",
  ],
] as const)
  test(`on Vercel ${what} → ${client}`, () =>
    expect(findClientAddress(new Headers(headers), "127.0.0.1", vercel)).toBe(client));

test("with a hop, without header and peer, the client is not known", () => {
  expect(findClientAddress(new Headers(), null, hops(1))).toBe(UNKNOWN_CLIENT);
});

test("entries before the trusted proxies' own change nothing", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 10 }), (forged, trustedHops) => {
      const proxies = Array.from({ length: trustedHops }, (_, index) => `192.0.2.${index + 1}`);
      const get = () => [forged, ...proxies].join(", ");
      expect(findClientAddress({ get }, peer, hops(trustedHops))).toBe("192.0.2.1");
    }),
  );
});

test("any text gives an address or the peer", () => {
  const part = fc.string({ unit: fc.constantFrom(..."0.:[]f%") });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4(), part), (text) => {
      const client = findClientAddress({ get: () => text }, peer, hops(1));
      expect(client).toMatch(/^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64)$/);
    }),
  );
});
