/** A time with its zone, and its age where that is known. `at` is ISO 8601 in UTC; null is shown as "unknown". */
export function Instant({ at, ageSeconds }: { at: string | null; ageSeconds?: number | null }) {
  if (at === null) return <span className="instant">unknown</span>;
  return (
    <>
      <time className="instant" dateTime={at}>
        {at.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC")}
      </time>
      {typeof ageSeconds === "number" && <span className="age"> ({toAge(ageSeconds)})</span>}
    </>
  );
}

/** Seconds as a reader says them: "4 s ago", "12 min ago", "3 h 5 min ago", "in 20 min". */
export function toAge(seconds: number): string {
  const text = toSpan(Math.abs(seconds));
  return seconds < 0 ? `in ${text}` : `${text} ago`;
}

/** "4 s", "12 min", "3 h 5 min", "2 d 4 h": two units at most, rounded down. */
export function toSpan(seconds: number): string {
  const whole = Math.floor(seconds);
  if (whole < 120) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`;
}
