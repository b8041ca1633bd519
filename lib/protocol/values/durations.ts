// Seconds in words. Waits are rounded up; ages and remaining times are rounded down.

/** A wait: 0.45 → "0.45 s", 150 → "2 min 30 s", 3900 → "1 h 5 min". Whole seconds from a minute on, whole minutes from an hour on, rounded up. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toFixed(2))} s`;
  const whole = Math.ceil(seconds);
  if (whole < 3600) return join([Math.floor(whole / 60), "min"], [whole % 60, "s"]);
  const minutes = Math.ceil(whole / 60);
  return join([Math.floor(minutes / 60), "h"], [minutes % 60, "min"]);
}

/** An age, or what is left: 48 → "48 s", 720 → "12 min", 11100 → "3 h 5 min", 187200 → "2 d 4 h". Rounded down. */
export function formatSpan(seconds: number): string {
  const whole = Math.floor(seconds);
  if (whole < 120) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return join([hours, "h"], [minutes % 60, "min"]);
  return join([Math.floor(hours / 24), "d"], [hours % 24, "h"]);
}

/** What is left until a deadline, to the second below an hour: 895.7 → "14 min 55 s". Rounded down. */
export function formatTimeLeft(seconds: number): string {
  return seconds < 3600 ? formatDuration(Math.floor(seconds)) : formatSpan(seconds);
}

function join(...parts: readonly (readonly [count: number, unit: string])[]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}
