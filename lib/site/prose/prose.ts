// Reads the prose of content/ and fills its placeholders. Importing this file computes every
// example in the prose, which takes time. So live pages must not import this file.
import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hrefOf } from "../registry/links.ts";
import {
  findResource,
  type ProsePagePath,
  type ProsePath,
  resources,
  type SourceName,
  sources,
} from "../registry/resources.ts";
import { updatedAt, updatedDay } from "../registry/updated.ts";
import {
  getDocumentHead,
  markdownDocument,
  withIndexLine,
  withWholeAddresses,
} from "./markdown-document.ts";
import { getPlaceholders } from "./placeholders.ts";

const placeholders = await getPlaceholders();

const bodiesBySource = new Map<SourceName, string>();

export function getProseBody(name: SourceName): string {
  const cachedBody = bodiesBySource.get(name);
  if (cachedBody !== undefined) return cachedBody;
  const filledText = fillPlaceholders(readContent(sources[name]), placeholders);
  const body = isSkill(name) ? filledText : withWholeAddresses(filledText);
  bodiesBySource.set(name, body);
  return body;
}

export function getMarkdown(path: ProsePath): string {
  const sourceName = findResource(path).source as SourceName;
  const body = getProseBody(sourceName);
  return isSkill(sourceName)
    ? body
    : markdownDocument(getDocumentHead(path), updatedDay(path), withIndexLine(body));
}

export function getProse(path: ProsePagePath) {
  const { source, twin } = resources[path];
  return {
    body: withoutSampleNote(getProseBody(source)),
    updated: updatedAt(path) as string,
    twin: hrefOf(twin),
  };
}

/** Removes the note about the sample network, because the page layout already shows the note. */
function withoutSampleNote(body: string): string {
  const { sample_note: sampleNote } = placeholders;
  return sampleNote ? body.replace(`${sampleNote}\n\n`, "") : body;
}

function isSkill(name: SourceName): boolean {
  return sources[name].startsWith("skills/");
}

function readContent(file: string): string {
  const text = readFileSync(join(process.cwd(), "content", file), "utf8");
  return `${text.replace(/\r\n?/g, "\n").trimEnd()}\n`;
}

function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  const filledText = text.replace(/\{\{([a-z_]+)\}\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`content names an unknown placeholder: ${name}`);
    return value;
  });
  return filledText.replace(/\n{3,}/g, "\n\n");
}
