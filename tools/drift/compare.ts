// Compares live providers with what the code expects. It changes nothing and judges no safety.
// This file: one answer compared with its schema, the preset and the halt keys. Pure.
import { gasAssetOf, knownKeys } from "../../lib/protocol/safety/halt-keys.ts";
import { GATEWAY_STATUSES } from "../../lib/protocol/upstream/answer.ts";
import { UpstreamError } from "../../lib/protocol/upstream/errors.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { cleanText } from "../../lib/protocol/values/clean-text.ts";
import type { Endpoint } from "./fields.ts";

/** The name is text of an upstream. */
const findingText = (kind: string, name: string, detail: string) =>
  `${kind} ${cleanText(name, 120)}: ${detail}`;

export function compareBody(
  { schema, always, known }: Endpoint,
  segment: Preset["segment"],
  body: unknown,
): string[] {
  const issue = schema.safeParse(body).error?.issues[0];
  const { members, objects } = countMembers(body);
  const missing = always.flatMap((condition) => {
    const path = condition.replace(`${segment}=`, "");
    const all = objects.get(path.replace(/\.?[^.[\]]+$/, "")) ?? 0;
    const without = all - (members.get(path)?.count ?? 0);
    return path.includes("=") || without === 0
      ? []
      : [[path, `missing in ${without} of ${all}`] as const];
  });
  const isKnown = (path: string) => path === "" || known === null || known.includes(path);
  const added = [...members].filter(([path, { parent }]) => !isKnown(path) && isKnown(parent));
  return [
    ...(issue
      ? [findingText("wrong_shape", issue.path.join(".") || "(whole body)", issue.message)]
      : []),
    ...missing.map(([path, detail]) => findingText("missing_field", path, detail)),
    ...added.map(([path, { count }]) => findingText("unknown_field", path, `seen ${count} times`)),
  ];
}

function countMembers(body: unknown) {
  const members = new Map<string, { readonly count: number; readonly parent: string }>();
  const objects = new Map<string, number>();
  const walk = (value: unknown, path: string, parent: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, `${path}[]`, parent);
    else if (typeof value === "object" && value !== null) {
      objects.set(path, (objects.get(path) ?? 0) + 1);
      for (const [name, member] of Object.entries(value)) {
        const below = path ? `${path}.${name}` : name;
        members.set(below, { count: (members.get(below)?.count ?? 0) + 1, parent });
        walk(member, below, below);
      }
    }
  };
  walk(body, "", "");
  return { members, objects };
}

/** Faults that say nothing about the data: no answer, or a gateway's. */
const silentFaults = new Set(["connect", "tls", "timeout", "reset", "skipped", "aborted"]);

/** A node may refuse to quote. Every other answer outside the endpoint's shape is a difference. */
export function compareFailure(
  { name }: Endpoint,
  error: unknown,
): { outcome: string; found: string[] } {
  if (!(error instanceof UpstreamError)) return { outcome: "unread (failed)", found: [] };
  const { fault, status, refusal } = error;
  const reason = status === null ? fault : `${fault} ${status}`;
  if (refusal !== null && name === "quote/swap")
    return { outcome: `refused (${reason})`, found: [] };
  const isSilent =
    silentFaults.has(fault) || (status !== null && (GATEWAY_STATUSES.has(status) || status >= 500));
  return {
    outcome: `unread (${reason})`,
    found: isSilent ? [] : [findingText("bad_answer", name, reason)],
  };
}

export function compareChains({ chains }: Preset, codes: readonly string[]): string[] {
  const known = chains.filter((chain) => !chain.native).map((chain) => chain.code);
  const added = [...new Set(codes)].filter((code) => !known.includes(code));
  const missing = known.filter((code) => !codes.includes(code));
  return [
    ...added.map((code) => findingText("new_chain", code, "has a row, is not in the preset")),
    ...missing.map((code) => findingText("missing_chain", code, "is in the preset, has no row")),
  ];
}

/** Chains that the networks have removed. Their parameters stay in the map. */
const retiredChains = ["BNB", "TERRA", "HAVEN"];
/** They do not halt swaps. HALTRADING was voted by mistake: a T is missing. */
const harmless =
  /^(HALT(SECURED|WASM).*|TCY[A-Z]+HALT|HALTCHURNING|PAUSELOANS|PAUSE(UN)?BOND|PAUSEASYMWITHDRAWAL-[A-Z0-9]+|HALTRADING)$/;

/** Parameters that look like halts, are not read by this code, and are not known as harmless. */
export function compareHaltKeys(preset: Preset, mimir: Readonly<Record<string, number>>): string[] {
  const chains = [...preset.chains.map((chain) => chain.code), ...retiredChains];
  const gasAssets = chains.map((chain) => gasAssetOf(preset, chain));
  // Such a parameter may exist even if its pool is not listed.
  const tcy = preset.nativeChain === "THOR" ? ["THOR.TCY"] : [];
  const known = new Set(
    knownKeys(preset.haltRule, chains, [...gasAssets, ...tcy]).map((key) => key.name),
  );
  // An asset without a pool cannot be swapped, so its keys are known. HALTETHSIGNING was a mistake.
  const patterns = [
    new RegExp(`^(RAGNAROK|PAUSELPDEPOSIT)-(${chains.join("|")})-.`),
    new RegExp(`^(RAGNAROK-(${retiredChains.join("|")})|HALT(${chains.join("|")})SIGNING)$`),
    harmless,
  ];
  return Object.entries(mimir)
    .filter(([name]) => /HALT|PAUSE|RAGNAROK/i.test(name) && !known.has(name))
    .filter(([name]) => !patterns.some((pattern) => pattern.test(name)))
    .map(([name, value]) => findingText("new_halt_key", name, `is ${value}`));
}
