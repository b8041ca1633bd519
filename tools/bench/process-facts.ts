// What Linux tells of a process and of all that it has started; null elsewhere, and once it has ended.
import { readdirSync, readFileSync } from "node:fs";

/** The clock of /proc/<pid>/stat, on every Linux that Node runs on. */
const TICK_MS = 10;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMs: number;
}

export interface ProcessFacts {
  readonly rssBytes: number;
  readonly descriptors: number;
}

export function readCpuMs(leader: number): number | null {
  const stats = readFamily(leader);
  return stats.length === 0 ? null : stats.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

export function readProcessFacts(leader: number): ProcessFacts | null {
  const family = readFamily(leader);
  if (family.length === 0) return null;
  try {
    const facts = family.map(({ pid }) => ({
      rssBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    }));
    const sum = (key: keyof ProcessFacts) => facts.reduce((total, one) => total + one[key], 0);
    return { rssBytes: sum("rssBytes"), descriptors: sum("descriptors") };
  } catch {
    return null;
  }
}

/** The leader and its descendants. */
function readFamily(leader: number): Stat[] {
  const all = readAll();
  const family = all.filter(({ pid }) => pid === leader);
  for (let index = 0; index < family.length; index++) {
    family.push(...all.filter(({ parent }) => parent === family[index]?.pid));
  }
  return family;
}

function readAll(): Stat[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readStat(name) ?? []) : []));
  } catch {
    return [];
  }
}

function readStat(pid: string): Stat | null {
  try {
    // The name in brackets may hold blanks and brackets; the fields are counted behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return { pid: Number(pid), parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return null;
  }
}
