import { createElement, Fragment, type ReactNode } from "react";
import type { Line } from "@/lib/markdown/nodes.ts";
import { isListItem, type ListItem, type State } from "@/lib/render/blocks.ts";
import { Sentence } from "./sentence.tsx";
import { StateShape } from "./verdict.tsx";

/** Renders children without React keys. Keys are not needed, because the order never changes. */
export const inOrder = (children: readonly ReactNode[]) =>
  createElement(Fragment, null, ...children);

export function drawLine(line: Line, day?: string, linkId?: string): ReactNode {
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

export const hasState = (item: Line | ListItem): item is ListItem & { readonly state: State } =>
  isListItem(item) && item.state !== undefined;

export function drawListItem(item: Line | ListItem, day?: string): ReactNode {
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
