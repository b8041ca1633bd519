// CPU time and memory of a process and its descendants, from Linux. Null on other systems, or after the process ended.
import { readdirSync, readFileSync } from "node:fs";

/** Ticks per second in /proc/<pid>/stat, on every Linux that Node supports. */
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

/** The process and its descendants. */
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
    // The name in brackets may contain spaces and brackets. The fields are counted after it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return { pid: Number(pid), parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return null;
  }
}
