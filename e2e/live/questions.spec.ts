// The three questions on main network data: the repository's own scene, or recorded mainnet answers if there are any.
import { presets } from "../../lib/protocol/values/chains.ts";
import { chainPath } from "../../lib/site/registry/chain-paths.ts";
import { resourcePaths, resources } from "../../lib/site/registry/resources.ts";
import { expectWhole } from "../support/page-checks.ts";
import { askThreeQuestions } from "../support/three-questions.ts";
import { LIMIT_MS, untilAnswering } from "../support/until-answering.ts";
import { fixtureTxids } from "../support/upstream/read-fixture.ts";
import { readRecordings } from "../support/upstream/read-recordings.ts";
import { expect, test } from "./live-test.ts";
import { untilWell } from "./tool-calls.ts";

/** By the file with the node's recorded answer. */
const recorded = {
  "done.ltc_to_tron_usdt": "Paid out",
  "partially_refunded.tcy_to_eth_usdt": "Partly refunded",
} as const;

// On the shared server: the homepage leads to the addresses of the build. No spec scripts its upstream.
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
test.use({ baseURL: ({}, use, { project }) => use(project.use.baseURL) });

test.beforeEach(async ({ request, baseURL }) => {
  test.setTimeout(LIMIT_MS + 150_000);
  await untilAnswering(baseURL);
  await untilWell(request);
});

const readTxids = (): Readonly<Record<string, string>> => {
  const folder: string | null = test.info().config.metadata.recordingsDir;
  return folder ? readRecordings(folder, "thorchain").txids : {};
};

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with${javaScriptEnabled ? "" : "out"} JavaScript`, { tag: "@shared" }, () => {
    test.use({ javaScriptEnabled });
    test("the homepage leads to the answers of the three questions", async ({ page }) => {
      const txid = readTxids()["done.ltc_to_tron_usdt"] ?? fixtureTxids.done;
      await askThreeQuestions(page, { txid, headline: "Paid out" });
    });
  });
}

test("every live address answers", { tag: "@shared" }, async ({ request }) => {
  const forms = [null, "md", "json", "badge"] as const;
  const ofChains = presets.thorchain.chains.flatMap(({ code }) =>
    forms.map((form) => chainPath(code, form)),
  );
  const live = resourcePaths.filter(
    (path) => resources[path].cache === "live" && resources[path].kind !== "endpoint",
  );
  for (const path of [...live, ...ofChains]) {
    const response = await request.get(
      path.startsWith("/quote") ? `${path}?from=BTC&to=ETH&amount=0.1` : path,
    );
    expect(`${response.status()} ${path}`).toBe(`200 ${path}`);
  }
});

for (const [file, headline] of Object.entries(recorded)) {
  test(`a recorded swap is shown completely: ${file}`, { tag: "@shared" }, async ({ page }) => {
    const txid = readTxids()[file];
    test.skip(!txid, "RECORDINGS_DIR is not set");
    const isShown = () => expect(page.getByRole("heading", { name: headline })).toBeVisible();
    await expectWhole(page, `/track?txid=${txid}`, isShown);
  });
}

test("nothing on this network says sample", async ({ request }) => {
  for (const path of ["/", "/index.md", "/pricing", "/.well-known/status"]) {
    const response = await request.get(path);
    expect(response.headers()["x-robots-tag"], path).toBeUndefined();
    expect(await response.text(), path).not.toMatch(/sample network|\*\*sample\*\*/);
  }
});
