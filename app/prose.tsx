import type { ComponentProps } from "react";
import { renderMarkdown } from "@/lib/markdown/render.ts";
import { CodeFrame } from "./parts/code.tsx";
import { TableFrame } from "./parts/data-table.tsx";

/** Markdown for people. */
export function Prose({ markdown }: { markdown: string }) {
  return renderMarkdown(markdown, { table: Table, pre: CodeFrame });
}

function Table(props: ComponentProps<"table">) {
  return (
    <TableFrame label="Table">
      <table {...props} />
    </TableFrame>
  );
}
