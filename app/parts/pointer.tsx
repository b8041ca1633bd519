import { absoluteUrl } from "@/lib/site/registry/links.ts";

/** The link to llms.txt, as in every Markdown document. */
export function Pointer() {
  return (
    <p className="pointer">
      Index of every document: <a href={absoluteUrl("/llms.txt")}>llms.txt</a>.
    </p>
  );
}
