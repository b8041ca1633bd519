// The history in words: a bar of days for each chain, and each halt with its begin, end and reason. What was not watched is said, never left out.
import { KEPT_DAYS } from "../../../protocol/history/days.ts";
import { type Halt, listHalts } from "../../../protocol/history/halts.ts";
import type { HistorySnapshot } from "../../../protocol/history/keeper.ts";
import { type Change, type Gap, type Log, listOpenGaps, WATCH_MS } from "../../../protocol/history/log.ts";
import { historySubject, parseSubject, WHOLE_NETWORK } from "../../../protocol/history/observation.ts";
import type { Question } from "../../../protocol/model/verdicts.ts";
import { chainName, isFlag, shortChainName } from "../../../protocol/safety/halt-names.ts";
import { joinWords } from "../../../protocol/safety/sentences.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { capitalize, formatInstant, formatSpan, NOT_KNOWN } from "../../../protocol/values/figure-text.ts";
import { type Bar, daysText, formatDay, type ListedHalt, statusBar, subjectDays, watchedText } from "./bars.ts";
import { groupBy } from "./groups.ts";

/** The newest rows, and the newest days with so many lines. /status/history.json has all. */
export const SHOWN_ROWS = 12;
export const SHOWN_LINES = 48;
/** How many lines a day has at most. */
const DAY_LINES = 6;
const NAMED_CHAINS = 6;

export type HistoryView = ReturnType<typeof historyView>;

export function historyView(snapshot: HistorySnapshot, nowMs: number, preset: Preset) {
  const { log } = snapshot;
  const listed = listHalts(log).map((halt, index): ListedHalt => {
    return { id: `halt-${Math.floor((halt.began?.atMs ?? 0) / 1000)}-${index}`, halt };
  });
  const gaps = [
    ...log.gaps,
    ...listOpenGaps(log, nowMs).map((gap) => ({ ...gap, toMs: null, lengthMs: nowMs - gap.fromMs, spans: 1 })),
  ];
  const rows = [
    ...listed.map(({ id, halt }) => ({
      atMs: halt.ended?.atMs ?? null,
      row: () => haltRow(id, halt, log, nowMs, preset),
    })),
    ...gaps.map((gap) => ({ atMs: gap.toMs, row: () => gapRow(gap, preset) })),
  ].sort((a, b) => (b.atMs ?? Number.MAX_SAFE_INTEGER) - (a.atMs ?? Number.MAX_SAFE_INTEGER));
  const shown = rows.slice(0, SHOWN_ROWS).map(({ row }) => row());
  const ids = new Set(shown.map(({ id }) => id));
  const linked = listed.filter(({ id }) => ids.has(id));
  const days = dayRows(log, nowMs, preset);
  const linesTo = (place: number) => days.slice(0, place + 1).reduce((sum, { texts }) => sum + texts.length, 0);
  const shownDays = days.filter((_, place) => linesTo(place) <= SHOWN_LINES);
  return {
    texts: historyTexts(snapshot),
    /** The first day of the bars. */
    firstDay: formatDay(subjectDays(log, "", nowMs)[0]?.day ?? 0),
    bars: barRows(log, nowMs, linked, preset),
    /** The newest first. */
    days: shownDays,
    olderDays: days.length - shownDays.length,
    rows: shown,
    /** How many rows are left out. */
    older: rows.length - shown.length,
  };
}

const drawn = ["trading", "signing"] as const;

/** A row for chains with equal days. */
function barRows(log: Log, nowMs: number, linked: readonly ListedHalt[], preset: Preset) {
  const all = chainsOf(log).map((chain) => {
    const [trading, signing] = drawn.map((one) => statusBar(log, chain, one, nowMs, linked)) as [Bar, Bar];
    return { chain, trading, signing };
  });
  const alike = groupBy(all, ({ trading, signing }) => JSON.stringify([trading, signing]));
  return [...alike.values()].map((group) => {
    const [{ trading, signing }] = group;
    const chains = group.map(({ chain }) => chain);
    const watched = watchedText(trading.watchedMs < signing.watchedMs ? trading : signing);
    return { chains, name: barName(chains, preset), trading, signing, watched };
  });
}

/** Of several chains, without their codes. */
export const barName = (chains: readonly string[], preset: Preset) =>
  joinWords(chains.map((chain) => (chains.length > 1 ? shortChainName : chainName)(chain, preset)));

/** A day on which something was halted or disputed, or several days in a row of which the same is told. */
function dayRows(log: Log, nowMs: number, preset: Preset) {
  const subjects = chainsOf(log).flatMap((chain) => drawn.map((question) => historySubject(chain, question)));
  const columns = subjects.map((subject) => ({ subject, days: subjectDays(log, subject, nowMs) }));
  const rows: { first: number; last: number; texts: readonly string[] }[] = [];
  for (let place = 0; place < KEPT_DAYS; place += 1) {
    const told = columns.flatMap(({ subject, days: { [place]: day } }) =>
      day && day.haltedMs + day.disputedMs > 0 ? [{ subject, text: daysText([day]) }] : [],
    );
    const texts = [...groupBy(told, ({ text }) => text)].flatMap(([text, group]) => {
      const subjects = group.map(({ subject }) => subject);
      return listScopes(subjects, preset).map((scope) => `${scope}. ${capitalize(text)}.`);
    });
    const before = rows.at(-1);
    const { day = 0 } = columns[0]?.days[place] ?? {};
    if (texts.length === 0) continue;
    if (before?.last === day - 1 && before.texts.join() === texts.join()) before.last = day;
    else rows.push({ first: day, last: day, texts });
  }
  return rows.reverse().map(({ first, last, texts }) => ({
    title: first === last ? `${formatDay(first)} UTC` : `${formatDay(first)} UTC to ${formatDay(last)} UTC, each day`,
    texts: texts.length > DAY_LINES ? [...texts.slice(0, DAY_LINES), `${texts.length - DAY_LINES} more`] : texts,
  }));
}

/** In the order of the last reading. */
function chainsOf({ last }: Log): string[] {
  const chains = new Set(Object.keys(last).map((subject) => parseSubject(subject).chain));
  chains.delete(WHOLE_NETWORK);
  return [...chains];
}

const shortest = formatSpan(WATCH_MS / 1000);

function historyTexts({ log, memory, checks, startedMs }: HistorySnapshot): string[] {
  const rule =
    checks === "each_minute"
      ? `We check every minute. A halt shorter than ${shortest} may be missing here.`
      : `We check when somebody asks. Checks more than ${shortest} apart leave a grey time between them.`;
  const share =
    "The percentages of trading and signing are of the checked time. While signing is halted, payouts wait.";
  const lost =
    log.lostMs === undefined
      ? []
      : [`An older history could not be read on ${formatInstant(log.lostMs)}, so this one began anew.`];
  return [rule, log.sinceMs === null ? "Nothing was checked yet." : share, ...lost, memoryText(memory, startedMs)];
}

function memoryText(memory: HistorySnapshot["memory"], startedMs: number): string {
  switch (memory) {
    case "sample":
      return "This is the sample network: its past is invented.";
    case "instance":
      return `Nothing is kept: this server shows only what it saw since ${formatInstant(startedMs)}.`;
    case "store":
      return `All servers of this site keep it for ${KEPT_DAYS} days.`;
    case "file":
      return `This server keeps it for ${KEPT_DAYS} days.`;
    case "store_failed":
    case "file_failed":
      return "It cannot be kept right now. Older parts may be missing, and a restart forgets the newest.";
  }
}

/** A change that was seen at once has an instant, any other two. */
function changeTime({ afterMs, atMs }: Pick<Change, "afterMs" | "atMs">): string {
  return atMs - afterMs <= WATCH_MS
    ? formatInstant(atMs)
    : `between ${formatInstant(afterMs)} and ${formatInstant(atMs)}`;
}

function haltRow(id: string, halt: Halt, log: Log, nowMs: number, preset: Preset) {
  const { of, verdict, haltedBy, began, ended, unwatchedMs, times } = halt;
  const seenMs = Math.max(...of.map((one) => log.last[one]?.atMs ?? began?.atMs ?? log.sinceMs ?? nowMs));
  const isSeen = nowMs - seenMs <= WATCH_MS;
  const lengthMs = (ended?.atMs ?? (isSeen ? nowMs : seenMs)) - (began?.atMs ?? log.sinceMs ?? nowMs);
  const isWhole = began !== null && (ended !== null || isSeen);
  const how = verdict === "halted" ? changeWord(of, verdict) : "sources disagreed";
  const names = haltedBy.filter((name) => !isFlag(name));
  return {
    id,
    state: verdict === "halted" ? ("halted" as const) : ("unknown" as const),
    what: listScopes(of, preset).join(". "),
    /** "halted for 3 hours". */
    how: [
      times > 1 ? `${how} on and off, ${times} changes` : how,
      `${isWhole ? "for" : "for at least"} ${formatSpan(lengthMs / 1000)}`,
      ...(unwatchedMs > 0 ? [`(${formatSpan(unwatchedMs / 1000)} of it not checked)`] : []),
    ].join(" "),
    began: began ? changeTime(began) : `before ${formatInstant(log.sinceMs)}`,
    ended: ended ? changeTime(ended) : isSeen ? "not yet" : `${NOT_KNOWN}, last seen ${formatInstant(seenMs)}`,
    parameters: names.join(", ") || (verdict === "halted" ? NOT_KNOWN : "none"),
    /** False where words stand in their place. */
    hasParameters: names.length > 0,
  };
}

function gapRow(gap: Omit<Gap, "toMs"> & { readonly toMs: number | null }, preset: Preset) {
  const { of, fromMs, toMs, lengthMs, spans } = gap;
  return {
    id: `gap-${Math.floor(fromMs / 1000)}-${of.length}`,
    state: "stale" as const,
    what: of === "all" ? "Everything" : listScopes(of, preset).join(". "),
    how: `not checked for ${formatSpan(lengthMs / 1000)}${spans > 1 ? `, in ${spans} parts` : ""}`,
    began: formatInstant(fromMs),
    ended: toMs === null ? "not yet" : formatInstant(toMs),
    parameters: "none",
    hasParameters: false,
  };
}

/** "Litecoin (LTC): trading and deposits halted by HALTLTCTRADING, were open". */
export function changeText({ of, from, to, haltedBy, times }: Change, preset: Preset): string {
  const by = haltedBy.length > 0 ? ` by ${haltedBy.join(", ")}` : "";
  const now = `${changeWord(of, to)}${by}`;
  const means = to === "halted" && isOnly(of, "signing") ? ". Payouts wait" : "";
  if (times !== undefined) return `${scopeText(of, preset)} changed ${times} times, ${now} at last${means}`;
  return `${scopeText(of, preset)} ${now}, ${of.length === 1 ? "was" : "were"} ${changeWord(of, from)}${means}`;
}

/** As the sign and its notes say it: liquidity is paused, anything else is halted. */
export function changeWord(of: Change["of"], verdict: Change["to"]): string {
  return verdict === "halted" && isOnly(of, "liquidity") ? "paused" : verdictWords[verdict];
}

const isOnly = (of: Change["of"], question: Question) => of.every((one) => parseSubject(one).question === question);

const verdictWords = {
  open: "open",
  halted: "halted",
  disputed: "not checked (sources disagree)",
} as const satisfies Readonly<Record<Change["to"], string>>;

const scopeText = (of: readonly string[], preset: Preset) => listScopes(of, preset).join("; ");

/** "The network: trading", "Bitcoin (BTC) and Litecoin (LTC): trading, deposits and liquidity". */
function listScopes(of: readonly string[], preset: Preset): string[] {
  const asked = [...groupBy(of.map(parseSubject), ({ chain }) => chain)].map(([chain, subjects]) => {
    return { chain, questions: joinWords(subjects.map(({ question }) => question)) };
  });
  const alike = groupBy(asked, ({ chain, questions }) => `${chain === WHOLE_NETWORK ? "network " : ""}${questions}`);
  return [...alike.values()].map((group) => {
    const chains = group.map(({ chain }) => chain);
    return `${scopeNames(chains, preset)}: ${group[0].questions}`;
  });
}

function scopeNames(chains: readonly string[], preset: Preset): string {
  if (chains[0] === WHOLE_NETWORK) return "The network";
  const more = chains.length > NAMED_CHAINS ? [`${chains.length - NAMED_CHAINS + 1} more`] : [];
  const named = chains.slice(0, more.length > 0 ? NAMED_CHAINS - 1 : NAMED_CHAINS);
  return joinWords([...named.map((chain) => chainName(chain, preset)), ...more]);
}
