import { Document } from "@/app/document.tsx";
import type { BlockProps } from "@/lib/markdown/render.ts";
import { getConsole } from "@/lib/site/console.ts";
import { getPageMetadata } from "@/lib/site/pages.ts";
import { Console } from "./console.tsx";

export const metadata = getPageMetadata("/developers/mcp");

export default function McpPage() {
  return <Document path="/developers/mcp" components={{ h2: Heading }} />;
}

/** The console stands between its heading and the line for a terminal; Markdown has that line alone. */
function Heading(props: BlockProps) {
  return (
    <>
      <h2 {...props} />
      {props.id === "try-a-call" && <Console {...getConsole()} />}
    </>
  );
}
