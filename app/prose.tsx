import type { ComponentProps } from "react";
import { renderMarkdown } from "@/lib/markdown/render.ts";

/** Markdown for people. */
export function Prose({ markdown }: { markdown: string }) {
  return renderMarkdown(markdown, { table: Table, pre: Code });
}

/** A wide table scrolls in its own box, by keyboard too. */
function Table(props: ComponentProps<"table">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section className="scroll" aria-label="Table" tabIndex={0}>
      <table {...props} />
    </section>
  );
}

function Code(props: ComponentProps<"pre">) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways and must be reachable by keyboard (WCAG 2.1.1)
  return <pre tabIndex={0} {...props} />;
}
