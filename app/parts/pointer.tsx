import { absoluteUrl } from "@/lib/site/registry/links.ts";

/** The pointer to llms.txt behind the heading, as every Markdown document has it. */
export function Pointer() {
  return (
    <p className="pointer">
      Index of every document: <a href={absoluteUrl("/llms.txt")}>llms.txt</a>.
    </p>
  );
}
