import type { Cell } from "@/lib/site/live/track-rows.ts";

/** A cell as the Markdown has it: data in code, then the explorer in brackets. */
export function Value({ cell: { text, code, link } }: { cell: Cell }) {
  const shown = code ? <code>{text}</code> : text;
  if (!link) return shown;
  return (
    <>
      {shown} (<a href={link.href}>{link.name}</a>)
    </>
  );
}

/** An ISO 8601 instant in UTC. */
export function Instant({ at }: { at: string }) {
  return <time dateTime={at}>{at.replace("T", " ").replace("Z", " UTC")}</time>;
}
