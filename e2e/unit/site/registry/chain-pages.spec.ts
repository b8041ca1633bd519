// Which addresses are of one chain, and what each asks for.
import { expect, test } from "@playwright/test";
import { config } from "../../../../lib/config.ts";
import {
  findChain,
  listChainCodes,
  parseChainPath,
} from "../../../../lib/site/registry/chain-pages.ts";
import {
  type ChainForm,
  chainFormEnds,
  chainPath,
} from "../../../../lib/site/registry/chain-paths.ts";

test("each chain has an address for its page and for each form", () => {
  const forms = [null, ...(Object.keys(chainFormEnds) as ChainForm[])];
  for (const { code } of config().preset.chains)
    for (const form of forms) {
      const asked = parseChainPath(chainPath(code, form));
      expect([asked?.chain?.code, asked?.form], chainPath(code, form)).toEqual([code, form]);
    }
});

const paths: readonly [path: string, code: string | null | undefined, form?: ChainForm][] = [
  ["/status/DOGE", "DOGE"],
  ["/status/Dogecoin", "DOGE"],
  ["/status/bitcoin%20cash.md", "BCH", "md"],
  ["/status/doge/badge.svg", "DOGE", "badge"],
  ["/status/nowhere", null],
  ["/status/%E0%A4%A", null],
  ["/status/__proto__.json", null, "json"],
  ["/status", undefined],
  ["/status/", undefined],
  ["/status/doge/", undefined],
  ["/status/doge.txt", undefined],
  ["/status/doge/md", undefined],
  ["/status/doge/badge.svg/x", undefined],
  ["/track/doge", undefined],
];

for (const [path, code, form = null] of paths) {
  test(`${path} asks for ${code === undefined ? "nothing of a chain" : (code ?? "a chain that there is not")}`, () => {
    const asked = parseChainPath(path);
    if (code === undefined) expect(asked).toBeNull();
    else expect([asked?.chain?.code ?? null, asked?.form]).toEqual([code, form]);
  });
}

test("codes are listed as addresses have them", () => {
  for (const code of listChainCodes())
    expect(chainPath(findChain(code)?.code ?? "")).toBe(`/status/${code}`);
});
