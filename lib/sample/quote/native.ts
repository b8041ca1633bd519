// The native chain of the network that quotes, and its asset.
import { presets } from "../../protocol/values/chains.ts";

export const { nativeChain: NATIVE_CHAIN, nativeAsset: NATIVE } = presets.sample;
