// The log of the history in one file of a folder. It is replaced whole or not at all, whatever happens to the process or the disk.
import { constants } from "node:fs";
import { lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { addObservation, emptyLog, forgetHalf, type Log } from "../../protocol/history/log.ts";
import { formatLog, parseLog } from "../../protocol/history/log-text.ts";
import type { SharedLog } from "../../protocol/history/shared-log.ts";

export const MAX_FILE_BYTES = 5_000_000;
/** A lock is held for one write. An older one is of a process that was killed. */
const LOCK_MS = 10_000;
const LOCK_RETRY_MS = 20;

interface FileLogOptions {
  readonly folder: string;
  /** The file's name without its ending: deployments of different networks may share a folder. */
  readonly name: string;
  readonly now: () => number;
  /** Called when it begins to fail with the error's code, when it works again with null, and for a file that was set aside. */
  readonly report?: (what: "failed" | "recovered" | "set_aside", cause: string) => void;
}

/** Processes with the same folder add to the same log, one after the other. */
export function createFileLog({ folder, name, now, report = () => {} }: FileLogOptions): SharedLog {
  const path = join(/* turbopackIgnore: true */ folder, `${name}.json`);
  let isFailing = false;

  async function read(): Promise<Log> {
    const text = await readText(path);
    return text === null ? emptyLog : (parseLog(text) ?? { ...emptyLog, lostMs: now() });
  }

  async function write(add: (log: Log) => Log): Promise<Log> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return withLock(`${path}.lock`, async () => {
      const found = await read();
      if (found.lostMs !== undefined && found.sinceMs === null) {
        // Kept for whoever can repair it. Only the newest such file, so that the folder does not fill up.
        await rename(path, `${path}.unreadable`);
        report("set_aside", `${path}.unreadable`);
      }
      const log = add(found);
      await replaceFile(path, fittingText(log, now()));
      return log;
    });
  }

  return {
    async add(observations) {
      if (observations.length === 0) return { log: await read(), isWritten: true };
      const add = (log: Log) => observations.reduce(addObservation, log);
      try {
        const log = await write(add);
        if (isFailing) report("recovered", "");
        isFailing = false;
        return { log, isWritten: true };
      } catch (error) {
        const { code, name: kind, message } = error as NodeJS.ErrnoException;
        if (!isFailing) report("failed", code === "NO_FILE" ? message : (code ?? kind));
        isFailing = true;
        return { log: add(await read()), isWritten: false };
      }
    },
  };
}

/** No link is followed, and no pipe is waited for. Where a system has no such flags, they are 0. */
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Null where there is no file. One that is larger than any of ours is not read, and is no log.
 * @throws Error `NO_FILE` where the path is a link, a folder, a pipe or a device.
 */
async function readText(path: string): Promise<string | null> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error.code === "ELOOP" || error.code === "ENXIO" ? notAFile(path) : error;
  });
  if (file === null) return null;
  try {
    const found = await file.stat();
    if (!found.isFile()) throw notAFile(path);
    if (found.size > MAX_FILE_BYTES) return "";
    // A byte more than may be shows a file that grew meanwhile.
    const bytes = Buffer.alloc(found.size + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = (await file.read(bytes, length, bytes.length - length)).bytesRead;
    }
    return length > found.size ? "" : bytes.toString("utf8", 0, length);
  } finally {
    await file.close();
  }
}

const notAFile = (path: string) => Object.assign(new Error(`${path} is no regular file.`), { code: "NO_FILE", path });

function fittingText(log: Log, nowMs: number): string {
  const text = formatLog(log);
  if (Buffer.byteLength(text) <= MAX_FILE_BYTES || log.changes.length + log.gaps.length === 0) return text;
  return fittingText(forgetHalf(log, nowMs), nowMs);
}

/** The old file or the new one is there at every instant, also after a loss of power. */
async function replaceFile(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  try {
    // What a killed process left, or a link that somebody put there, is not written into.
    await rm(next, { force: true });
    const file = await open(next, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  } catch (error) {
    await rm(next).catch(() => {});
    throw error;
  }
  const folder = await open(join(path, ".."));
  await folder.sync().finally(() => folder.close());
}

async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  for (let waitedMs = 0; !(await takeLock(path)); waitedMs += LOCK_RETRY_MS) {
    if (waitedMs > LOCK_MS) throw Object.assign(new Error("The lock stays taken."), { code: "LOCKED" });
    await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function takeLock(path: string): Promise<boolean> {
  try {
    await (await open(path, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = await lstat(path).catch(() => null);
  if (found !== null && !found.isFile()) throw notAFile(path);
  // One that is gone meanwhile is not old.
  const takenMs = found?.mtimeMs ?? Date.now();
  if (Math.abs(Date.now() - takenMs) > LOCK_MS) await rm(path, { force: true });
  return false;
}
