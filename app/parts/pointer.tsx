import { absoluteUrl } from "@/lib/site/registry/links.ts";

/** The link to llms.txt, as in every Markdown document: for who reads the source. People find it in the foot of the page. */
export function Pointer() {
  return (
    <p hidden>
      Index of every document: <a href={absoluteUrl("/llms.txt")}>llms.txt</a>.
    </p>
  );
}
