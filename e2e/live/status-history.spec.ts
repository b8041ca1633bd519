// The history of /status on the built server while its upstream changes.
import { tradingHalt } from "../support/halt-key.ts";
import { expect, test } from "./live-test.ts";
import { COLD_MS, resetRemote, sleep, untilWell } from "./tool-calls.ts";

/** After this time a halt of the previous test counts as over. */
const SETTLED_MS = 13_000;

test("a halt that comes and goes is recorded by every kind of request, and shown by page and feed, and an outage is no change", {
  tag: "@slow",
}, async ({ request, upstream }) => {
  const remote = await resetRemote(request, upstream);
  await sleep(SETTLED_MS);
  const entries = async () => (await (await request.get("/status.atom")).text()).split("<entry>").slice(1);
  const readMarkdown = async () => (await request.get("/status.md")).text();
  const before = await entries();
  await remote.change({ fault: { kind: "reset" } });
  await expect.poll(readMarkdown, { timeout: 20_000 }).toContain("**Not checked. Do not send.**");
  expect(await entries()).toEqual(before);
  await remote.reset();
  await untilWell(request);
  expect(await entries()).toEqual(before);

  await remote.change({ mimir: { [tradingHalt("AVAX")]: "-1" } });
  await sleep(COLD_MS);
  // The reader of the document is the first to see it.
  await request.get("/.well-known/status");
  const [halt = "", ...older] = await entries();
  expect(older).toEqual(before);
  expect(halt).toContain(
    "<title>Avalanche (AVAX): trading, deposits and liquidity halted by HALTAVAXTRADING, were open</title>",
  );

  await remote.change({ mimir: { [tradingHalt("AVAX")]: null } });
  // An open state counts when two blocks have passed since the last halt was seen.
  await expect
    .poll(async () => (await entries())[0], { timeout: 60_000, intervals: [1_000] })
    .toContain("<title>Avalanche (AVAX): trading, deposits and liquidity open, were halted</title>");
  expect(await readMarkdown()).toMatch(
    /^\| Avalanche \(AVAX\): trading, deposits and liquidity \| halted for [^|]+ \| 20[^|]+UTC \| 20[^|]+UTC \| `HALTAVAXTRADING` \|$/m,
  );
  expect((await entries()).length).toBe(before.length + 2);
  await remote.reset();
});
