import { expect, test } from "@playwright/test";
import { ConfigError, parseConfig } from "../../../lib/config.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";

test("without variables it is the sample network on localhost", () => {
  expect(parseConfig({})).toMatchObject({
    siteUrl: "http://localhost:3000",
    swapUrl: "http://localhost:3000",
    siteName: "Signpost",
    contactEmail: null,
    network: "sample",
    nodeUrls: [],
    indexerUrls: [],
    operators: new Map(),
    contentSignal: "search=yes, ai-input=yes, ai-train=yes",
    port: 3000,
    rateLimit: 120,
    trustedHops: 0,
    onVercel: false,
  });
});

test("the limit and the proxies are read", () => {
  expect(
    [undefined, "0", "140"].map((calls) => parseConfig({ NODE_CALLS: calls }).nodeCalls),
  ).toEqual([200, 0, 140]);
  const environment = { RATE_LIMIT: "0", TRUSTED_HOPS: "10", VERCEL: "1" };
  expect(parseConfig(environment)).toMatchObject({ rateLimit: 0, trustedHops: 10, onVercel: true });
  expect(parseConfig({ RATE_LIMIT: "100000", VERCEL: "0" })).toMatchObject({
    rateLimit: 100_000,
    onVercel: false,
  });
});

test("an empty value counts as unset, and the port changes the address", () => {
  expect(parseConfig({ SITE_URL: "", SITE_NAME: " ", PORT: "4000" })).toMatchObject({
    siteUrl: "http://localhost:4000",
    siteName: "Signpost",
  });
});

test("a preset has default providers, and lists override them", () => {
  expect(parseConfig({ NETWORK: "mayachain" }).nodeUrls).toEqual(presets.mayachain.nodeUrls);
  const config = parseConfig({
    NETWORK: "thorchain",
    NODE_URLS: "https://a.example/x/, http://127.0.0.1:1317",
  });
  expect(config.nodeUrls).toEqual(["https://a.example/x", "http://127.0.0.1:1317"]);
  expect(config.indexerUrls).toEqual(presets.thorchain.indexerUrls);
});

test("on Vercel without SITE_URL the deployment uses its own address", () => {
  const vercel = {
    VERCEL: "1",
    VERCEL_URL: "preview-1.vercel.app",
    VERCEL_PROJECT_PRODUCTION_URL: "example.org",
  };
  expect(parseConfig({ ...vercel, VERCEL_ENV: "preview" }).siteUrl).toBe(
    "https://preview-1.vercel.app",
  );
  expect(parseConfig({ ...vercel, VERCEL_ENV: "production" }).siteUrl).toBe("https://example.org");
  const isIndexable = (changes: Record<string, string>) =>
    parseConfig({ NETWORK: "thorchain", ...changes }).indexable;
  expect([isIndexable({}), isIndexable({ NETWORK: "sample" })]).toEqual([true, false]);
  expect(isIndexable({ ...vercel, VERCEL_ENV: "production" })).toBe(true);
  for (const environment of ["preview", "development", ""])
    expect(isIndexable({ ...vercel, VERCEL_ENV: environment }), environment).toBe(false);
  const own = parseConfig({
    ...vercel,
    SITE_URL: "https://own.example",
    SWAP_URL: "https://swap.example",
  });
  expect(own.siteUrl).toBe("https://own.example");
  expect(own.hostnames).toEqual(["own.example", "swap.example", "preview-1.vercel.app"]);
  expect(parseConfig({ VERCEL_URL: "not-on-vercel.example" }).hostnames).toEqual(["localhost"]);
});

const bad: [name: string, value: string][] = [
  ["SITE_URL", "example.org"],
  ["SITE_URL", "http://example.org"],
  ["SITE_URL", "https://example.org/path"],
  ["SITE_URL", "https://user:secret@example.org"],
  ["SWAP_URL", "ftp://example.org"],
  ["SITE_NAME", "<script>"],
  ["CONTACT_EMAIL", "nobody"],
  ["NETWORK", "bitcoin"],
  ["INDEXER_URLS", "https://user:secret@a.example"],
  ["NODE_URLS", "https://a.example"],
  ["CONTENT_SIGNAL", "search=maybe"],
  ["CONTENT_SIGNAL", "search=yes, search=no"],
  ["ORIGIN_TRIAL_TOKEN", "a token"],
  ["ORIGIN_TRIAL_TOKEN", '"><script>'],
  ["PORT", "70000"],
  ["HOST", "example.org"],
  ["HOST", "127.0.0"],
  ["NODE_CALLS", "139"],
  ["NODE_CALLS", "100001"],
  ["RATE_LIMIT", "-1"],
  ["RATE_LIMIT", "100001"],
  ["RATE_LIMIT", "1e3"],
  ["RATE_LIMIT", "1.5"],
  ["RATE_LIMIT", "off"],
  ["TRUSTED_HOPS", "11"],
  ["TRUSTED_HOPS", "-1"],
  ["TRUSTED_HOPS", "all"],
];
for (const [name, value] of bad) {
  test(`${name}=${value} is refused by name, without repeating a secret`, () => {
    const environment =
      name === "INDEXER_URLS" ? { NETWORK: "thorchain", [name]: value } : { [name]: value };
    expect(() => parseConfig(environment)).toThrow(ConfigError);
    expect(() => parseConfig(environment)).toThrow(
      new RegExp(`^Signpost cannot start: 1 bad variable\\(s\\)\\.\\n- ${name} must`),
    );
    expect(() => parseConfig(environment)).not.toThrow(/secret/);
  });
}

test("one upstream does not count as two witnesses", () => {
  for (const list of [
    "https://a.example,https://a.example/",
    "https://A.example:443/x, https://a.example/x",
  ])
    expect(() => parseConfig({ NETWORK: "thorchain", NODE_URLS: list }), list).toThrow(
      /NODE_URLS must name each/,
    );
  const { nodeUrls } = parseConfig({
    NETWORK: "thorchain",
    NODE_URLS: "https://a.example/1/,https://a.example/2",
  });
  expect(nodeUrls).toEqual(["https://a.example/1", "https://a.example/2"]);
});

test("who runs an upstream can be set", () => {
  const list = "acme=https://a.example/1, acme=https://b.example,https://c.example";
  const { nodeUrls, operators } = parseConfig({ NETWORK: "thorchain", NODE_URLS: list });
  expect(nodeUrls).toEqual(["https://a.example/1", "https://b.example", "https://c.example"]);
  expect(operators).toEqual(
    new Map([
      ["https://a.example/1", "acme"],
      ["https://b.example", "acme"],
    ]),
  );
  for (const wrong of [
    "=https://a.example",
    "Acme Inc=https://a.example",
    "acme=",
    "acme=node",
    `${"a".repeat(41)}=https://a.example`,
  ])
    expect(() => parseConfig({ NETWORK: "thorchain", NODE_URLS: wrong }), wrong).toThrow(
      /NODE_URLS must be/,
    );
  expect(() =>
    parseConfig({
      NETWORK: "thorchain",
      NODE_URLS: "one=https://a.example,two=https://a.example/",
    }),
  ).toThrow(/NODE_URLS must name each/);
});

test("one message names every wrong variable", () => {
  expect(() =>
    parseConfig({
      SITE_URL: "x",
      SITE_NAME: "!",
      PORT: "0",
      NETWORK: "sample",
      NODE_URLS: "https://a.example",
    }),
  ).toThrow(
    /4 bad variable\(s\)\.\n- SITE_URL .*\n- SITE_NAME .*\n- PORT .*\n- NODE_URLS must be unset with NETWORK=sample/,
  );
});
