import { type BlockProps, type Components, renderMarkdown } from "@/lib/markdown/render.ts";
import { CodeFrame } from "./parts/code.tsx";
import { TableFrame } from "./parts/data-table.tsx";

/** Markdown for people; `components` replaces further blocks by name. */
export function Prose({ markdown, components }: { markdown: string; components?: Components }) {
  return renderMarkdown(markdown, { table: Table, pre: CodeFrame, ...components });
}

function Table(props: BlockProps) {
  return (
    <TableFrame label="Table" cards={props.style !== undefined}>
      <table {...props} />
    </TableFrame>
  );
}
