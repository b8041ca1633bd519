// When a provider is left alone: for as long as it asks, for growing waits where it names none, and after three failures until a probe succeeds.
import { expect, test } from "@playwright/test";
import { z } from "zod";
import type { UpstreamError } from "../../../../lib/protocol/upstream/errors.ts";
import { InboundAddresses, Pools } from "../../../../lib/protocol/upstream/network-schemas.ts";
import type { Transport } from "../../../../lib/protocol/upstream/provider.ts";
import { QuoteSwap } from "../../../../lib/protocol/upstream/schemas.ts";
import { createNode, createScript, faultOf, json, POOLS, refused } from "./client-scripts.ts";

const QUOTE = "/thorchain/quote/swap";
const quote = { fees: { asset: "ETH.ETH" }, expected_amount_out: "1" };

test.describe("pauses and breakers", () => {
  function createClocked(transport: Transport, random = () => 0.5) {
    const clock = { ms: Date.parse("2026-05-01T00:00:00Z") };
    const node = createNode("http://upstream.invalid", { transport, now: () => clock.ms, random });
    return { clock, node };
  }

  const waits: [name: string, header: string, waitMs: number][] = [
    ["seconds", "7", 7_000],
    ["a date", "Fri, 01 May 2026 00:00:09 GMT", 9_000],
    ["too long: 30 s", "3600", 30_000],
  ];
  for (const [name, header, waitMs] of waits) {
    for (const status of [429, 503]) {
      test(`${status} with Retry-After, ${name}: the provider is left alone so long`, async () => {
        const headers = { "retry-after": header };
        const transport = createScript(
          () => new Response("", { status, headers }),
          () => json([]),
        );
        const { clock, node } = createClocked(transport);
        expect(await faultOf(node.get(POOLS, Pools))).toBe(`status ${status}`);
        clock.ms += waitMs - 1;
        const skipped = await node.get(POOLS, Pools).catch((reason: unknown) => reason);
        expect(skipped).toMatchObject({ fault: "skipped", retryAfterMs: 1 });
        expect(transport.count()).toBe(1);
        clock.ms += 1;
        expect(await faultOf(node.get(POOLS, Pools))).toBe("none");
      });
    }
  }

  test("without Retry-After: 0.5 s doubling to 30 s, with full jitter", async () => {
    const transport = createScript(() => new Response("", { status: 429 }));
    const { clock, node } = createClocked(transport, () => 0.5);
    const seen: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      expect(await faultOf(node.get(POOLS, Pools))).toBe("status 429");
      const skipped = await node.get(POOLS, Pools).catch((reason: unknown) => reason);
      seen.push((skipped as UpstreamError).retryAfterMs ?? -1);
      clock.ms += seen.at(-1) ?? 0;
    }
    expect(seen).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  });

  test("three transport failures in a row open the breaker; one probe at a time closes it", async () => {
    let answer: () => Response | Promise<Response> = refused;
    const transport = createScript(() => answer());
    const { clock, node } = createClocked(transport);
    const get = () => faultOf(node.get(POOLS, Pools));
    expect([await get(), await get(), await get()]).toEqual(["connect", "connect", "connect"]);
    expect(await get()).toBe("skipped");
    expect(transport.count()).toBe(3);
    clock.ms += 5_000;
    // Half open: of many at once one is let through, and its failure leaves the breaker open.
    const faults = await Promise.all(Array.from({ length: 10 }, get));
    expect(faults.filter((fault) => fault === "connect")).toHaveLength(1);
    expect(faults.filter((fault) => fault === "skipped")).toHaveLength(9);
    expect(await get()).toBe("skipped");
    clock.ms += 5_000;
    answer = () => json([]);
    expect([await get(), await get()]).toEqual(["none", "none"]);
    expect(transport.count()).toBe(6);
  });

  test("a probe whose caller goes away gives its place to the next", async () => {
    let answer: () => Response | Promise<Response> = refused;
    const transport = createScript(() => answer());
    const { clock, node } = createClocked(transport);
    for (let count = 0; count < 3; count += 1) await faultOf(node.get(POOLS, Pools));
    clock.ms += 5_000;
    answer = () => new Promise(() => {});
    const controller = new AbortController();
    const probe = node.get(POOLS, Pools, { signal: controller.signal });
    await expect.poll(() => transport.count()).toBe(4);
    controller.abort(new Error("left"));
    await expect(probe).rejects.toThrow("left");
    answer = () => json([]);
    await expect.poll(() => faultOf(node.get(POOLS, Pools))).toBe("none");
  });

  test("a success between failures keeps the breaker closed", async () => {
    const transport = createScript(
      refused,
      refused,
      () => json([]),
      refused,
      refused,
      () => json([]),
    );
    const { node } = createClocked(transport);
    const faults: string[] = [];
    for (let count = 0; count < 6; count += 1) faults.push(await faultOf(node.get(POOLS, Pools)));
    expect(faults).toEqual(["connect", "connect", "none", "connect", "connect", "none"]);
  });

  const unusable: readonly (readonly [what: string, answer: () => Response, fault: string])[] = [
    ["a refusal of the node", () => json({ error: "no" }, { status: 400 }), "status 400"],
    [
      "a refusal by 500",
      () => json({ code: 2, message: "no", details: [] }, { status: 500 }),
      "status 500",
    ],
    [
      "an endpoint that a gateway does not have",
      () => json({ message: "no" }, { status: 404 }),
      "status 404",
    ],
    [
      "an endpoint that a release does not have",
      () => json({ code: 12, message: "no" }, { status: 501 }),
      "status 501",
    ],
    ["a wrong shape", () => json({ maintenance: true }), "shape"],
    [
      "no JSON",
      () => new Response("[", { headers: { "content-type": "application/json" } }),
      "not_json 200",
    ],
    ["a body that is too large", () => json([" ".repeat(400_000)]), "too_large 200"],
  ];
  for (const [what, answer, fault] of unusable) {
    test(`${what}, however often, closes no other endpoint, and is asked for as seldom as a usable answer`, async () => {
      const asked: string[] = [];
      const transport: Transport = async ({ pathname }) => {
        asked.push(pathname);
        return pathname === POOLS ? answer() : json([]);
      };
      const { clock, node } = createClocked(transport);
      for (let count = 0; count < 10; count += 1)
        expect(await faultOf(node.get(POOLS, Pools))).toBe(fault);
      expect(asked).toHaveLength(10);
      expect(node.isDegraded(Pools)).toBe(false);
      expect(await faultOf(node.get("/thorchain/inbound_addresses", InboundAddresses))).toBe(
        "none",
      );

      const pools = () => faultOf(node.get(POOLS, Pools, { keepMs: 5_000, mayRetry: () => false }));
      asked.length = 0;
      expect([await pools(), await pools(), asked.length]).toEqual([fault, fault, 1]);
      clock.ms += 4_999;
      expect([await pools(), asked.length]).toEqual([fault, 1]);
      clock.ms += 1;
      expect([await pools(), asked.length]).toEqual([fault, 2]);
      // However long a usable one would be kept.
      clock.ms += 9_999;
      const long = () => faultOf(node.get(POOLS, Pools, { keepMs: 600_000 }));
      expect([await long(), asked.length]).toEqual([fault, 2]);
      clock.ms += 1;
      expect([await long(), asked.length]).toEqual([fault, 3]);
      const ask = () => faultOf(node.get(POOLS, Pools, { keepMs: 5_000, isQuestion: true }));
      expect([await ask(), await ask(), asked.length]).toEqual([fault, fault, 5]);
    });
  }

  const failures: readonly (readonly [
    what: string,
    answer: () => Response | Promise<Response>,
    fault: string,
  ])[] = [
    ["no connection", refused, "connect"],
    ["403 of a firewall", () => new Response("", { status: 403 }), "status 403"],
    ["504 of a gateway", () => new Response("", { status: 504 }), "status 504"],
    [
      "503",
      () => new Response("", { status: 503, headers: { "retry-after": "30" } }),
      "status 503",
    ],
    [
      "HTML",
      () => new Response("", { headers: { "content-type": "text/html" } }),
      "content_type 200",
    ],
    ["a wrong shape", () => json({ maintenance: true }), "shape"],
  ];
  for (const [what, answer, fault] of failures) {
    test(`questions that end by ${what}, however many, never close a provider; that kind of question prefers another`, async () => {
      let isWell = false;
      const transport: Transport = async ({ pathname }) =>
        pathname === QUOTE && !isWell ? answer() : json(pathname === QUOTE ? quote : []);
      const { node } = createClocked(transport);
      const ask = () => faultOf(node.get(QUOTE, QuoteSwap, { isQuestion: true }));
      for (let count = 0; count < 10; count += 1) expect(await ask()).toBe(fault);
      expect(await faultOf(node.get(POOLS, Pools))).toBe("none");
      // Another kind of question that is answered changes nothing for this one.
      expect(await faultOf(node.get("/thorchain/other", z.unknown(), { isQuestion: true }))).toBe(
        "none",
      );
      expect([node.isDegraded(QuoteSwap), node.isDegraded(Pools)]).toEqual([true, false]);
      isWell = true;
      expect([await ask(), node.isDegraded(QuoteSwap)]).toEqual(["none", false]);
    });
  }

  test("a refusal of a question puts a provider behind no other", async () => {
    const { node } = createClocked(createScript(() => json({ error: "no" }, { status: 400 })));
    for (let count = 0; count < 10; count += 1)
      expect(await faultOf(node.get(QUOTE, QuoteSwap, { isQuestion: true }))).toBe("status 400");
    expect(node.isDegraded(QuoteSwap)).toBe(false);
  });

  test("a provider that facts found dead is asked no question until a fact was answered", async () => {
    let answer: () => Response | Promise<Response> = refused;
    const transport = createScript(() => answer());
    const { clock, node } = createClocked(transport);
    const ask = () => faultOf(node.get(POOLS, Pools, { isQuestion: true }));
    for (let count = 0; count < 3; count += 1) await faultOf(node.get(POOLS, Pools));
    answer = () => json([]);
    clock.ms += 5_000;
    expect([await ask(), transport.count()]).toEqual(["skipped", 3]);
    expect([await faultOf(node.get(POOLS, Pools)), await ask()]).toEqual(["none", "none"]);
  });
});
