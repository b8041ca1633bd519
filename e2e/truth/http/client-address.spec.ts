// Which client a request counts for. No header that a client can write decides.
import { expect, test } from "@playwright/test";
import { findClientAddress, UNKNOWN_CLIENT } from "../../../lib/http/client-address.ts";
import { rowsOf } from "../../support/rows.ts";

const peer = "198.51.100.9";
const clientOf = (headers: Record<string, string>, socketPeer: string | null, trustedHops = 0) =>
  findClientAddress(new Headers(headers), socketPeer, { onVercel: false, trustedHops });

const nearlyMapped = [0, 1, 2, 3, 4].map((at) => {
  const groups = [0, 1, 2, 3, 4].map((group) => (group === at ? 1 : 0));
  return `${groups.join(":")}:ffff:c633:6409 | ${groups.slice(0, 4).join(":")}::/64`;
});
test("without a trusted hop the peer decides, an IPv6 client by its /64", () => {
  const forging = ["x-forwarded-for", "x-real-ip", "x-vercel-forwarded-for"];
  const forged = Object.fromEntries(forging.map((name) => [name, "203.0.113.1"]));
  const rows = rowsOf(`
    ${peer} | ${peer}
    ::ffff:198.51.100.9 | ${peer}
    ::FFFF:C633:6409 | ${peer}
    ${nearlyMapped.join("\n")}
    x::1 | ${UNKNOWN_CLIENT}
    fe80::1%eth0/x | ${UNKNOWN_CLIENT}
    2001:db8:1:2:3:4:5:6 | 2001:db8:1:2::/64
    2001:DB8:1:2::ffff | 2001:db8:1:2::/64
    2001:db8::5 | 2001:db8:0:0::/64
    2001:0db8:0000:0002::1 | 2001:db8:0:2::/64
    ::1 | 0:0:0:0::/64
    fe80::1%eth0 | fe80:0:0:0::/64
                 | ${UNKNOWN_CLIENT}`);
  for (const [socketPeer = "", client] of rows)
    for (const headers of [{}, { ...forged, forwarded: "for=203.0.113.1" }])
      expect(clientOf(headers, socketPeer), socketPeer).toBe(client);
  expect([0, 1].map((hops) => clientOf({}, null, hops))).toEqual([UNKNOWN_CLIENT, UNKNOWN_CLIENT]);
});

test("behind trusted hops the entry before theirs decides, and the peer where that is no address", () => {
  const rows = rowsOf(`
    1 | 203.0.113.1 | 203.0.113.1
    1 | 10.0.0.1, "8.8.8.8, 203.0.113.1 | 203.0.113.1
    2 | 8.8.8.8,203.0.113.1 , 192.0.2.2 | 203.0.113.1
    2 | 203.0.113.1, 192.0.2.2 | 203.0.113.1
    3 | 203.0.113.1, 192.0.2.2 | ${peer}
    1 | 203.0.113.1:4711 | 203.0.113.1
    1 | [2001:db8:1:2::9]:4711 | 2001:db8:1:2::/64
    1 | [2001:db8:1:2::9] | 2001:db8:1:2::/64
    1 | ::ffff:203.0.113.1 | 203.0.113.1
    1 | fe80::1%${"a".repeat(72)} | fe80:0:0:0::/64`);
  const noAddress = rowsOf(`
    203.0.113.1, unknown
    203.0.113.1,
    203.0.113.256
    203.0.113
    203.0.113.01
    3405803777
    203.0.113.1.
    localhost
    203.0.113.1 203.0.113.2
    [::1]/x
    x[::1]
    [::1]:123456
    1.2.3.4:123456
    2001:db8:::1
    1:2:3:4:5:6:7:8:9
    fe80::1%${"a".repeat(73)}`);
  const refused = ["", ...noAddress.flat()].map((text) => ["1", text, peer]);
  for (const [hops, forwarded = "", client] of [...rows, ...refused])
    expect(clientOf({ "x-forwarded-for": forwarded }, peer, Number(hops)), forwarded).toBe(client);
});

test("on Vercel its own header decides, and no other", () => {
  const other = { "x-forwarded-for": "8.8.8.8" };
  for (const [headers, client] of [
    [{ "x-vercel-forwarded-for": "203.0.113.1" }, "203.0.113.1"],
    [{ ...other, "x-vercel-forwarded-for": "2001:db8:1:2::9" }, "2001:db8:1:2::/64"],
    [other, UNKNOWN_CLIENT],
  ] as const) {
    const rules = { onVercel: true, trustedHops: 1 };
    expect(findClientAddress(new Headers(headers), "127.0.0.1", rules)).toBe(client);
  }
});
