// Site room: instants and spans as /status prints them: UTC, whole seconds, two units at most.

/** "2026-11-20T03:12:30Z" → "2026-11-20 03:12:30 UTC"; null → "unknown". */
export function toInstantText(isoTime: string | null): string {
  return isoTime === null ? "unknown" : isoTime.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
}

/** "48 s", "12 min", "3 h 5 min", "2 d 4 h", rounded down. */
export function toSpanText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return toParts([hours, "h"], [minutes % 60, "min"]);
  return toParts([Math.floor(hours / 24), "d"], [hours % 24, "h"]);
}

function toParts(...parts: readonly (readonly [count: number, unit: string])[]): string {
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(" ");
}
