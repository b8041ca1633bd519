// The oracle: which verdicts a reader may give at an instant, from what the upstreams told in the last 6 s. Reference sections 5.1 and 6.
import type { Preset } from "../../lib/protocol/values/chains.ts";
import type { Block } from "../support/wire.ts";
import type { PoolSaid, Question, RowSaid, Said } from "./rules.ts";
import {
  chainOf,
  flagsOf,
  haltsAhead,
  haltsOfAsset,
  haltsOfChain,
  haltsOfNetwork,
  haltsOfPool,
  isKnownKey,
  isNamedBy,
  isNamedHalt,
  isReadable,
} from "./rules.ts";
import type { Facts, Told } from "./upstreams.ts";

export const WINDOW_MS = 6_000;
const KEPT_MS = 5_000;
const FRESH_MS = 30_000;
const SKEW_MS = 5_000;
const MAX_LAG = 5;
/** How long a halt that was read may be repeated, and marked, when nothing newer can be verified. It need not be: "unknown" withholds as much. */
const REPEAT_MS = 600_000;

/** One node's word within the window. A part is null where its last answer was faulty or is too old. */
interface Word {
  readonly name: string;
  readonly height: number | null;
  readonly mimir: Record<string, number> | null;
  readonly rows: RowSaid[] | null;
  readonly pools: PoolSaid[] | null;
  /** A block of its own, not above its height, is fresh, so that its word may carry an `open`. */
  readonly placed: boolean;
}

/** Whose words are taken together: those that may carry an `open`, and those that must be heeded. */
interface Jury {
  readonly words: readonly Word[];
  readonly heeded: readonly Word[];
}

export interface Oracle {
  readonly words: readonly Word[];
  mayChainBeOpen(question: Question, code: string): boolean;
  mayNetworkBeOpen(): boolean;
  mayPairBeOpen(assets: readonly string[]): boolean;
  /** Enough nodes in step tell this address and router, and none that is heeded tells others. `router` undefined: not asked. */
  mayShow(
    ...told: readonly [code: string, address: string | null, router?: string | null]
  ): boolean;
  /** Did a node tell within the window (`isRepeated`: within ten minutes) that this parameter or flag is in force? */
  isNamed(name: string, isRepeated: boolean): boolean;
  /** Did a node tell this known halt parameter with this value, ahead of some height told? */
  isScheduled(name: string, value: number): boolean;
}

/**
 * Where there is a third node: those that are whole, in step and level with the foremost decide, if they are two, beside what the
 * replaced one said in this very reading. One decides beside the others, and where one of them is down, beside what is level with
 * it: a third that is behind takes no place.
 */
function withoutReplaced(
  kept: readonly Word[],
  saidNow: readonly Word[],
  whole: readonly Word[],
  count: number,
): readonly Word[] {
  if (whole.length === 0) return kept;
  const heights = whole.map((word) => word.height ?? 0);
  const isNear = (one: number, other: number) => Math.abs(one - other) <= MAX_LAG;
  /** One that no other is near is not the foremost, unless none is near another. */
  const paired = heights.filter((one, at) =>
    heights.some((other, otherAt) => otherAt !== at && isNear(one, other)),
  );
  const foremost = Math.max(...(paired.length > 0 ? paired : heights));
  const isLevel = ({ height, placed }: Word) =>
    height === null || (placed && isNear(foremost, height));
  const level = whole.filter(isLevel);
  if (level.length > 1) {
    const names = level.map(({ name }) => name);
    return [...level, ...saidNow.filter((word) => !names.includes(word.name) && isLevel(word))];
  }
  return whole.length === count ? kept : kept.filter(isLevel);
}

export interface Moment {
  readonly startMs: number;
  readonly answerMs: number;
  /** The providers that answered or failed in between. */
  readonly heard: ReadonlySet<string>;
  /** By how much the reader's clock may be wrong, where it was wrong at all. */
  readonly slackMs: number;
}

export function createOracle(
  preset: Preset,
  assets: readonly string[],
  delivered: readonly Told[],
  nodeNames: readonly string[],
  /** Who runs each node, by its place: nodes of one operator are one witness. */
  operators: string,
  at: Moment,
): Oracle {
  const operatorOf = (name: string) => operators[nodeNames.indexOf(name)] ?? "";
  const operatorCount = new Set(operators).size;
  /** The last word on a path: a failure that came after an answer takes its place. */
  function latest<K extends keyof Facts>(
    provider: string,
    path: string,
    part: K,
    sinceMs: number,
  ): Facts[K] | null {
    const last = delivered.findLast((one) => one.provider === provider && one.path === path);
    if (!last || last.askedAtMs < sinceMs) return null;
    return last.facts?.[part] ?? null;
  }

  /** A provider whose last height on some path is far below one that it told before, at most ten minutes ago, carries no `open`. */
  function isRolledBack(provider: string): boolean {
    let top = { height: Number.NEGATIVE_INFINITY, atMs: Number.NEGATIVE_INFINITY };
    let isLow = false;
    for (const { provider: name, path, askedAtMs, deliveredAtMs, facts } of delivered) {
      // A block is read for its time alone.
      if (name !== provider || path === "block" || facts?.height === undefined) continue;
      const [height, atMs] = [facts.height, deliveredAtMs ?? askedAtMs];
      const isRecent = atMs - top.atMs <= REPEAT_MS;
      const isBelow = isRecent && height < top.height - MAX_LAG;
      if (!isRecent || height >= top.height) top = { height, atMs };
      isLow = isBelow && askedAtMs >= at.startMs - WINDOW_MS;
    }
    return isLow;
  }

  const windowMs = at.answerMs - WINDOW_MS - at.slackMs;
  const startWindowMs = at.startMs - WINDOW_MS - at.slackMs;
  /** A node's block dates what it tells at that height or above it, however long ago it was told. */
  function hasFreshBlock(name: string, height: number): boolean {
    const blocks = delivered.flatMap((one) =>
      one.provider === name && one.path === "block" ? (one.facts?.block ?? []) : [],
    );
    return blocks.some((block) => isFresh(block) && block.height <= height + MAX_LAG);
  }
  function isFresh({ timeMs }: Block): boolean {
    const ageMs = at.answerMs - timeMs;
    return ageMs <= FRESH_MS + at.slackMs && ageMs >= -SKEW_MS - at.slackMs;
  }

  function toWords(sinceMs: number, isHeard: (name: string) => boolean): Word[] {
    return nodeNames.filter(isHeard).map((name) => {
      const height = latest(name, "lastblock", "height", sinceMs) ?? null;
      const rows = latest(name, "inbound_addresses", "rows", sinceMs);
      return {
        name,
        height,
        mimir: latest(name, "mimir", "mimir", sinceMs) ?? null,
        // An empty list is no answer, like an empty mimir.
        rows: rows?.length ? rows : null,
        pools: latest(name, "pools", "pools", startWindowMs) ?? null,
        placed: height !== null && hasFreshBlock(name, height),
      };
    });
  }
  /** What may carry an `open`. */
  const words = toWords(windowMs, (name) => !isRolledBack(name));
  /** What must be heeded: all that may still be kept. Of a node that died since, nothing need be kept longer. */
  const kept = toWords(at.answerMs - KEPT_MS + 1 + at.slackMs, () => true);
  const whole = kept.filter((word) => word.placed && word.mimir !== null && word.rows !== null);
  /** The next reading may leave out a node that failed in this one, also where it begins at the same instant. */
  const saidNow = toWords(Math.max(at.startMs, at.answerMs - KEPT_MS + 1), (name) =>
    at.heard.has(name),
  );
  const heeded =
    nodeNames.length > 2 ? withoutReplaced(kept, saidNow, whole, nodeNames.length) : kept;

  const heightsTold = words.flatMap(({ height }) => height ?? []);
  /** A word at every height that it may be about: its own, or where that was not read, any other's. */
  function toSaids(word: Word): Said[] {
    const heights = word.height === null ? heightsTold : [word.height];
    return heights.map((height) => ({ height, mimir: word.mimir, rows: word.rows }));
  }
  /** Halted whichever of the heights is meant. */
  function isSurely(word: Word, halts: (said: Said) => readonly string[]): boolean {
    const saids = toSaids(word);
    return saids.length > 0 && saids.every((said) => halts(said).length > 0);
  }

  /** Two that agree decide where there are three operators: who contradicts them is not heeded. */
  const pairs = nodeNames.flatMap((one, index) =>
    nodeNames
      .slice(index + 1)
      .flatMap((other) => (operatorOf(one) === operatorOf(other) ? [] : [[one, other]])),
  );
  const juries: readonly Jury[] = [
    { words, heeded },
    ...(operatorCount > 2 ? pairs : []).map((pair) => ({
      words: words.filter(({ name }) => pair.includes(name)),
      heeded: kept.filter(({ name }) => pair.includes(name)),
    })),
  ];

  function isSpread(jury: Jury): boolean {
    const heights = jury.heeded.flatMap((word) => (word.height === null ? [] : [word.height]));
    return heights.length > 1 && Math.max(...heights) - Math.min(...heights) > MAX_LAG;
  }

  /** Two operators must carry an `open` where nodes of two or more are configured. */
  function isEnough(jury: Jury, carries: (word: Word) => boolean): boolean {
    const carried = new Set(jury.words.filter(carries).map(({ name }) => operatorOf(name)));
    return carried.size >= Math.min(2, operatorCount);
  }

  /** The nodes that were read differ on the row. The liquidity flag decides on liquidity alone: it never changes the other three. */
  function isDisputed(jury: Jury, question: Question, code: string): boolean {
    const flags = flagsOf(question);
    const facts = jury.heeded
      .filter((word) => word.rows !== null)
      .map((word) => {
        const row = word.rows?.find((one) => one.chain === code);
        return JSON.stringify(
          row ? [row.address, row.router ?? "", ...flags.map((flag) => row[flag])] : null,
        );
      });
    return new Set(facts).size > 1;
  }

  /** One names a halt ahead that another does not. */
  function isScheduleDisputed(jury: Jury, question: Question, code: string): boolean {
    const told = jury.heeded.flatMap(({ height, mimir, rows }) =>
      height === null || mimir === null
        ? []
        : [haltsAhead(preset, question, code, { height, mimir, rows })],
    );
    return new Set(told).size > 1;
  }

  /** Enough nodes in step tell enough, and none that is heeded surely halts it. */
  function isOpenBy(
    jury: Jury,
    halts: (said: Said) => readonly string[],
    tellsEnough: (said: Said) => boolean,
  ): boolean {
    if (isSpread(jury) || jury.heeded.some((word) => isSurely(word, halts))) return false;
    return isEnough(
      jury,
      (word) =>
        word.placed && toSaids(word).some((said) => tellsEnough(said) && !halts(said).length),
    );
  }

  function mayBeOpenBy(jury: Jury, question: Question, code: string): boolean {
    const needsRow = question !== "signing" && code !== preset.nativeChain;
    if (needsRow && isDisputed(jury, question, code)) return false;
    if (isScheduleDisputed(jury, question, code)) return false;
    const halts = (said: Said) => haltsOfChain(preset, question, code, said);
    return isOpenBy(jury, halts, (said) => isReadable(preset, question, code, said));
  }
  const mayChainBeOpen = (question: Question, code: string) =>
    juries.some((jury) => mayBeOpenBy(jury, question, code));

  function mayNetworkBeOpen(): boolean {
    const halts = (said: Said) => haltsOfNetwork(preset, said);
    const others = preset.chains.filter(({ native }) => !native);
    return juries.some(
      (jury) =>
        others.some(({ code }) => mayBeOpenBy(jury, "trading", code)) &&
        isOpenBy(jury, halts, ({ mimir, rows }) => mimir !== null && rows !== null),
    );
  }

  function mayPairBeOpen(assets: readonly string[]): boolean {
    const halts = (said: Said) => assets.flatMap((asset) => haltsOfAsset(preset, asset, said));
    const pooled = assets.filter((asset) => asset !== preset.nativeAsset);
    const hasSoundPools = ({ placed, pools }: Word) =>
      placed &&
      pooled.every((asset) => {
        const pool = pools?.find((one) => one.asset === asset);
        return pool !== undefined && haltsOfPool(pool).length === 0;
      });
    // Each fact needs its own two nodes: the pools and the parameters may be told by different ones.
    return juries.some(
      (jury) =>
        assets.every((asset) => mayBeOpenBy(jury, "trading", chainOf(asset))) &&
        isOpenBy(jury, halts, ({ mimir }) => mimir !== null) &&
        isEnough(jury, hasSoundPools),
    );
  }

  function mayShow(...told: Parameters<Oracle["mayShow"]>): boolean {
    const fits = (word: Word) => isNamedBy(word, ...told);
    return juries.some(
      (jury) =>
        isEnough(jury, (word) => word.placed && fits(word)) &&
        jury.heeded.every((word) => word.rows === null || fits(word)),
    );
  }

  const toldSince = (sinceMs: number) => delivered.filter((one) => one.askedAtMs >= sinceMs);

  function isNamed(name: string, isRepeated: boolean): boolean {
    const recent = toldSince(isRepeated ? windowMs - REPEAT_MS : startWindowMs);
    const heightsTold = [...new Set(recent.flatMap((one) => one.facts?.height ?? []))];
    return recent.some(
      ({ facts }) =>
        isNamedHalt(preset, assets, name, facts?.mimir?.[name], heightsTold) ||
        facts?.rows?.some((row) => row[name] === true) ||
        facts?.pools?.some((pool) => haltsOfPool(pool).includes(name)),
    );
  }

  function isScheduled(name: string, value: number): boolean {
    const recent = toldSince(startWindowMs);
    const isTold = recent.some(({ facts }) => facts?.mimir?.[name] === value);
    const lowest = Math.min(...recent.flatMap((one) => one.facts?.height ?? []));
    return isTold && isKnownKey(preset, assets, name) && value >= lowest;
  }

  return { words, mayChainBeOpen, mayNetworkBeOpen, mayPairBeOpen, mayShow, isNamed, isScheduled };
}
