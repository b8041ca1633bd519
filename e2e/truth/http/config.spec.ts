import { expect, test } from "@playwright/test";
import { ConfigError, parseConfig } from "../../../lib/config.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { rowsOf } from "../../support/rows.ts";

const live = { NETWORK: "thorchain" };

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
  const config = parseNodes("https://a.example/x/, http://127.0.0.1:1317");
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

const bad = rowsOf(`
  SITE_URL | example.org
  SITE_URL | http://example.org
  SITE_URL | https://example.org/path
  SITE_URL | https://user:secret@example.org
  SWAP_URL | ftp://example.org
  SITE_NAME | <script>
  CONTACT_EMAIL | nobody
  NETWORK | bitcoin
  INDEXER_URLS | https://user:secret@a.example
  NODE_URLS | https://a.example
  CONTENT_SIGNAL | search=maybe
  CONTENT_SIGNAL | search=yes, search=no
  ORIGIN_TRIAL_TOKEN | a token
  ORIGIN_TRIAL_TOKEN | "><script>
  PORT | 70000
  HOST | example.org
  HOST | 127.0.0
  NODE_CALLS | 139
  NODE_CALLS | 100001
  RATE_LIMIT | -1
  RATE_LIMIT | 100001
  RATE_LIMIT | 1e3
  RATE_LIMIT | 1.5
  RATE_LIMIT | off
  TRUSTED_HOPS | 11
  TRUSTED_HOPS | -1
  TRUSTED_HOPS | all`);
test("a bad variable is refused by name, without repeating a secret", () => {
  for (const [name = "", value = ""] of bad) {
    const environment = { ...(name === "INDEXER_URLS" && live), [name]: value };
    const parse = () => parseConfig(environment);
    expect(parse, `${name} ${value}`).toThrow(ConfigError);
    expect(parse).toThrow(
      new RegExp(`^Signpost cannot start: 1 bad variable\\(s\\)\\.\\n- ${name} must`),
    );
    expect(parse).not.toThrow(/secret/);
  }
});

const parseNodes = (list: string) => parseConfig({ ...live, NODE_URLS: list });
test("one upstream does not count as two witnesses", () => {
  for (const list of [
    "https://a.example,https://a.example/",
    "https://A.example:443/x, https://a.example/x",
    "one=https://a.example,two=https://a.example/",
  ])
    expect(() => parseNodes(list), list).toThrow(/NODE_URLS must name each/);
  const { nodeUrls } = parseNodes("https://a.example/1/,https://a.example/2");
  expect(nodeUrls).toEqual(["https://a.example/1", "https://a.example/2"]);
});

test("who runs an upstream can be set", () => {
  const urls = ["https://a.example/1", "https://b.example", "https://c.example"];
  const { nodeUrls, operators } = parseNodes(`acme=${urls[0]}, acme=${urls[1]},${urls[2]}`);
  expect(nodeUrls).toEqual(urls);
  expect([...operators]).toEqual(urls.slice(0, 2).map((url) => [url, "acme"]));
  const long = `${"a".repeat(41)}=${urls[1]}`;
  for (const wrong of [`=${urls[1]}`, `Acme Inc=${urls[1]}`, "acme=", "acme=node", long])
    expect(() => parseNodes(wrong), wrong).toThrow(/NODE_URLS must be/);
});

test("one message names every wrong variable", () => {
  const wrong = { SITE_URL: "x", SITE_NAME: "!", PORT: "0", NODE_URLS: "https://a.example" };
  expect(() => parseConfig({ ...wrong, NETWORK: "sample" })).toThrow(
    /4 bad variable\(s\)\.\n- SITE_URL .*\n- SITE_NAME .*\n- PORT .*\n- NODE_URLS must be unset with NETWORK=sample/,
  );
});
