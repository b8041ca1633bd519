// /.well-known/status about the service itself: its start, and its store if it has one.
import { expect, test } from "@playwright/test";
import { envelopeAnswer } from "../../../../../lib/mcp/tools/envelope.ts";
import { getNetworkStatus } from "../../../../../lib/mcp/tools/get-network-status.ts";
import { adviceText } from "../../../../../lib/protocol/model/envelope.ts";
import type {
  ChainReading,
  NetworkReading,
  ProviderReading,
} from "../../../../../lib/protocol/model/network-status.ts";
import { clockReasons } from "../../../../../lib/protocol/safety/reasons.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { toIsoTime } from "../../../../../lib/protocol/values/figure-text.ts";
import { type Service, statusDocument } from "../../../../../lib/site/live/status/document.ts";
import { statusView } from "../../../../../lib/site/live/status/view.ts";
import { createExampleNetwork } from "../../../../../lib/site/prose/examples.ts";
import { absoluteUrl } from "../../../../../lib/site/registry/links.ts";
import { liquidityPause, tradingHalt } from "../../../../support/halt-key.ts";
import { createWorld, down } from "../../../../support/world.ts";
import { blockTimeMs, status as fakeStatus } from "../../../mcp/fake-network.ts";
import { halted, open, unknown } from "../../../protocol/safety/halt-evidence.ts";

const MAX_UNKNOWN_BYTES = 1_900;
const nowMs = Date.UTC(2026, 10, 20, 3, 12, 33);

async function createDocument() {
  const reading = await createExampleNetwork().getStatus();
  return statusDocument(reading, presets.sample, { startedMs: nowMs - 90_500, nowMs });
}

test("it states its start and how long ago that was", async () => {
  const document = await createDocument();
  expect(document).toMatchObject({
    status: "pass",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    started: "2026-11-20T03:11:02.500Z",
    checks: {
      uptime: [
        { observedValue: 90, observedUnit: "s", status: "pass", time: "2026-11-20T03:12:33.000Z" },
      ],
    },
  });
});

const service: Service = { startedMs: nowMs - 90_500, nowMs };
/** A reading of which all is well. */
const well: NetworkReading = {
  ...fakeStatus,
  trading: open,
  providers: fakeStatus.providers.map((provider) => ({ ...provider, ok: true })),
};
const documentOf = (changes: Partial<NetworkReading> = {}, more: Partial<Service> = {}) =>
  statusDocument({ ...well, ...changes }, presets.thorchain, { ...service, ...more });

test.describe("pass, warn or fail", () => {
  const chainWith = (changes: Partial<ChainReading>) => ({
    chains: [{ ...(well.chains[1] as ChainReading), ...changes }],
  });
  const clockWith = (freshness: "stale" | "unknown") => ({ clock: { ...well.clock, freshness } });
  const providers = well.providers.map((provider, index) => ({ ...provider, ok: index > 0 }));
  const unread = unknown({ code: "unreadable", text: "no row" });
  const failure = { code: "stale", hint: "Do not send funds.", retryAfterSeconds: 6 };
  const rows: readonly [
    what: string,
    status: string,
    changes: Partial<NetworkReading>,
    more?: Partial<Service>,
  ][] = [
    ["all is well", "pass", {}],
    [
      "a chain is halted, which is a fact",
      "pass",
      chainWith({ trading: halted(tradingHalt("BTC")) }),
    ],
    [
      "a chain is not listed",
      "pass",
      chainWith({ trading: unknown({ code: "not_listed", text: "the network does not list it" }) }),
    ],
    ["whether a chain trades is not known", "warn", chainWith({ trading: unread })],
    ["whether a chain pays out is not known", "warn", chainWith({ signing: unread })],
    ["whether the network trades is not known", "warn", { trading: unread }],
    ["a source is not usable", "warn", { providers }],
    ["the block is late", "warn", clockWith("stale")],
    ["the block's time is not known", "fail", clockWith("unknown")],
    ["nothing could be verified", "fail", { failure }],
  ];
  for (const [what, status, changes, more] of rows)
    test(`${status}: ${what}`, () => expect(documentOf(changes, more).status).toBe(status));

  test("the clock's own check is that of the clock", () => {
    const of = (freshness?: "stale" | "unknown") =>
      documentOf(freshness && clockWith(freshness)).checks;
    expect([of(), of("stale"), of("unknown")]).toMatchObject(
      ["pass", "warn", "fail"].map((status) => ({ "network:block-age": [{ status }] })),
    );
  });
});

test("each source has its height, its kind and its time, and what was not read has neither unit nor time", () => {
  const [node, indexer] = well.providers as [ProviderReading, ProviderReading];
  const silent: ProviderReading = {
    ...node,
    ok: false,
    height: null,
    lagBlocks: null,
    observedAtMs: null,
  };
  const told = {
    componentType: "datastore",
    observedUnit: "block",
    time: new Date(blockTimeMs + 4300).toISOString(),
  };
  expect(documentOf({ providers: [node, silent, indexer] }).checks).toMatchObject({
    "node:height": [
      {
        ...told,
        componentId: "node-1",
        operator: "node.test",
        observedValue: node.height,
        status: "pass",
      },
      { componentId: "node-2", componentType: "datastore", observedValue: null, status: "fail" },
    ],
    "indexer:height": [{ componentId: "indexer-1", observedValue: indexer.height, status: "pass" }],
  });
  const { "node:height": nodes } = documentOf({ providers: [silent] }).checks as Record<
    string,
    object[]
  >;
  expect(Object.keys(nodes?.[0] ?? {}).toSorted()).toEqual([
    "componentId",
    "componentType",
    "observedValue",
    "operator",
    "status",
  ]);
});

test("the age of a block that was not read has no unit and no time, and its reason", () => {
  const reason = clockReasons.unread;
  const clock = {
    freshness: "unknown",
    height: null,
    blockTimeMs: null,
    ageMs: null,
    reason,
  } as const;
  const { checks, network, ...document } = documentOf({ clock });
  expect((checks as Record<string, unknown>)["network:block-age"]).toEqual([
    {
      ...{
        componentId: "thorchain",
        componentType: "datastore",
        observedValue: null,
        status: "fail",
      },
      output: `no_clock: ${reason.text}`,
    },
  ]);
  expect(network).toMatchObject({
    height: null,
    block_time: null,
    age_seconds: null,
    freshness: "unknown",
  });
  expect(Object.keys(document)).not.toContain("updated");
  expect(documentOf().updated).toBe(blockTimeMs / 1000);
});

test("the notes: that data is invented, why nothing could be read, and what to do", () => {
  const advice = adviceText(well.advice);
  const failure = { code: "stale", hint: "Do not send funds.", retryAfterSeconds: 6 };
  expect(documentOf().notes).toEqual([advice]);
  expect(documentOf({ failure }).notes).toEqual([failure.hint, advice]);
  expect(documentOf({ failure, advice: [failure.hint] }).notes).toEqual([failure.hint]);
  expect(documentOf({ source: "sample" }).notes).toEqual([
    "Sample network: invented data. Never send funds based on it.",
    advice,
  ]);
});

test("what it depends on, and where programs go on", () => {
  const { dependencies, links, serviceId, description } = documentOf();
  expect(dependencies).toEqual(["thorchain node API", "thorchain indexer API"]);
  expect(links).toEqual({
    self: absoluteUrl("/.well-known/status"),
    openapi: absoluteUrl("/openapi.json"),
    mcp: absoluteUrl("/mcp"),
    about: absoluteUrl("/llms.txt"),
  });
  expect(serviceId).toBe(new URL(absoluteUrl("/")).host);
  expect(description).toMatch(/discovery surface of THORChain \(thorchain, live\)$/);
});

test("each chain has its verdicts, what is in force, why, and what is scheduled", () => {
  const reason = { code: "unreadable", text: "the node did not list this chain" } as const;
  const [thor, bitcoin] = well.chains as [ChainReading, ChainReading];
  const { network } = documentOf({
    trading: unknown(clockReasons.late(42)),
    warnings: [{ code: "one_source", text: "Only one node." }],
    chains: [
      {
        ...bitcoin,
        deposits: halted(tradingHalt("BTC")),
        signing: unknown({ code: "stale", text: "late" }),
        reason,
      },
      { ...thor, reason: null },
    ],
  });
  expect(network).toMatchObject({
    ...{ name: "thorchain", source: "live", verdict: "unknown", halted_by: [] },
    reason: `stale: ${clockReasons.late(42).text}`,
    warnings: [{ code: "one_source", text: "Only one node." }],
    chains: [
      {
        ...{
          chain: "BTC",
          trading: "open",
          deposits: "halted",
          signing: "unknown",
          liquidity: "halted",
        },
        halted_by: [tradingHalt("BTC"), liquidityPause("BTC")],
        reason: "unreadable: the node did not list this chain",
        reason_code: "unreadable",
        scheduled: [
          {
            parameter: tradingHalt("BTC"),
            height: 28140000,
            estimated_time: "2026-11-20T11:08:00Z",
          },
        ],
      },
      { chain: "THOR", liquidity: "open", reason: null, reason_code: null, scheduled: [] },
    ],
  });
});

test("one reading has one age in every answer", async () => {
  const status = await createExampleNetwork().getStatus();
  for (const [ageMs, seconds] of [
    [4000, 4],
    [4001, 5],
    [30_001, 31],
  ] as const) {
    const reading = { ...status, clock: { ...status.clock, ageMs } };
    const service = { startedMs: nowMs, nowMs } as const;
    expect(statusDocument(reading, presets.sample, service)).toMatchObject({
      network: { age_seconds: seconds },
      checks: { "network:block-age": [{ observedValue: seconds }] },
    });
    expect(envelopeAnswer(reading).as_of.age_seconds).toBe(seconds);
    expect(statusView(reading, presets.sample, nowMs).block?.when).toContain(
      `${seconds} seconds ago (`,
    );
  }
});

test("one instant has one spelling in every answer", async () => {
  const status = await createExampleNetwork().getStatus();
  const reading = {
    ...status,
    clock: { ...status.clock, blockTimeMs: Date.UTC(2026, 10, 20, 3, 12, 30, 750) },
  };
  const document = statusDocument(reading, presets.sample, { startedMs: nowMs, nowMs });
  const { block_time: blockTime } = envelopeAnswer(reading).as_of;
  expect(blockTime).toBe("2026-11-20T03:12:30Z");
  expect(document).toMatchObject({
    network: { block_time: blockTime },
    checks: { "network:block-age": [{ time: blockTime }] },
  });
  const halts = (
    document.network as { chains: { scheduled: { estimated_time: string }[] }[] }
  ).chains
    .flatMap((chain) => chain.scheduled)
    .map((halt) => halt.estimated_time);
  expect(halts).toEqual(
    status.chains.flatMap(({ scheduled }) =>
      scheduled.map((halt) => toIsoTime(halt.estimatedTimeMs)),
    ),
  );
  expect(halts.length).toBeGreaterThan(0);
});

for (const network of ["thorchain", "mayachain"] as const) {
  test(`${network}: an outage is told once, in at most ${MAX_UNKNOWN_BYTES} bytes beside the chains, by the document and the tool`, async () => {
    const world = createWorld({ network, nodes: 2, indexers: 2 });
    for (const name of ["node0", "node1", "indexer0", "indexer1"])
      world.scripts[name] = { "*": down };
    const codes = world.preset.chains.map(({ code }) => code);
    const service = { startedMs: nowMs - 90_500, nowMs, memory: "file" } as const;
    const document = statusDocument(await world.network.getStatus(), presets[network], service);
    const answer = await getNetworkStatus.run(world.network, {}, { networkName: network });
    expect(document).toMatchObject({
      status: "fail",
      network: { chains: [], unchecked_chains: codes },
    });
    expect(answer.structured).toMatchObject({
      trading: "unknown",
      chains: [],
      unchecked_chains: codes,
    });
    for (const code of codes) expect(answer.text).toContain(code);
    for (const one of [document, answer.structured]) {
      const text = JSON.stringify(one);
      expect(text.match(/upstream_unavailable: /g)?.length ?? 0, text).toBeLessThanOrEqual(1);
      expect(Buffer.byteLength(text) - JSON.stringify(codes).length, text).toBeLessThanOrEqual(
        MAX_UNKNOWN_BYTES,
      );
    }
    expect(Buffer.byteLength(answer.text)).toBeLessThan(1_000);

    const [bitcoin] = (
      await getNetworkStatus.run(world.network, { chain: "BTC" }, { networkName: network })
    ).structured.unchecked_chains as string[];
    expect(bitcoin).toBe("BTC");
  });
}
