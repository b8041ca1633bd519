// The frame of the network's state, or of one chain's with `?chain=btc`, for other sites.
import { noteSections } from "../../../answers/status/blocks.ts";
import { signBlock } from "../../../answers/status/sign.ts";
import { findChainRow } from "../../../protocol/values/chain-lookup.ts";
import { chainCodeOf } from "../../../protocol/values/chains.ts";
import { dayOf } from "../../../protocol/values/instants.ts";
import { frameWords } from "../../../say/frame.en.ts";
import { chainPath } from "../../registry/chain-paths.ts";
import type { ResourcePath } from "../../registry/resources.ts";
import { type FrameAnswer, parseFrameQuery, readTimeBlock } from "../frame.ts";
import type { LiveSetup } from "../setup.ts";

const statusPath: ResourcePath = "/status";

export async function statusFrame(
  { network, preset, origin, now }: LiveSetup,
  query: URLSearchParams,
): Promise<FrameAnswer> {
  const { theme, question, faults } = parseFrameQuery(query, ["chain"]);
  if (faults.length > 0) return { faults };
  const chainText = question.get("chain");
  const chainRow =
    chainText === null ? null : findChainRow(chainCodeOf(chainText, preset.chains), preset);
  if (chainRow === undefined) {
    const codes = preset.chains.map(({ code }) => code.toLowerCase());
    return { faults: [frameWords.noChain(codes.join(", "))] };
  }
  const chain = chainRow?.code ?? null;
  const reading = await network.getStatus(chain === null ? {} : { chain });
  const nowMs = now();
  const context = { preset, nowMs, chain, complaints: [] };
  const sections = noteSections(reading, context).filter((found) => found !== false);
  return {
    theme,
    day: dayOf(nowMs),
    blocks: [
      signBlock(reading, context),
      // The lines of the network's sign name every chain that has a note.
      ...(chain === null
        ? sections.map((found) => ({ ...found, as: "disclosure" as const }))
        : sections),
      readTimeBlock(reading, { preset, nowMs }),
    ],
    link: {
      href: `${origin}${chain === null ? statusPath : chainPath(chain)}`,
      label: chain === null ? frameWords.wholeStatus : frameWords.wholeChain,
    },
  };
}
