// Which client a request counts for. No header that a client can write decides.

import { expect, test } from "@playwright/test";
import fc from "fast-check";
import {
  type AddressRules,
  findClientAddress,
  UNKNOWN_CLIENT,
} from "../../../lib/http/client-address.ts";

const direct: AddressRules = { onVercel: false, trustedHops: 0 };
const hops = (trustedHops: number): AddressRules => ({ onVercel: false, trustedHops });
const vercel: AddressRules = { onVercel: true, trustedHops: 0 };
const peer = "198.51.100.9";
const forwarded = (value: string) => ({ "x-forwarded-for": value });

const rows: [
  name: string,
  rules: AddressRules,
  peer: string | null,
  headers: Record<string, string>,
  client: string,
][] = [
  ["the peer", direct, peer, {}, peer],
  ["no forwarded header is read", direct, peer, forwarded("203.0.113.1"), peer],
  [
    "nor any other",
    direct,
    peer,
    {
      "x-real-ip": "203.0.113.1",
      forwarded: "for=203.0.113.1",
      "x-vercel-forwarded-for": "203.0.113.1",
    },
    peer,
  ],
  ["a mapped peer", direct, "::ffff:198.51.100.9", {}, peer],
  ["a mapped peer in hexadecimal", direct, "::FFFF:C633:6409", {}, peer],
  ["a peer of IPv6", direct, "2001:db8:1:2:3:4:5:6", {}, "2001:db8:1:2::/64"],
  ["another address of its /64", direct, "2001:DB8:1:2::ffff", {}, "2001:db8:1:2::/64"],
  ["the next /64", direct, "2001:db8:1:3::1", {}, "2001:db8:1:3::/64"],
  ["a gap in the network", direct, "2001:db8::5", {}, "2001:db8:0:0::/64"],
  ["leading zeros", direct, "2001:0db8:0000:0002::1", {}, "2001:db8:0:2::/64"],
  ["loopback", direct, "::1", {}, "0:0:0:0::/64"],
  ["a zone", direct, "fe80::1%eth0", {}, "fe80:0:0:0::/64"],
  ["no peer", direct, null, {}, UNKNOWN_CLIENT],
  ["an empty peer", direct, "", {}, UNKNOWN_CLIENT],

  ["one hop", hops(1), peer, forwarded("203.0.113.1"), "203.0.113.1"],
  [
    "one hop, forged members before it",
    hops(1),
    peer,
    forwarded("10.0.0.1, 8.8.8.8, 203.0.113.1"),
    "203.0.113.1",
  ],
  ["two hops", hops(2), peer, forwarded("8.8.8.8,203.0.113.1 , 192.0.2.2"), "203.0.113.1"],
  ["as many hops as members", hops(2), peer, forwarded("203.0.113.1, 192.0.2.2"), "203.0.113.1"],
  ["too short", hops(3), peer, forwarded("203.0.113.1, 192.0.2.2"), peer],
  ["absent", hops(1), peer, {}, peer],
  ["empty", hops(1), peer, forwarded(""), peer],
  ["not an address", hops(1), peer, forwarded("203.0.113.1, unknown"), peer],
  ["an empty last member", hops(1), peer, forwarded("203.0.113.1,"), peer],
  ["a number out of range", hops(1), peer, forwarded("203.0.113.256"), peer],
  ["too few numbers", hops(1), peer, forwarded("203.0.113"), peer],
  ["octal", hops(1), peer, forwarded("0203.0.113.1"), peer],
  ["one number", hops(1), peer, forwarded("3405803777"), peer],
  ["a trailing dot", hops(1), peer, forwarded("203.0.113.1."), peer],
  ["a name", hops(1), peer, forwarded("localhost"), peer],
  ["two in one member", hops(1), peer, forwarded("203.0.113.1 203.0.113.2"), peer],
  ["a path in brackets", hops(1), peer, forwarded("[::1]/x"), peer],
  ["a broken IPv6", hops(1), peer, forwarded("2001:db8:::1"), peer],
  ["nine groups", hops(1), peer, forwarded("1:2:3:4:5:6:7:8:9"), peer],
  ["very long", hops(1), peer, forwarded(`2001:db8::1%${"a".repeat(90)}`), peer],
  ["with a port", hops(1), peer, forwarded("203.0.113.1:4711"), "203.0.113.1"],
  ["IPv6 with a port", hops(1), peer, forwarded("[2001:db8:1:2::9]:4711"), "2001:db8:1:2::/64"],
  ["IPv6 in brackets", hops(1), peer, forwarded("[2001:db8:1:2::9]"), "2001:db8:1:2::/64"],
  ["an IPv4 tail", hops(1), peer, forwarded("::ffff:203.0.113.1"), "203.0.113.1"],
  ["neither header nor peer", hops(1), null, {}, UNKNOWN_CLIENT],

  ["Vercel's own header", vercel, peer, { "x-vercel-forwarded-for": "203.0.113.1" }, "203.0.113.1"],
  [
    "on Vercel no other",
    { onVercel: true, trustedHops: 1 },
    peer,
    { ...forwarded("8.8.8.8"), "x-vercel-forwarded-for": "2001:db8:1:2::9" },
    "2001:db8:1:2::/64",
  ],
  [
    "on Vercel without it, not the platform's own peer",
    vercel,
    "127.0.0.1",
    forwarded("8.8.8.8"),
    UNKNOWN_CLIENT,
  ],
];
for (const [name, rules, socketPeer, headers, client] of rows) {
  test(`${name} → ${client}`, () => {
    expect(findClientAddress(new Headers(headers), socketPeer, rules)).toBe(client);
  });
}

test("entries before the trusted proxies' own change nothing", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 10 }), (forged, trustedHops) => {
      const trusted = Array.from(
        { length: trustedHops },
        (_, index) => `192.0.2.${index + 1}`,
      ).join(", ");
      const get = () => `${forged}, ${trusted}`;
      expect(findClientAddress({ get }, peer, hops(trustedHops))).toBe("192.0.2.1");
    }),
  );
});

test("any text gives an address or the peer, in linear time", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.ipV6(),
        fc.ipV4(),
        fc.string({ unit: fc.constantFrom(..."0.:[]f%") }),
      ),
      (text) => {
        const client = findClientAddress({ get: () => text }, peer, hops(1));
        expect(client).toMatch(/^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64)$/);
      },
    ),
  );
});
