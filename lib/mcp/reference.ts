// Tools, resources and prompts as Markdown, made from the schemas that clients get.

import { EnvelopeShape } from "../answers/envelope.ts";
import {
  code,
  heading,
  joined,
  type Line,
  line,
  list,
  type MarkdownBlock,
  paragraph,
  table,
} from "../markdown/nodes.ts";
import { writeLine, writeMarkdown } from "../markdown/write.ts";
import type { Prompt } from "./prompts/prompts.ts";
import type { McpDocument } from "./server.ts";
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from "./tools/json-schema.ts";
import type { Tool } from "./tools/tool.ts";

export function toolReference(tools: readonly Tool[]): string {
  return writeMarkdown(tools.flatMap(toolSection));
}

export function documentReference(documents: readonly Pick<McpDocument, "name">[]): string {
  return writeLine(joined(documents.map(({ name }) => code(name))));
}

export function promptReference(prompts: readonly Prompt[]): string {
  const items = prompts.map(({ name, title, argsSchema }) => {
    const rows = argumentRows(
      argsSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" }),
      "",
    );
    const args = rows.map(
      ([argument, , required]) => line`${argument}${required === "yes" ? "" : " optional"}`,
    );
    return line`${code(name)} (${joined(args)}): ${title}`;
  });
  return writeMarkdown([list(items)]);
}

function toolSection(tool: Tool): MarkdownBlock[] {
  const output = outputJsonSchema(tool.outputSchema);
  const rows = argumentRows(inputJsonSchema(tool.inputSchema), "", keysOf(output));
  const keys = keyList(output, Object.keys(EnvelopeShape.shape));
  return [
    heading(3, tool.name),
    paragraph(withCodeNames(tool.description)),
    table(["Argument", "Type", "Required", "Meaning"], rows),
    paragraph(line`Answer, below the envelope: ${keys}.`),
  ];
}

/** Names of members, values and calls, also at the start of a sentence. Clients get no markup. */
const codeName =
  /\b((?<=\. )[a-z]+\b|[a-z]+(?:[._][a-z]+)+|[a-z]+[A-Z]\w*(?:\([^)]*\))?|unknown\b|terminal\b)/;

function withCodeNames(text: string): Line {
  return text.split(codeName).map((part, index) => (index % 2 === 1 ? code(part) : part));
}

type Row = readonly [argument: Line, type: Line, required: Line, meaning: Line];

/** `prefix`, such as "streaming.", names the object of a nested argument. */
function argumentRows(
  schema: JsonSchema,
  prefix: string,
  answerKeys: readonly string[] = [],
): Row[] {
  const requiredNames = asList(schema.required);
  return Object.entries(asObject(schema.properties)).flatMap(([name, node]) => {
    const property = asObject(node);
    const row: Row = [
      code(`${prefix}${name}`),
      // The section names these keys below the table.
      isListOf(property, answerKeys) ? "list of keys of the answer" : typeText(property),
      requiredNames.includes(name) ? requiredText(prefix) : "no",
      withCodeNames(String(property.description ?? "")),
    ];
    return [row, ...argumentRows(property, `${prefix}${name}.`)];
  });
}

function requiredText(prefix: string): Line {
  return prefix === "" ? "yes" : line`with ${code(prefix.slice(0, -1))}`;
}

function keysOf({ properties }: JsonSchema): string[] {
  return Object.entries(asObject(properties)).flatMap(([name, node]) => [
    name,
    ...Object.keys(asObject(asObject(asObject(node).items).properties)),
  ]);
}

function isListOf({ items }: JsonSchema, names: readonly string[]): boolean {
  const values = asList(asObject(items).enum);
  return values.length > 0 && values.every((value) => names.includes(value));
}

function typeText(node: JsonSchema): Line {
  const values = asList(node.enum);
  if (values.length > 0) return joined(values.map(code));
  if (Array.isArray(node.anyOf)) {
    const variants = node.anyOf.map((variant) => typeText(asObject(variant)));
    return joined(variants, " or ");
  }
  if (node.type === "object") {
    const rows = argumentRows(node, "");
    return line`object of ${joined(rows.map(([name, type]) => line`${name} (${type})`))}`;
  }
  if (node.type === "array") return line`list of ${typeText(asObject(node.items))}`;
  if (node.type === "integer") return `integer, ${node.minimum} to ${node.maximum}`;
  if (node.pattern !== undefined) return "string, decimal";
  if (node.type === "string") return `string, up to ${node.maxLength} characters`;
  return String(node.type);
}

function keyList(schema: JsonSchema, omittedNames: readonly string[]): Line {
  const entries = Object.entries(asObject(schema.properties)).filter(
    ([name]) => !omittedNames.includes(name),
  );
  const keys = entries.map(([name, node]) => {
    const { items, properties } = asObject(node);
    const memberNames = Object.keys(asObject(items ? asObject(items).properties : properties));
    if (memberNames.length === 0) return code(name);
    return line`${code(name)} (${items ? "rows of " : ""}${joined(memberNames.map(code))})`;
  });
  return joined(keys);
}

function asObject(node: unknown): JsonSchema {
  return node !== null && typeof node === "object" ? (node as JsonSchema) : {};
}

function asList(node: unknown): readonly string[] {
  return Array.isArray(node) ? node.filter((item) => item !== null).map(String) : [];
}
