// This folder compares live providers with what the code expects. It changes nothing and judges no safety.
// This file: a live answer compared with the schemas, the preset and the halt keys. Pure.
import { z } from "zod";
import { gasAssetOf, knownKeys } from "../../lib/protocol/safety/halt-keys.ts";
import { ShapeError } from "../../lib/protocol/upstream/errors.ts";
import { parseShape } from "../../lib/protocol/upstream/parse-shape.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { cleanText } from "../../lib/protocol/values/clean-text.ts";
import type { Endpoint } from "./fields.ts";

export interface Finding {
  readonly kind:
    | "bad_answer"
    | "wrong_shape"
    | "missing_field"
    | "unknown_field"
    | "new_chain"
    | "missing_chain"
    | "new_halt_key";
  /** A member's path, a chain code or a parameter's name. Text of an upstream, cleaned. */
  readonly name: string;
  readonly detail: string;
}

const MAX_NAME_CHARS = 120;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const createFinding = (kind: Finding["kind"], name: string, detail: string): Finding => ({
  kind,
  name: cleanText(name, MAX_NAME_CHARS),
  detail,
});

/** Every difference between a body and its endpoint's description: shape, missing members, unknown members. */
export function compareBody(endpoint: Endpoint, segment: Preset["segment"], body: unknown): Finding[] {
  const always = [...endpoint.always, ...(endpoint.alwaysOn?.[segment] ?? [])];
  return [...findWrongShape(endpoint, body), ...findMissing(always, body), ...findUnknown(endpoint, body)];
}

function findWrongShape({ schema, name }: Endpoint, body: unknown): Finding[] {
  try {
    parseShape(schema, name, body);
    return [];
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    return [createFinding("wrong_shape", error.field, error.message.split(`${error.field}: `).at(-1) ?? "")];
  }
}

function findMissing(paths: readonly string[], body: unknown): Finding[] {
  return paths.flatMap((path) => {
    const parents = listParents(body, path.replace(/\.?[^.[\]]+$/, ""));
    const name = path.split(".").at(-1) as string;
    const without = parents.filter((parent) => !isObject(parent) || parent[name] === undefined).length;
    return without > 0 ? [createFinding("missing_field", path, `missing in ${without} of ${parents.length}`)] : [];
  });
}

/** The objects at a path: `actions[].in[]` is every input of every action. */
function listParents(body: unknown, path: string): unknown[] {
  let found: unknown[] = [body];
  for (const step of path.split(".").filter(Boolean)) {
    const [name = "", ...lists] = step.split("[]");
    if (name) found = found.map((one) => (isObject(one) ? one[name] : undefined));
    for (const _ of lists) found = found.flatMap((one) => (Array.isArray(one) ? one : []));
  }
  return found;
}

function findUnknown({ schema, unread }: Endpoint, body: unknown): Finding[] {
  const read = listMemberPaths(schema);
  const seen = new Map<string, number>();
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, `${path}[]`);
    if (!isObject(value) || read.has(`${path}.*`)) return;
    for (const [name, member] of Object.entries(value)) {
      const below = memberPath(path, name);
      if (unread.includes(below)) continue;
      if (read.has(below)) walk(member, below);
      else seen.set(below, (seen.get(below) ?? 0) + 1);
    }
  };
  walk(body, "");
  return [...seen].map(([path, count]) =>
    createFinding("unknown_field", path, `seen ${count} time${count > 1 ? "s" : ""}`),
  );
}

const memberPath = (path: string, name: string) => (path ? `${path}.${name}` : name);

/** Paths of the members that a schema names. `.*` ends the path of a map with free names. */
export function listMemberPaths(schema: z.core.$ZodType): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (one: z.core.$ZodType, path: string): void => {
    if (one instanceof z.ZodObject) {
      for (const [name, member] of Object.entries(one.shape)) {
        found.add(memberPath(path, name));
        walk(member as z.core.$ZodType, memberPath(path, name));
      }
    } else if (one instanceof z.ZodArray) walk(one.element, `${path}[]`);
    else if (one instanceof z.ZodUnion) for (const option of one.options) walk(option, path);
    else if (one instanceof z.ZodOptional || one instanceof z.ZodNullable) walk(one.unwrap(), path);
    else if (one instanceof z.ZodPipe) for (const part of [one.in, one.out]) walk(part, path);
    else if (one instanceof z.ZodRecord) found.add(`${path}.*`);
  };
  walk(schema, "");
  return found;
}

/** Compares the chains of the rows with the preset's. The native chain never has a row. */
export function compareChains(preset: Preset, codes: readonly string[]): Finding[] {
  const known = preset.chains.filter((chain) => !chain.native).map((chain) => chain.code);
  return [
    ...[...new Set(codes)]
      .filter((code) => !known.includes(code))
      .map((code) => createFinding("new_chain", code, "has a row, is not in the preset")),
    ...known
      .filter((code) => !codes.includes(code))
      .map((code) => createFinding("missing_chain", code, "is in the preset, has no row")),
  ];
}

/** Chains that the networks have removed. Their parameters stay in the map. */
const retiredChains = ["BNB", "TERRA", "HAVEN"];
/** Documented or recorded, but they do not halt swaps. */
const harmless: readonly RegExp[] = [
  /^HALT(SECURED|WASM)/,
  /^TCY[A-Z]+HALT$/,
  /^HALTCHURNING$/,
  /^PAUSELOANS$/,
  /^PAUSE(UN)?BOND$/,
  /^PAUSEASYMWITHDRAWAL-[A-Z0-9]+$/,
  // Voted by mistake and without effect: a T is missing.
  /^HALTRADING$/,
];

/**
 * Parameters that look like halts but that this code does not read, and that are not known to be harmless.
 * The asset keys of a known chain are known, because an asset without a pool cannot be swapped.
 */
export function compareHaltKeys(
  preset: Preset,
  rowChains: readonly string[],
  assets: readonly string[],
  mimir: Readonly<Record<string, number>>,
): Finding[] {
  const chains = [...new Set([...preset.chains.map((chain) => chain.code), ...rowChains, ...retiredChains])];
  const gasAssets = chains.map((chain) => gasAssetOf(preset, chain));
  // Such a parameter may exist even if its pool is not listed.
  const tcy = preset.nativeChain === "THOR" ? ["THOR.TCY"] : [];
  const known = new Set(knownKeys(preset.haltRule, chains, [...gasAssets, ...tcy, ...assets]).map((key) => key.name));
  const assetKey = new RegExp(`^(RAGNAROK|PAUSELPDEPOSIT)-(${chains.join("|")})-.`);
  // Also voted by mistake: HALTETHSIGNING has its words in the wrong order.
  const others = new RegExp(`^(RAGNAROK-(${retiredChains.join("|")})|HALT(${chains.join("|")})SIGNING)$`);
  return Object.entries(mimir)
    .filter(([name]) => /HALT|PAUSE|RAGNAROK/i.test(name))
    .filter(([name]) => !known.has(name) && !assetKey.test(name) && !others.test(name))
    .filter(([name]) => !harmless.some((pattern) => pattern.test(name)))
    .map(([name, value]) => createFinding("new_halt_key", name, `is ${value}`));
}
