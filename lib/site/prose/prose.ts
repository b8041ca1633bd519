// The prose documents. No other file reads content/. Loading this file runs every example,
// so live pages do not import it.
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

const bodies = new Map<SourceName, string>();

/** A skill is read far from this site, and keeps its relative links. */
export function getProseBody(name: SourceName): string {
  const cachedBody = bodies.get(name);
  if (cachedBody !== undefined) return cachedBody;
  const filled = fillPlaceholders(readContent(sources[name]), placeholders);
  const body = isSkill(name) ? filled : withWholeAddresses(filled);
  bodies.set(name, body);
  return body;
}

/** A skill keeps its own front matter. */
export function getMarkdown(path: ProsePath): string {
  const name = findResource(path).source as SourceName;
  const body = getProseBody(name);
  return isSkill(name)
    ? body
    : markdownDocument(getDocumentHead(path), updatedDay(path), withIndexLine(body));
}

export function getProse(path: ProsePagePath) {
  const { source, twin } = resources[path];
  return {
    body: withoutNote(getProseBody(source)),
    updated: updatedAt(path) as string,
    twin: hrefOf(twin),
  };
}

/** The layout already shows the note of the sample network on every page. */
function withoutNote(body: string): string {
  const { sample_note: note } = placeholders;
  return note ? body.replace(`${note}\n\n`, "") : body;
}

function isSkill(name: SourceName): boolean {
  return sources[name].startsWith("skills/");
}

function readContent(file: string): string {
  const text = readFileSync(join(process.cwd(), "content", file), "utf8");
  return `${text.replace(/\r\n?/g, "\n").trimEnd()}\n`;
}

/** @throws Error for a name that has no value. */
function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  const filled = text.replace(/\{\{([a-z_]+)\}\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`content names an unknown placeholder: ${name}`);
    return value;
  });
  return filled.replace(/\n{3,}/g, "\n\n");
}
