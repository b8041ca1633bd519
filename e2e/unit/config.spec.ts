import { expect, test } from "@playwright/test";
import { ConfigError, parseConfig } from "../../lib/config.ts";
import { presets } from "../../lib/protocol/chains.ts";

test("without variables it is the sample network on localhost", () => {
  expect(parseConfig({})).toMatchObject({
    siteUrl: "http://localhost:3000",
    swapUrl: "http://localhost:3000",
    siteName: "Signpost",
    contactEmail: null,
    network: "sample",
    nodeUrls: [],
    indexerUrls: [],
    contentSignal: "search=yes, ai-input=yes, ai-train=yes",
    port: 3000,
  });
});

test("an empty value counts as unset, and the port makes the address", () => {
  expect(parseConfig({ SITE_URL: "", SITE_NAME: " ", PORT: "4000" })).toMatchObject({
    siteUrl: "http://localhost:4000",
    siteName: "Signpost",
  });
});

test("a preset brings its addresses, and lists override them", () => {
  expect(parseConfig({ NETWORK: "mayachain" }).nodeUrls).toEqual(presets.mayachain.nodeUrls);
  const config = parseConfig({ NETWORK: "thorchain", NODE_URLS: "https://a.example/x/, http://127.0.0.1:1317" });
  expect(config.nodeUrls).toEqual(["https://a.example/x", "http://127.0.0.1:1317"]);
  expect(config.indexerUrls).toEqual(presets.thorchain.indexerUrls);
});

test("on Vercel a deployment without SITE_URL names itself", () => {
  const vercel = { VERCEL: "1", VERCEL_URL: "preview-1.vercel.app", VERCEL_PROJECT_PRODUCTION_URL: "example.org" };
  expect(parseConfig({ ...vercel, VERCEL_ENV: "preview" }).siteUrl).toBe("https://preview-1.vercel.app");
  expect(parseConfig({ ...vercel, VERCEL_ENV: "production" }).siteUrl).toBe("https://example.org");
  const own = parseConfig({ ...vercel, SITE_URL: "https://own.example", SWAP_URL: "https://swap.example" });
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
  ["PORT", "70000"],
];
for (const [name, value] of bad) {
  test(`${name}=${value} is refused by name, without echoing a secret`, () => {
    const environment = name === "INDEXER_URLS" ? { NETWORK: "thorchain", [name]: value } : { [name]: value };
    expect(() => parseConfig(environment)).toThrow(ConfigError);
    expect(() => parseConfig(environment)).toThrow(
      new RegExp(`^Signpost cannot start: 1 bad variable\\(s\\)\\.\\n- ${name} must`),
    );
    expect(() => parseConfig(environment)).not.toThrow(/secret/);
  });
}

test("one message names every bad variable", () => {
  expect(() =>
    parseConfig({ SITE_URL: "x", SITE_NAME: "!", PORT: "0", NETWORK: "sample", NODE_URLS: "https://a.example" }),
  ).toThrow(
    /4 bad variable\(s\)\.\n- SITE_URL .*\n- SITE_NAME .*\n- PORT .*\n- NODE_URLS must be unset with NETWORK=sample/,
  );
});
