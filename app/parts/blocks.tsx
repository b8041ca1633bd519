import { createElement, Fragment, type ReactNode } from "react";
import type { Line } from "@/lib/markdown/nodes.ts";
import type { Blocks as List, StateLine } from "@/lib/render/blocks.ts";
import { Code } from "./code.tsx";
import { DataTable } from "./data-table.tsx";
import { Disclosure } from "./disclosure.tsx";
import { Note } from "./note.tsx";
import { LocalTime, Sentence } from "./sentence.tsx";
import { Signboard } from "./signboard.tsx";
import { StateShape } from "./verdict.tsx";

/** `day`: date of times that are written without one. `parts`: what is drawn by hand. */
interface Drawing<Part extends string> {
  readonly day?: string;
  readonly parts?: Readonly<Record<Part, ReactNode>>;
}

export function Blocks<Part extends string = never>({
  blocks,
  ...drawing
}: { readonly blocks: List<Part> } & Drawing<Part>) {
  return inOrder(blocks.map((block) => drawBlock(block, drawing)));
}

const inOrder = (children: readonly ReactNode[]) => createElement(Fragment, null, ...children);

function drawBlock<Part extends string>(
  block: List<Part>[number],
  drawing: Drawing<Part>,
): ReactNode {
  if (!block) return null;
  const { day, parts } = drawing;
  if ("part" in block) return parts?.[block.part];
  if ("text" in block)
    return (
      <p className={block.className}>
        {drawLine(block.text, day)}
        {block.isLocal && <LocalTime />}
      </p>
    );
  if ("list" in block) {
    const after = block.isLocal && <LocalTime />;
    const items = block.list.map((item) => createElement("li", null, drawItem(item, day), after));
    return createElement(
      "ul",
      block.list.some(isStateLine) ? { className: "lines" } : null,
      ...items,
    );
  }
  if ("table" in block)
    return (
      <DataTable
        {...block.table}
        name={block.isNamed === false ? undefined : block.table.label}
        day={day}
        isLinked
      />
    );
  if ("code" in block) return <Code {...block}>{block.code}</Code>;
  const content = <Blocks blocks={block.blocks} {...drawing} />;
  if ("sign" in block) {
    const { state, text, isSample } = block.sign;
    return (
      <Signboard state={state} verdict={<Sentence text={text} day={day} />} sample={isSample}>
        {content}
      </Signboard>
    );
  }
  if ("note" in block)
    return (
      <Note state={block.note}>
        {block.title !== undefined && <h3>{block.title}</h3>}
        {content}
      </Note>
    );
  if ("box" in block) return createElement(block.tag ?? "div", block.box, content);
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
  }
}

const isStateLine = (item: Line | StateLine): item is StateLine =>
  typeof item === "object" && "state" in item;

function drawItem(item: Line | StateLine, day?: string): ReactNode {
  if (!isStateLine(item)) return drawLine(item, day);
  return (
    <>
      <StateShape state={item.state} />
      <span>
        <Sentence text={item.text} day={day} />
      </span>
    </>
  );
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
