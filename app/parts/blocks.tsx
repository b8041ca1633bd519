import { createElement, type ReactNode } from "react";
import type { Blocks as BlockList, ContentBlock, TextBlock } from "@/lib/render/blocks.ts";
import { expiryStart, leftText } from "@/lib/say/expiry.en.ts";
import { formatInstant } from "@/lib/say/figures.en.ts";
import { AnswerBoard } from "./answer-board.tsx";
import { Code } from "./code.tsx";
import { DataTable } from "./data-table.tsx";
import { Disclosure } from "./disclosure.tsx";
import { Facts } from "./facts.tsx";
import { drawLine, drawListItem, hasState, inOrder } from "./line.tsx";
import { LinkList } from "./link-list.tsx";
import { Note, Quoted } from "./note.tsx";
import { Sentence } from "./sentence.tsx";
import { ShareBar } from "./share-bar.tsx";
import { Steps } from "./steps.tsx";
import { Tickets } from "./tickets.tsx";

interface DrawingOptions<Part extends string> {
  /** UTC date (YYYY-MM-DD) of the times that a text gives without a date, such as "07:01 UTC". */
  readonly day?: string;
  /** React elements by name. A block `{ part: name }` is drawn as the element with that name. */
  readonly parts?: Readonly<Record<Part, ReactNode>>;
}

export function Blocks<Part extends string = never>({
  blocks,
  ...options
}: { readonly blocks: BlockList<Part> } & DrawingOptions<Part>) {
  return inOrder(blocks.map((block) => drawBlock(block, options)));
}

function drawBlock<Part extends string>(
  block: BlockList<Part>[number],
  options: DrawingOptions<Part>,
): ReactNode {
  if (!block) return null;
  const { day, parts } = options;
  if ("part" in block) return parts?.[block.part];
  if ("text" in block) return <TextParagraph block={block} day={day} />;
  if ("list" in block) return drawList(block, day);
  if ("steps" in block) return <Steps steps={block.steps} />;
  if ("table" in block) {
    const { table, as, isNamed } = block;
    if (as === "tickets") return <Tickets table={table} />;
    const tableName = isNamed === false ? undefined : table.label;
    return <DataTable {...table} name={tableName} day={day} isCards={as === "cards"} />;
  }
  if ("code" in block) return <Code {...block}>{block.code}</Code>;
  if ("facts" in block) return <Facts facts={block.facts} day={day} />;
  if ("bar" in block) return <ShareBar parts={block.bar} />;
  if ("quotation" in block) return <Quoted text={block.quotation} />;
  if ("links" in block)
    return <LinkList className={block.className} links={block.links} noFollow />;
  if ("expiry" in block) return <Expiry {...block.expiry} />;
  const content = <Blocks blocks={block.blocks} {...options} />;
  if ("sign" in block)
    return (
      <AnswerBoard sign={block.sign} day={day}>
        {content}
      </AnswerBoard>
    );
  if ("note" in block)
    return (
      <Note state={block.note}>
        {block.title !== undefined && <h3>{block.title}</h3>}
        {content}
      </Note>
    );
  if ("box" in block) return createElement(block.tag ?? "div", block.box, content);
  return <Section {...block}>{content}</Section>;
}

function TextParagraph({ block, day }: { block: TextBlock; day: string | undefined }) {
  const { text, className, field, linkId } = block;
  return (
    <p className={className}>
      {field ? (
        // The link leads to the form field with the id `field`. If the field is in a closed
        // `<details>`, the browser opens the `<details>`.
        <a href={`#${field}`}>{drawLine(text, day)}</a>
      ) : (
        drawLine(text, day, linkId)
      )}
    </p>
  );
}

type ListBlock = Extract<ContentBlock<never>, { readonly list: unknown }>;

function drawList({ list, className }: ListBlock, day?: string): ReactNode {
  const items = list.map((item) => createElement("li", null, drawListItem(item, day)));
  return createElement("ul", { className: list.some(hasState) ? "lines" : className }, ...items);
}

interface SectionProps {
  readonly title: string;
  readonly as?: "page" | "disclosure" | "fold";
  readonly id?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function Section({ title, as, id, className, children }: SectionProps) {
  switch (as) {
    case undefined:
      return (
        <section className={className} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {children}
        </section>
      );
    case "page":
      return (
        <>
          <h1>
            <Sentence text={title} />
          </h1>
          {children}
        </>
      );
    case "disclosure":
      return <Disclosure title={title}>{children}</Disclosure>;
    case "fold":
      return (
        <details>
          <summary>
            <h3>{title}</h3>
          </summary>
          {children}
        </details>
      );
  }
}

function Expiry({ instant, leftMs }: { readonly instant: string; readonly leftMs: number }) {
  return (
    <p data-until-expiry="">
      {expiryStart}
      <time dateTime={instant}>{formatInstant(Date.parse(instant))}</time>
      <span data-left="">
        <Sentence text={leftText(leftMs)} />
      </span>
    </p>
  );
}
