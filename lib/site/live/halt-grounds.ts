// What halts a pair, in words. The names of parameters and flags stand where programs look for them.
import { findStop } from "../../protocol/safety/halt-names.ts";
import { layer1Asset, parseAsset } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";

/** "Trading on Litecoin is halted"; of several halts each once. */
export function haltGrounds(haltedBy: readonly string[], assets: readonly string[], preset: Preset): string {
  // Every swap passes through the protocol's own chain.
  const codes = [preset.nativeChain, ...assets.flatMap((asset) => parseAsset(asset)?.chain ?? [])];
  const layer1 = assets.flatMap((asset) => layer1Asset(asset) ?? []);
  const subjects = haltedBy
    .map((name) => ({ name, ...findStop(name, codes, preset, layer1) }))
    .filter(({ name, subject }) => name !== subject);
  const grounds = subjects.map(({ subject, verb }) => `${subject} ${verb === "stop" ? "are" : "is"} halted`);
  return grounds.length === 0 ? "The network says that it is halted" : [...new Set(grounds)].join("; ");
}
