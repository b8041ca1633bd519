import { createElement, Fragment, type ReactNode } from "react";
import type { Line } from "@/lib/markdown/nodes.ts";
import type { Blocks as List } from "@/lib/site/live/blocks.ts";
import { Code } from "./code.tsx";
import { DataTable } from "./data-table.tsx";
import { Disclosure } from "./disclosure.tsx";
import { Note } from "./note.tsx";
import { LocalTime, Sentence } from "./sentence.tsx";

type Parts<Part extends string> = Readonly<Record<Part, ReactNode>>;

export function Blocks<Part extends string>({
  blocks,
  parts,
}: {
  blocks: List<Part>;
  parts: Parts<Part>;
}) {
  return inOrder(blocks.map((block) => drawBlock(block, parts)));
}

const inOrder = (children: readonly ReactNode[]) => createElement(Fragment, null, ...children);

function drawBlock<Part extends string>(block: List<Part>[number], parts: Parts<Part>): ReactNode {
  if (!block) return null;
  if ("part" in block) return parts[block.part];
  if ("text" in block) return <p className={block.className}>{drawLine(block.text, block.day)}</p>;
  if ("list" in block) {
    const after = block.isLocal && <LocalTime />;
    const items = block.list.map((line) =>
      createElement("li", null, drawLine(line, block.day), after),
    );
    return createElement("ul", null, ...items);
  }
  if ("table" in block)
    return (
      <DataTable
        {...block.table}
        name={block.isNamed === false ? undefined : block.table.label}
        day={block.day}
        isLinked
      />
    );
  if ("code" in block) return <Code {...block}>{block.code}</Code>;
  const content = <Blocks blocks={block.blocks} parts={parts} />;
  if ("box" in block) return <div {...block.box}>{content}</div>;
  const { title, as, className } = block;
  switch (as) {
    case undefined:
      return (
        <section className={className}>
          <h2>{title}</h2>
          {content}
        </section>
      );
    case "page":
      return (
        <>
          <h1>{title}</h1>
          {content}
        </>
      );
    case "disclosure":
      return <Disclosure title={title}>{content}</Disclosure>;
    case "day":
      return (
        <details>
          <summary>
            <h3>{title}</h3>
          </summary>
          {content}
        </details>
      );
    default:
      return (
        <Note state={as}>
          <h3>{title}</h3>
          {content}
        </Note>
      );
  }
}

function drawLine(line: Line, day?: string): ReactNode {
  if (typeof line === "string") return <Sentence text={line} day={day} />;
  if (!("type" in line))
    return inOrder(line.map((one) => (typeof one === "string" ? one : drawLine(one))));
  if (line.type === "link") return <a href={line.url}>{drawLine(line.children)}</a>;
  if (line.type === "strong") return <strong>{drawLine(line.children)}</strong>;
  if (line.type === "inlineCode") return <code>{line.value}</code>;
  if (line.type === "text") return line.value;
  throw new Error(`a text that has ${line.type} cannot be drawn`);
}
