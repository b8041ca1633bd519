import { expect, test } from "@playwright/test";
import { type Config, ConfigError, parseConfig } from "../../../lib/config.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { rowsOf } from "../../support/rows.ts";

const { mayachain, thorchain } = presets;
const nodes = "NETWORK=thorchain NODE_URLS=https://a.example/x/,http://127.0.0.1:1317";
const vercel =
  "NETWORK=thorchain VERCEL=1 VERCEL_URL=preview-1.vercel.app VERCEL_PROJECT_PRODUCTION_URL=my.org";
/** Variables, and what a member of the configuration is by them. */
const read = rowsOf(`
  - | siteUrl | http://localhost:3000
  - | swapUrl | http://localhost:3000
  - | siteName | Signpost
  - | contactEmail | null
  - | network | sample
  - | nodeUrls |
  - | indexerUrls |
  - | contentSignal | search=yes, ai-input=yes, ai-train=yes, use=full
  - | port | 3000
  - | nodeCalls | 200
  - | rateLimit | 120
  - | trustedHops | 0
  - | indexable | false
  - | onVercel | false
  NODE_CALLS=0 | nodeCalls | 0
  NODE_CALLS=140 | nodeCalls | 140
  HOST=::FFFF:7F00:1 | hostnames | localhost,[::ffff:7f00:1]
  RATE_LIMIT=0 | rateLimit | 0
  RATE_LIMIT=100000 | rateLimit | 100000
  TRUSTED_HOPS=10 | trustedHops | 10
  SITE_URL= PORT=4000 | siteUrl | http://localhost:4000
  NETWORK=thorchain | indexable | true
  NETWORK=mayachain | nodeUrls | ${mayachain.nodeUrls}
  ${nodes} | nodeUrls | https://a.example/x,http://127.0.0.1:1317
  ${nodes} | indexerUrls | ${thorchain.indexerUrls}
  VERCEL=0 VERCEL_URL=preview-1.vercel.app | hostnames | localhost
  VERCEL=0 | onVercel | false
  ${vercel} | onVercel | true
  ${vercel} VERCEL_ENV= | indexable | false
  ${vercel} VERCEL_ENV=development | indexable | false
  ${vercel} VERCEL_ENV=preview | indexable | false
  ${vercel} VERCEL_ENV=preview | siteUrl | https://preview-1.vercel.app
  ${vercel} VERCEL_ENV=production | indexable | true
  ${vercel} VERCEL_ENV=production | siteUrl | https://my.org
  ${vercel} SITE_URL=https://own.org | siteUrl | https://own.org
  ${vercel} SITE_URL=https://own.org SWAP_URL=https://swap.org | hostnames
    | own.org,swap.org,preview-1.vercel.app`);
test("each variable is read, or has its default", () => {
  for (const [variables = "", member, value] of read) {
    const environment = Object.fromEntries(variables.split(" ").map((one) => one.split(/=(.*)/)));
    const config = parseConfig(environment);
    expect(String(config[member as keyof Config]), `${variables}: ${member}`).toBe(value);
  }
  expect(parseConfig({ SITE_NAME: " " }).siteName).toBe("Signpost");
});

const live = { NETWORK: "thorchain" };
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
  CONTENT_SIGNAL | use=yes
  CONTENT_SIGNAL | search=yes, search=no
  OPENAI_APPS_CHALLENGE | a token
  REPOSITORY_URL | https://user:secret@github.com/a/b
  ORIGIN_TRIAL_TOKEN | a token
  ORIGIN_TRIAL_TOKEN | dG9rZW4=,
  ORIGIN_TRIAL_TOKEN | "><script>
  PORT | 70000
  HOST | example.org
  HOST | 127.0.0
  NODE_CALLS | 139
  NODE_CALLS | 100001
  RATE_LIMIT | -1
  RATE_LIMIT | 100001
  RATE_LIMIT | 1e3
  TRUSTED_HOPS | 11`);
test("a bad variable is refused by name, without repeating a secret", () => {
  for (const [name = "", value = ""] of bad) {
    const parse = () => parseConfig({ ...(name === "INDEXER_URLS" && live), [name]: value });
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
    "https://A.example:443/x, https://a.example/x",
    "one=https://a.example,two=https://a.example/",
  ])
    expect(() => parseNodes(list), list).toThrow(/NODE_URLS must name each/);
});

test("who runs an upstream can be set", () => {
  const urls = ["https://a.example/1", "https://a.example/2", "https://c.example"];
  const { nodeUrls, operators } = parseNodes(`acme=${urls[0]}/, acme=${urls[1]},${urls[2]}`);
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
