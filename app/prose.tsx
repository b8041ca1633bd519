import type { ComponentProps } from "react";
import { type Components, renderMarkdown } from "@/lib/markdown/render.ts";
import { CodeFrame } from "./parts/code.tsx";
import { TableFrame } from "./parts/data-table.tsx";

/** Markdown for people; `components` replaces further elements by name. */
export function Prose({ markdown, components }: { markdown: string; components?: Components }) {
  return renderMarkdown(markdown, { table: Table, pre: CodeFrame, ...components });
}

function Table(props: ComponentProps<"table">) {
  return (
    <TableFrame label="Table">
      <table {...props} />
    </TableFrame>
  );
}
