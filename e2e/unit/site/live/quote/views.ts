// Views of /quote for the specs of e2e/unit/protocol/quote, with which it goes: of the sample network, of a scripted network, and of readings written by hand.

import type { Network } from "../../../../../lib/protocol/network.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import {
  getQuotePage,
  type QuoteSetup,
  type QuoteView,
} from "../../../../../lib/site/live/quote/page.ts";
import { createSampleNetwork } from "../../../../support/sample-network.ts";
import type { World } from "../../../../support/world.ts";
import { blockTimeMs } from "../../../mcp/fake-network.ts";
import { NOW } from "../../../sample/sample-client.ts";

export const ORIGIN = "https://swap.example";
function sampleSetup(): QuoteSetup {
  const now = () => NOW;
  return { network: createSampleNetwork({ now }), preset: presets.sample, now, origin: ORIGIN };
}

export async function askSample(query: string): Promise<QuoteView> {
  return (await getQuotePage(sampleSetup(), new URLSearchParams(query))).view;
}

function worldSetup(world: World): QuoteSetup {
  const { network, preset } = world;
  return { network, preset, now: () => world.nowMs, origin: ORIGIN };
}

export async function askWorld(world: World, query: string): Promise<QuoteView> {
  return (await getQuotePage(worldSetup(world), new URLSearchParams(query))).view;
}

export async function askFake(
  network: Network,
  query: string,
  preset = presets.thorchain,
): Promise<QuoteView> {
  const setup = { network, preset, now: () => blockTimeMs + 4300, origin: ORIGIN };
  return (await getQuotePage(setup, new URLSearchParams(query))).view;
}
