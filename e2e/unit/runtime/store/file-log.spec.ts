// The history's file: whole at every instant, whatever happens to the process, the disk, the file or another process.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { childEnvironment } from "../../../../lib/config.ts";
import { addObservation, emptyLog, type Log } from "../../../../lib/protocol/history/log.ts";
import { formatLog, parseLog } from "../../../../lib/protocol/history/log-text.ts";
import type { Observation } from "../../../../lib/protocol/history/observation.ts";
import { createFileLog, MAX_FILE_BYTES } from "../../../../lib/runtime/store/file-log.ts";
import { tradingHalt } from "../../../support/halt-key.ts";
import { root } from "../../../support/root.ts";

const START_MS = Date.UTC(2026, 10, 20);
const folders: string[] = [];
const children: ChildProcess[] = [];
test.afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const createFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "signpost-history-"));
  folders.push(folder);
  return folder;
};

const see = (seconds: number, verdict: "open" | "halted" = "open"): Observation => ({
  atMs: START_MS + seconds * 1000,
  height: 1_000 + seconds,
  samples: new Map([["BTC trading", { verdict, haltedBy: verdict === "halted" ? [tradingHalt("BTC")] : [] }]]),
});

/** Notes what the operator is told. */
function createLog(folder: string) {
  const told: string[] = [];
  const log = createFileLog({
    folder,
    name: "history-test",
    now: () => START_MS,
    report: (what, cause) => told.push(`${what} ${cause.replace(folder, "")}`.trim()),
  });
  return { log, told };
}
const pathOf = (folder: string) => join(folder, "history-test.json");
const readKept = (folder: string) => parseLog(readFileSync(pathOf(folder), "utf8"));

test("a log is found again by the next process, in a folder that is made for it", async () => {
  const folder = join(createFolder(), "a", "b");
  expect(await createLog(folder).log.add([])).toEqual({ log: emptyLog, isWritten: true });
  expect(existsSync(folder), "a look writes nothing").toBe(false);
  const seen = [see(0), see(60), see(120, "halted")];
  const { log } = await createLog(folder).log.add(seen);
  expect(log).toEqual(seen.reduce(addObservation, emptyLog));
  expect((await createLog(folder).log.add([])).log).toEqual(log);
  expect((await createLog(folder).log.add([see(180)])).log.changes).toHaveLength(2);
  expect(readdirSync(folder), "nothing else is left").toEqual(["history-test.json"]);
  expect([folder, pathOf(folder)].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
});

for (const [what, text] of [
  ["nonsense", "{"],
  ["empty", ""],
  ["cut off", formatLog([see(0), see(60)].reduce(addObservation, emptyLog)).slice(0, -9)],
  ["another shape", JSON.stringify({ ...emptyLog, days: { "BTC trading": [["x"]] } })],
  ["larger than any of ours", " ".repeat(MAX_FILE_BYTES) + formatLog(emptyLog)],
] as const) {
  test(`a file that is ${what} is set aside, and the history begins anew and says so`, async () => {
    const folder = createFolder();
    writeFileSync(pathOf(folder), text);
    const { log, told } = createLog(folder);
    expect((await log.add([])).log).toEqual({ ...emptyLog, lostMs: START_MS });
    const { log: begun, isWritten } = await log.add([see(60)]);
    expect([begun.sinceMs, begun.lostMs, isWritten]).toEqual([START_MS + 60_000, START_MS, true]);
    expect(readFileSync(`${pathOf(folder)}.unreadable`, "utf8")).toBe(text);
    expect(told).toEqual(["set_aside /history-test.json.unreadable"]);
    expect((await log.add([see(120)])).log).toMatchObject({ sinceMs: START_MS + 60_000, lostMs: START_MS });
    expect(told).toHaveLength(1);
  });
}

test("a folder that is a file, and a file that is a folder, are failures that are told once", async () => {
  const folder = createFolder();
  writeFileSync(join(folder, "taken"), "");
  const blocked = createLog(join(folder, "taken"));
  await expect(blocked.log.add([see(0)])).rejects.toThrow("ENOTDIR");
  await expect(blocked.log.add([see(60)])).rejects.toThrow("ENOTDIR");
  expect(blocked.told).toEqual([expect.stringMatching(/^failed E(NOTDIR|EXIST)$/)]);
});

const others: readonly [what: string, put: (path: string, folder: string) => void][] = [
  ["a folder", (path) => mkdirSync(path)],
  ["a link to a log", (path, folder) => linkTo(join(folder, "elsewhere.json"), path)],
  ["a link to nothing", (path, folder) => symlinkSync(join(folder, "nothing"), path)],
  ["a link to a device that never ends", (path) => symlinkSync("/dev/zero", path)],
  ["a pipe", (path) => execFileSync("mkfifo", [path])],
];
function linkTo(target: string, path: string) {
  writeFileSync(target, formatLog([see(0)].reduce(addObservation, emptyLog)));
  symlinkSync(target, path);
}

for (const [what, put] of others) {
  test(`${what} in place of the file ends in one clear line, at once, and nothing of it is read or written`, async () => {
    const folder = createFolder();
    put(pathOf(folder), folder);
    const { log, told } = createLog(folder);
    for (const seconds of [60, 120])
      await expect(log.add([see(seconds)])).rejects.toThrow("history-test.json is no regular file.");
    expect(told).toEqual(["failed /history-test.json is no regular file."]);
    expect(readdirSync(folder).filter((name) => !/elsewhere/.test(name))).toEqual(["history-test.json"]);
  });

  test(`${what} in place of the lock ends in one clear line, at once, and the file stays as it was`, async () => {
    const folder = createFolder();
    await createLog(folder).log.add([see(0)]);
    const before = readKept(folder);
    put(`${pathOf(folder)}.lock`, folder);
    const { log, told } = createLog(folder);
    for (const seconds of [60, 120]) {
      const { isWritten, log: seen } = await log.add([see(seconds)]);
      expect([isWritten, seen.last["BTC trading"]?.atMs]).toEqual([false, START_MS + seconds * 1000]);
    }
    expect(told).toEqual(["failed /history-test.json.lock is no regular file."]);
    expect(readKept(folder)).toEqual(before);
  });
}

test("a link in place of the next file is replaced, and its target stays as it was", async () => {
  const folder = createFolder();
  const target = join(folder, "victim");
  writeFileSync(target, "mine");
  symlinkSync(target, `${pathOf(folder)}.next`);
  expect((await createLog(folder).log.add([see(0)])).isWritten).toBe(true);
  expect(readFileSync(target, "utf8")).toBe("mine");
  expect(readKept(folder)?.sinceMs).toBe(START_MS);
});

test("the largest log fits, without its oldest halts and with all of its days", async () => {
  const names = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of}${index} trading`);
  const change = { of: names(190, "CHAINCODE"), from: "open", to: "halted", height: 1 } as const;
  const haltedBy = Array.from({ length: 40 }, (_, index) => `RAGNAROK-ETH-${"A".repeat(60)}-${index}`);
  const log: Log = {
    ...emptyLog,
    sinceMs: START_MS - 1_000_000,
    last: Object.fromEntries(
      names(190, "CHAINCODE").map((one) => [one, { verdict: "halted" as const, atMs: START_MS, haltedBy }]),
    ),
    changes: Array.from({ length: 500 }, (_, index) => {
      return { ...change, haltedBy, afterMs: START_MS - 600_000 + index, atMs: START_MS - 600_000 + index };
    }),
    days: Object.fromEntries(
      names(193, "CHAINCODE").map((one) => [
        one,
        Array.from({ length: 90 }, (_, day) => [20_688 + day, 28_799_999, 28_799_999, 28_799_999] as const),
      ]),
    ),
  };
  expect(formatLog({ ...log, changes: [] }).length, "what cannot be shed").toBeLessThan(MAX_FILE_BYTES / 2);
  const folder = createFolder();
  await createLog(folder).log.add([see(0)]);
  writeFileSync(pathOf(folder), formatLog({ ...log, changes: log.changes.slice(0, 300) }));
  expect(statSync(pathOf(folder)).size).toBeLessThan(MAX_FILE_BYTES);
  const observation = {
    ...see(60),
    samples: new Map(names(190, "OTHER").map((one) => [one, { verdict: "open" as const, haltedBy: [] }])),
  };
  await createLog(folder).log.add([observation]);
  expect(statSync(pathOf(folder)).size).toBeLessThanOrEqual(MAX_FILE_BYTES);
  expect(Object.keys(readKept(folder)?.days ?? {})).toHaveLength(193);
});

test("a file of just the largest size is read", async () => {
  const folder = createFolder();
  const text = formatLog([see(0), see(60)].reduce(addObservation, emptyLog));
  writeFileSync(pathOf(folder), " ".repeat(MAX_FILE_BYTES - text.length) + text);
  expect((await createLog(folder).log.add([])).log.sinceMs).toBe(START_MS);
  writeFileSync(pathOf(folder), " ".repeat(MAX_FILE_BYTES - text.length + 1) + text);
  expect((await createLog(folder).log.add([])).log.lostMs).toBe(START_MS);
});

test("a write that fails is told once with its cause, keeps the file as it was, and its end is told once", async () => {
  const folder = createFolder();
  const { log, told } = createLog(folder);
  await log.add([see(0)]);
  const before = readKept(folder);
  mkdirSync(`${pathOf(folder)}.next`);
  for (const seconds of [60, 120]) {
    const { isWritten, log: seen } = await log.add([see(seconds)]);
    expect([isWritten, seen.last["BTC trading"]?.atMs]).toEqual([false, START_MS + seconds * 1000]);
  }
  expect(readKept(folder)).toEqual(before);
  expect(told).toEqual(["failed ERR_FS_EISDIR"]);
  rmSync(`${pathOf(folder)}.next`, { recursive: true });
  for (const seconds of [180, 240]) expect((await log.add([see(seconds)])).isWritten).toBe(true);
  expect(told).toEqual(["failed ERR_FS_EISDIR", "recovered"]);
});

test("no file stays open after it was written", async () => {
  test.skip(!existsSync("/proc/self/fd"), "this system does not list open files");
  const { log } = createLog(createFolder());
  await log.add([see(0)]);
  const openFiles = readdirSync("/proc/self/fd").length;
  for (let seconds = 60; seconds < 1_260; seconds += 60) await log.add([see(seconds)]);
  expect(readdirSync("/proc/self/fd").length).toBeLessThan(openFiles + 10);
});

test("a lock that cannot be made is a failure at once, and one that stays taken after longer than a lock is held", async () => {
  const folder = createFolder();
  const told: string[] = [];
  const report = (what: string, cause: string) => told.push(`${what} ${cause}`);
  // The name of the file fits a disk, that of its lock does not.
  const name = "n".repeat(248);
  expect((await createFileLog({ folder, name, now: () => START_MS, report }).add([see(0)])).isWritten).toBe(false);
  expect(told).toEqual(["failed ENAMETOOLONG"]);

  const real = globalThis.setTimeout;
  let waitedMs = 0;
  const soon = (work: () => void, delayMs = 0) => {
    if (delayMs > 1_000) return real(work, delayMs); // Of the runner itself.
    waitedMs += delayMs;
    return setImmediate(work);
  };
  const { log, told: toldOfLock } = createLog(folder);
  writeFileSync(`${pathOf(folder)}.lock`, "");
  globalThis.setTimeout = soon as unknown as typeof setTimeout;
  try {
    expect((await log.add([see(0)])).isWritten).toBe(false);
  } finally {
    globalThis.setTimeout = real;
  }
  expect(toldOfLock).toEqual(["failed LOCKED"]);
  expect(Math.ceil(waitedMs / 1_000)).toBe(11);
});

test("a lock that somebody took for old and removed is no failure", async () => {
  const folder = createFolder();
  writeFileSync(pathOf(folder), "{");
  const report = () => rmSync(`${pathOf(folder)}.lock`);
  const log = createFileLog({ folder, name: "history-test", now: () => START_MS, report });
  expect((await log.add([see(0)])).isWritten).toBe(true);
});

interface WriterLine {
  readonly seconds: number;
  readonly isWritten: boolean;
  readonly changes: number;
  readonly failures: readonly string[];
}

/** Writes in a process of its own. `limits`: a command and its arguments that start Node under limits. */
function startWriter(folder: string, numbers: readonly number[], limits: readonly string[] = []) {
  const jiti = join(root, "node_modules/jiti/lib/jiti-cli.mjs");
  const script = [process.execPath, jiti, "e2e/support/history-writer.ts", folder, ...numbers.map(String)];
  const [command = "", ...args] = [...limits, ...script];
  const environment = { ...childEnvironment(), JITI_FS_CACHE: limits.length > 0 ? "false" : "true" };
  const child = spawn(command, args, { cwd: root, env: environment, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const ended = once(child, "close");
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const lines = () =>
    output
      .split("\n")
      .slice(0, -1)
      .map((line): WriterLine => JSON.parse(line));
  return { child, lines, ended };
}

test("a process that is killed while it writes loses nothing that was written, and stops nobody", async () => {
  const folder = createFolder();
  let second = 0;
  for (let round = 0; round < 6; round += 1) {
    const { child, lines, ended } = startWriter(folder, [second, 60, 100_000]);
    await expect.poll(() => lines().length, { timeout: 20_000, intervals: [5] }).toBeGreaterThan(3);
    // At any moment of a write.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    child.kill("SIGKILL");
    await ended;
    const newest = lines().at(-1);
    expect(newest?.isWritten).toBe(true);
    const keptMs = readKept(folder)?.last["ETH trading"]?.atMs as number;
    expect(keptMs).toBeGreaterThanOrEqual(START_MS + (newest?.seconds as number) * 1000);
    second = (keptMs - START_MS) / 1000 + 60;
    // The lock of a killed process is old at once.
    const lock = `${pathOf(folder)}.lock`;
    if (existsSync(lock)) utimesSync(lock, 0, 0);
  }
  const kept = readKept(folder) as Log;
  expect(kept.sinceMs, "all rounds are in it").toBe(START_MS);
  expect(kept.gaps).toEqual([]);
  expect((await createLog(folder).log.add([see(second + 60)])).isWritten).toBe(true);
});

test("two processes with one folder write one log, and no change of either is lost", async () => {
  const folder = createFolder();
  const both = [startWriter(folder, [0, 30, 40]), startWriter(folder, [10, 30, 40])];
  await Promise.all(both.map(({ ended }) => ended));
  const written = both.flatMap(({ lines }) => lines());
  expect(written.filter(({ isWritten }) => isWritten)).toHaveLength(80);
  const kept = readKept(folder) as Log;
  expect(kept.last["ETH trading"]?.atMs).toBe(START_MS + 1_180_000);
  expect(kept.gaps).toEqual([]);
  // Each second was counted once.
  const [[, ...times] = []] = kept.days["ETH trading"] ?? [];
  expect(times).toEqual([START_MS + 1_180_000 - (kept.sinceMs as number), 0, 0]);
});

test("a lock that somebody holds is waited for, and an old one is taken", async () => {
  const folder = createFolder();
  const lock = `${pathOf(folder)}.lock`;
  writeFileSync(lock, "");
  const adding = createLog(folder).log.add([see(0)]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(existsSync(pathOf(folder)), "not written yet").toBe(false);
  rmSync(lock);
  expect((await adding).isWritten).toBe(true);
  writeFileSync(lock, "");
  utimesSync(lock, 0, 0);
  expect((await createLog(folder).log.add([see(60)])).isWritten).toBe(true);
  expect(existsSync(lock)).toBe(false);
});

test("on a full disk nothing that was written is lost, what is seen is told, and later it is written", async () => {
  // `ulimit -f` ends each write of a file at this many blocks of 512 bytes: what a full disk does, for one process and without root.
  const folder = createFolder();
  const before = (await createLog(folder).log.add([see(0), see(60, "halted")])).log;
  const { lines, ended } = startWriter(folder, [120, 60, 3], ["sh", "-c", 'ulimit -f 0; exec "$0" "$@"']);
  await ended;
  expect(lines().map(({ isWritten, changes, failures }) => [isWritten, changes, failures])).toEqual([
    [false, 2, ["failed EFBIG"]],
    [false, 1, ["failed EFBIG"]],
    [false, 2, ["failed EFBIG"]],
  ]);
  expect(readKept(folder)).toEqual(before);
  expect(readdirSync(folder), "no half of a file is left").toEqual(["history-test.json"]);
  const { told, log } = createLog(folder);
  expect((await log.add([see(120)])).log.changes).toHaveLength(2);
  expect(told).toEqual([]);
});
