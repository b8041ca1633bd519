// The networks of the spec on the length of texts: the sample network as a deployment with sample data tells it, and as a live one of two
// operators, whose addresses and ids cost as many tokens as real ones.
import { createHash } from "node:crypto";
import type { Warning } from "../../../lib/protocol/model/envelope.ts";
import { createNetwork, type Network } from "../../../lib/protocol/network.ts";
import { createProvider } from "../../../lib/protocol/upstream/provider.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { createSampleTransport, SAMPLE_INDEXER_URL, SAMPLE_NODE_URL } from "../../../lib/sample/transport.ts";
import { NOW } from "../sample/sample-client.ts";

/** Of each form: one for a vault, one for users. */
const addresses: Readonly<Record<string, readonly [vault: string, user: string]>> = {
  THOR: ["thor1dheycdevq39qlkxs2a6wuuzyn4aqxhve4qxtxt", "thor1x0jkvqdh2hlpeztd5zyyk70n3efx6mhudkmnn2"],
  BTC: ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh"],
  LTC: ["ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea", "ltc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjs0v5qh"],
  BCH: ["qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy"],
  DOGE: ["D8ZEVbgf4yPs3MK8dMJJ7PpSyBKsbd66TX", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"],
  GAIA: ["cosmos1dheycdevq39qlkxs2a6wuuzyn4aqxhve3hfhkn", "cosmos1x0jkvqdh2hlpeztd5zyyk70n3efx6mhudkmnn2"],
  NOBLE: ["noble1dheycdevq39qlkxs2a6wuuzyn4aqxhve0tmrcd", "noble1x0jkvqdh2hlpeztd5zyyk70n3efx6mhudkmnn2"],
  TRON: ["TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7", "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL"],
  XRP: ["rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH", "rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe"],
  SOL: ["7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU", "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"],
  ZEC: ["t1Rv4exT7bqhZqi2j7xz8bUHDMxwosrjADU", "t1VpYecBW4UudbGcy4ufh61eWxQCoFaUrPs"],
};
const evmAddresses = [
  "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad",
  "0x90f79bf6eb2c4f870365e785982e1f101e93b906",
] as const;
const EVM_ROUTER = "0xd37bbe5744d730a1d98d8dc97c42f0ca46ad7146";

export function userAddress(chain: string): string {
  const row = presets.thorchain.chains.find(({ code }) => code === chain);
  const found = addresses[chain] ?? (row?.family === "evm" ? evmAddresses : null);
  if (!found) throw new Error(`text-scenes.ts has no addresses of ${chain}`);
  return found[1];
}

/** A random id in place of the sample's, whose digits repeat. */
export const realTxid = (txid: string): string => createHash("sha256").update(txid).digest("hex").toUpperCase();

const MOST_IDS = 100;
const sampleIds = new Map(
  Array.from({ length: MOST_IDS }, (_, number) => String(number).padStart(4, "0").repeat(16)).map((id) => [
    realTxid(id),
    id,
  ]),
);

/** Whether a text tells a warning, at least in short: its first sentence says what is so. */
export const isTold = ({ code, text: warning }: Pick<Warning, "code" | "text">, text: string) =>
  text.includes(warning.replace(/(?<=\.) .*/, "")) || new RegExp(`Warning: [\\w, ]*\\b${code}\\b`).test(text);

export interface Scene {
  readonly source: "live" | "sample";
  /** Parameters that differ from the sample's. */
  readonly mimir?: Readonly<Record<string, number>>;
  readonly now?: () => number;
}

export function createScene({ source, mimir = {}, now = () => NOW }: Scene): Network {
  const sample = createSampleTransport({ now });
  const isLive = source === "live";
  const create = (kind: "node" | "indexer", index: number, of: string) =>
    createProvider({
      kind,
      index,
      baseUrl: `http://${kind}.operator${index}.example`,
      now,
      transport: async (url, init) => {
        const path = `${url.pathname}${url.search}`.replace(/[0-9A-F]{64}/, (txid) => sampleIds.get(txid) ?? txid);
        const answer = await sample(new URL(path, of), init);
        const text = await answer.text();
        const body = path.endsWith("/mimir") ? JSON.stringify({ ...JSON.parse(text), ...mimir }) : text;
        return new Response(isLive ? asReal(body) : body, { status: answer.status, headers: answer.headers });
      },
    });
  return createNetwork({
    preset: isLive ? presets.thorchain : presets.sample,
    source,
    nodes: (isLive ? [0, 1] : [0]).map((index) => create("node", index, SAMPLE_NODE_URL)),
    indexers: [create("indexer", 0, SAMPLE_INDEXER_URL)],
    now,
    leastParameters: 27,
  });
}

/** A placeholder tells its chain, so an address of that chain's form takes its place. */
function asReal(text: string): string {
  const placeholder = /sample-([a-z]+)-(?:(vault|module|router)-do-not-send|[a-z]+-address)/g;
  return text
    .replace(placeholder, (_, code: string, ofNetwork?: string) => {
      const [vault, user] = addresses[code.toUpperCase()] ?? evmAddresses;
      if (ofNetwork === "router") return EVM_ROUTER;
      return ofNetwork === undefined ? user : vault;
    })
    .replace(/(?!0{64})[0-9A-F]{64}/g, realTxid);
}
