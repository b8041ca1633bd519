import { createElement, Fragment, type ReactNode } from "react";
import type { Line } from "@/lib/markdown/nodes.ts";
import {
  type BoardSign,
  isListItem,
  type Blocks as List,
  type ListItem,
  type State,
} from "@/lib/render/blocks.ts";
import { expiryStart, leftText } from "@/lib/say/expiry.en.ts";
import { formatInstant } from "@/lib/say/figures.en.ts";
import { drawings, toneIcons, wayDrawings } from "@/lib/site/live/state-icon.ts";
import { Code } from "./code.tsx";
import { DataTable } from "./data-table.tsx";
import { Disclosure } from "./disclosure.tsx";
import { Facts } from "./facts.tsx";
import { LinkList } from "./link-list.tsx";
import { Note, Quoted } from "./note.tsx";
import { LocalTime, Sentence } from "./sentence.tsx";
import { ShareBar } from "./share-bar.tsx";
import { Steps } from "./steps.tsx";
import { Tickets } from "./tickets.tsx";
import { Shape, StateShape, Verdict } from "./verdict.tsx";

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
        {block.field ? (
          // The browser opens the closed part of the form around the field.
          <a href={`#${block.field}`}>{drawLine(block.text, day)}</a>
        ) : (
          drawLine(block.text, day, block.linkId)
        )}
        {block.isLocal && <LocalTime />}
      </p>
    );
  if ("list" in block) {
    const after = block.isLocal && <LocalTime />;
    const items = block.list.map((item) => createElement("li", null, drawItem(item, day), after));
    const className = block.list.some(hasState) ? "lines" : block.className;
    return createElement("ul", { className }, ...items);
  }
  if ("steps" in block) return <Steps steps={block.steps} />;
  if ("table" in block && block.as === "tickets") return <Tickets table={block.table} />;
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
  if ("facts" in block) return <Facts facts={block.facts} />;
  if ("bar" in block) return <ShareBar parts={block.bar} />;
  if ("quotation" in block) return <Quoted text={block.quotation} />;
  if ("links" in block)
    return <LinkList className={block.className} links={block.links} computed />;
  if ("expiry" in block) return <Expiry {...block.expiry} />;
  const content = <Blocks blocks={block.blocks} {...drawing} />;
  if ("sign" in block)
    return (
      <SignBoard sign={block.sign} day={day}>
        {content}
      </SignBoard>
    );
  if ("note" in block)
    return (
      <Note state={block.note}>
        {block.title !== undefined && <h3>{block.title}</h3>}
        {content}
      </Note>
    );
  if ("box" in block) return createElement(block.tag ?? "div", block.box, content);
  const { title, as, id, className } = block;
  switch (as) {
    case undefined:
      return (
        <section className={className} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {content}
        </section>
      );
    case "page":
      return (
        <>
          <h1>
            <Sentence text={title} />
          </h1>
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

function SignBoard({
  sign,
  day,
  children,
}: {
  readonly sign: BoardSign;
  readonly day: string | undefined;
  readonly children: ReactNode;
}) {
  const { state, label, isSample, isExpiring, tone, isOld } = sign;
  return (
    <section
      className="signboard"
      data-state={state}
      data-tone={tone}
      data-old={isOld ? "" : undefined}
      data-sample={isSample ? "" : undefined}
      aria-label={label}
      aria-labelledby={tone && HEADLINE}
    >
      {drawSign(sign, day)}
      {isExpiring && <p role="status" data-after-expiry="" hidden />}
      {children}
    </section>
  );
}

const HEADLINE = "headline";

function drawSign({ state, word, text, tone }: BoardSign, day?: string): ReactNode {
  const sentence = <Sentence text={text} day={day} />;
  if (tone !== undefined)
    return (
      <h2 className="verdict" id={HEADLINE}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <Shape drawing={{ ...drawings, ...wayDrawings }[toneIcons[tone]]} />
        </svg>
        <span>{sentence}</span>
      </h2>
    );
  if (word === undefined) return <Verdict state={state}>{sentence}</Verdict>;
  return (
    <p data-until-expiry="">
      <Verdict state={state}>
        <strong>{word}</strong>: {sentence}
      </Verdict>
    </p>
  );
}

function Expiry({ instant, leftMs }: { readonly instant: string; readonly leftMs: number }) {
  return (
    <p className="expiry" data-until-expiry="">
      {expiryStart}
      <time dateTime={instant}>{formatInstant(Date.parse(instant))}</time>
      <span data-left="">
        <Sentence text={leftText(leftMs)} />
      </span>
    </p>
  );
}

const hasState = (item: Line | ListItem): item is ListItem & { readonly state: State } =>
  isListItem(item) && item.state !== undefined;

function drawItem(item: Line | ListItem, day?: string): ReactNode {
  if (!hasState(item)) return drawLine(isListItem(item) ? item.text : item, day);
  return (
    <>
      <StateShape state={item.state} />
      <span>
        <Sentence text={item.text} day={day} />
      </span>
    </>
  );
}

/** `linkId`: of the links in the line. */
function drawLine(line: Line, day?: string, linkId?: string): ReactNode {
  if (typeof line === "string") return <Sentence text={line} day={day} />;
  if (!("type" in line)) return inOrder(line.map((inline) => drawLine(inline, day, linkId)));
  if (line.type === "link")
    return (
      <a id={linkId} href={line.url} rel={line.url.includes("?") ? "nofollow" : undefined}>
        {drawLine(line.children)}
      </a>
    );
  if (line.type === "strong") return <strong>{drawLine(line.children)}</strong>;
  if (line.type === "inlineCode") return <code>{line.value}</code>;
  if (line.type === "text") return line.value;
  throw new Error(`a text that has ${line.type} cannot be drawn`);
}
