// Compares one live answer with its schema, the preset and the mimir keys of halts.
import { gasAssetOf, listHaltKeys } from "../../lib/protocol/safety/halt-keys.ts";
import { GATEWAY_STATUSES } from "../../lib/protocol/upstream/answer.ts";
import { UpstreamError } from "../../lib/protocol/upstream/errors.ts";
import { InboundAddresses, Mimir } from "../../lib/protocol/upstream/network-schemas.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { cleanText } from "../../lib/protocol/values/clean-text.ts";
import type { Endpoint } from "./fields.ts";

const findingText = (kind: string, name: string, detail: string) =>
  `${kind} ${cleanText(name, 120)}: ${detail}`;

export function compareAnswer(endpoint: Endpoint, preset: Preset, body: unknown): string[] {
  const rows = endpoint.schema === InboundAddresses && InboundAddresses.safeParse(body).data;
  const mimir = endpoint.schema === Mimir && Mimir.safeParse(body).data;
  const chainCodes = rows ? rows.map((row) => row.chain) : null;
  return [
    ...compareBody(endpoint, preset.segment, body),
    ...(chainCodes ? compareChains(preset, chainCodes) : []),
    ...(mimir ? compareHaltKeys(preset, mimir) : []),
  ];
}

export function compareBody(
  endpoint: Endpoint,
  segment: Preset["segment"],
  body: unknown,
): string[] {
  const issue = endpoint.schema.safeParse(body).error?.issues[0];
  const wrongShape = issue
    ? [findingText("wrong_shape", issue.path.join(".") || "(whole body)", issue.message)]
    : [];
  const objects = listObjects(body);
  return [
    ...wrongShape,
    ...missingFields(endpoint, segment, objects),
    ...unknownFields(endpoint, objects),
  ];
}

interface JsonObject {
  readonly path: string;
  readonly members: readonly string[];
}

function listObjects(value: unknown, path = ""): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap((item) => listObjects(item, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  const members = Object.entries(value).map(([name, member]) => ({
    path: path ? `${path}.${name}` : name,
    member,
  }));
  return [
    { path, members: members.map((member) => member.path) },
    ...members.flatMap(({ path, member }) => listObjects(member, path)),
  ];
}

function missingFields(
  { always }: Endpoint,
  segment: Preset["segment"],
  objects: readonly JsonObject[],
): string[] {
  return always
    .map((condition) => condition.replace(`${segment}=`, ""))
    .filter((member) => !member.includes("="))
    .flatMap((member) => {
      const parentPath = member.replace(/\.?[^.[\]]+$/, "");
      const parents = objects.filter(({ path }) => path === parentPath);
      const lacking = parents.filter(({ members }) => !members.includes(member)).length;
      if (lacking === 0) return [];
      return findingText("missing_field", member, `missing in ${lacking} of ${parents.length}`);
    });
}

function unknownFields({ known }: Endpoint, objects: readonly JsonObject[]): string[] {
  const isKnown = (path: string) => path === "" || known === null || known.includes(path);
  const unknownMembers = objects
    .filter(({ path }) => isKnown(path.replace(/(\[\])+$/, "")))
    .flatMap(({ members }) => members.filter((member) => !isKnown(member)));
  return [...new Set(unknownMembers)].map((member) => {
    const count = unknownMembers.filter((path) => path === member).length;
    return findingText("unknown_field", member, `seen ${count} times`);
  });
}

/** Faults of an answer that comes from the node or indexer, not from a gateway. */
const answerFaults = new Set(["status", "redirect", "too_large", "content_type", "not_json"]);

/** A node may refuse a quote. Every other answer that does not fit the schema is a difference. */
export function compareFailure({ name }: Endpoint, error: unknown) {
  if (!(error instanceof UpstreamError)) return { outcome: "unread (failed)", findings: [] };
  const { fault, status, refusal } = error;
  const reason = status === null ? fault : `${fault} ${status}`;
  if (refusal !== null && name === "quote/swap")
    return { outcome: `refused (${reason})`, findings: [] };
  const isOfGateway = status !== null && (GATEWAY_STATUSES.has(status) || status >= 500);
  const findings =
    answerFaults.has(fault) && !isOfGateway ? [findingText("bad_answer", name, reason)] : [];
  return { outcome: `unread (${reason})`, findings };
}

export function compareChains({ chains }: Preset, codes: readonly string[]): string[] {
  const presetCodes = chains.filter((chain) => !chain.native).map((chain) => chain.code);
  const newCodes = [...new Set(codes)].filter((code) => !presetCodes.includes(code));
  const missingCodes = presetCodes.filter((code) => !codes.includes(code));
  return [
    ...newCodes.map((code) => findingText("new_chain", code, "has a row, is not in the preset")),
    ...missingCodes.map((code) =>
      findingText("missing_chain", code, "is in the preset, has no row"),
    ),
  ];
}

/** Chains that the networks have removed. Their mimir keys still exist. */
const retiredChains = ["BNB", "TERRA", "HAVEN"];
/** Mimir keys that do not halt swaps. HALTRADING was voted by mistake: a T is missing. */
const harmlessKeys =
  /^(HALT(SECURED|WASM).*|TCY[A-Z]+HALT|HALTCHURNING|PAUSELOANS|PAUSE(UN)?BOND|PAUSEASYMWITHDRAWAL-[A-Z0-9]+|HALTRADING)$/;

/** Mimir keys that look like halts, but are neither read by this code nor listed as harmless. */
export function compareHaltKeys(preset: Preset, mimir: Readonly<Record<string, number>>): string[] {
  const chains = [...preset.chains.map((chain) => chain.code), ...retiredChains];
  const gasAssets = chains.map((chain) => gasAssetOf(preset, chain));
  // The mimir key of TCY may exist even if no pool of TCY is listed.
  const tcy = preset.nativeChain === "THOR" ? ["THOR.TCY"] : [];
  const readKeys = new Set(
    listHaltKeys(preset.haltRule, chains, [...gasAssets, ...tcy]).map((key) => key.name),
  );
  // Keys of assets without a pool are harmless: nobody can swap these assets. HALTETHSIGNING was a
  // mistake.
  const harmlessPatterns = [
    new RegExp(`^(RAGNAROK|PAUSELPDEPOSIT)-(${chains.join("|")})-.`),
    new RegExp(`^(RAGNAROK-(${retiredChains.join("|")})|HALT(${chains.join("|")})SIGNING)$`),
    harmlessKeys,
  ];
  return Object.entries(mimir)
    .filter(([name]) => /HALT|PAUSE|RAGNAROK/i.test(name) && !readKeys.has(name))
    .filter(([name]) => !harmlessPatterns.some((pattern) => pattern.test(name)))
    .map(([name, value]) => findingText("new_halt_key", name, `is ${value}`));
}
