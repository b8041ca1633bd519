// Describes tools, resources and prompts in Markdown, from the schemas that clients get.

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
import type { McpDocument } from "./documents.ts";
import type { Prompt } from "./prompts/prompts.ts";
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from "./tools/json-schema.ts";
import type { Tool } from "./tools/tool.ts";

export function toolReference(tools: readonly Tool[]): string {
  return writeMarkdown(tools.flatMap(toolSection));
}

export function documentReference(documents: readonly Pick<McpDocument, "name">[]): string {
  return writeLine(joined(documents.map(({ name }) => code(name))));
}

export function promptReference(prompts: readonly Prompt[]): string {
  const promptLines = prompts.map(({ name, title, argsSchema }) => {
    const argumentRows = listArgumentRows(
      argsSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" }),
      "",
    );
    const argumentLines = argumentRows.map(
      ([argument, , required]) => line`${argument}${required === "yes" ? "" : " optional"}`,
    );
    return line`${code(name)} (${joined(argumentLines)}): ${title}`;
  });
  return writeMarkdown([list(promptLines)]);
}

function toolSection(tool: Tool): MarkdownBlock[] {
  const outputSchema = outputJsonSchema(tool.outputSchema);
  const argumentRows = listArgumentRows(inputJsonSchema(tool.inputSchema), "");
  const answerKeysLine = writeKeys(outputSchema, Object.keys(EnvelopeShape.shape));
  return [
    heading(3, tool.name),
    paragraph(withCodeNames(tool.description)),
    table(["Argument", "Type", "Required", "Meaning"], argumentRows),
    paragraph(line`Answer, below the envelope: ${answerKeysLine}.`),
  ];
}

const codeNamePattern =
  /\b((?<=\. )[a-z]+\b|[a-z]+(?:[._][a-z]+)+|[a-z]+[A-Z]\w*(?:\([^)]*\))?|unknown\b|terminal\b)/;

function withCodeNames(text: string): Line {
  return text.split(codeNamePattern).map((piece, index) => (index % 2 === 1 ? code(piece) : piece));
}

type ArgumentRow = readonly [argument: Line, type: Line, required: Line, meaning: Line];

function listArgumentRows(schema: JsonSchema, prefix: string): ArgumentRow[] {
  const requiredNames = asStrings(schema.required);
  return Object.entries(asObject(schema.properties)).flatMap(([name, node]) => {
    const propertySchema = asObject(node);
    const argumentRow: ArgumentRow = [
      code(`${prefix}${name}`),
      name === "fields" ? "list of keys of the answer" : typeLine(propertySchema),
      requiredNames.includes(name) ? requiredText(prefix) : "no",
      withCodeNames(String(propertySchema.description ?? "")),
    ];
    return [argumentRow, ...listArgumentRows(propertySchema, `${prefix}${name}.`)];
  });
}

function requiredText(prefix: string): Line {
  return prefix === "" ? "yes" : line`with ${code(prefix.slice(0, -1))}`;
}

function typeLine(node: JsonSchema): Line {
  const enumValues = asStrings(node.enum);
  if (enumValues.length > 0) return joined(enumValues.map(code));
  if (Array.isArray(node.anyOf)) {
    return joined(
      node.anyOf.map((variant) => typeLine(asObject(variant))),
      " or ",
    );
  }
  if (node.type === "object") {
    const memberRows = listArgumentRows(node, "");
    return line`object of ${joined(memberRows.map(([name, type]) => line`${name} (${type})`))}`;
  }
  if (node.type === "array") return line`list of ${typeLine(asObject(node.items))}`;
  if (node.type === "integer") return `integer, ${node.minimum} to ${node.maximum}`;
  if (node.pattern !== undefined) return "string, decimal";
  if (node.type === "string") return `string, up to ${node.maxLength} characters`;
  return String(node.type);
}

function writeKeys(schema: JsonSchema, omittedNames: readonly string[]): Line {
  const shownProperties = Object.entries(asObject(schema.properties)).filter(
    ([name]) => !omittedNames.includes(name),
  );
  const keyLines = shownProperties.map(([name, node]) => {
    const { items, properties } = asObject(node);
    const memberNames = Object.keys(asObject(items ? asObject(items).properties : properties));
    if (memberNames.length === 0) return code(name);
    return line`${code(name)} (${items ? "rows of " : ""}${joined(memberNames.map(code))})`;
  });
  return joined(keyLines);
}

function asObject(node: unknown): JsonSchema {
  return node !== null && typeof node === "object" ? (node as JsonSchema) : {};
}

function asStrings(node: unknown): readonly string[] {
  return Array.isArray(node) ? node.filter((item) => item !== null).map(String) : [];
}
