// MCP room: tools, resources and prompts as Markdown, from the very schemas that clients get; what stands here cannot differ from the lists on the wire.
import { toTable } from "../markdown/write.ts";
import { EnvelopeShape } from "./envelope.ts";
import { type JsonSchema, toInputJsonSchema, toOutputJsonSchema } from "./json-schema.ts";
import type { Prompt } from "./prompt.ts";
import type { McpDocument } from "./resources.ts";
import type { Tool } from "./tool.ts";

/** One section a tool, headings of the third level: description, arguments, keys of the answer below the envelope. */
export function toToolReference(tools: readonly Tool[]): string {
  return tools.map(toSection).join("\n\n");
}

/** The names of `resources/list`, on one line. */
export function toDocumentReference(documents: readonly Pick<McpDocument, "name">[]): string {
  return documents.map(({ name }) => `\`${name}\``).join(", ");
}

/** One line a prompt, with its arguments; the optional ones say so. */
export function toPromptReference(prompts: readonly Prompt[]): string {
  return prompts
    .map(({ name, title, argsSchema }) => {
      const rows = toArgumentRows(argsSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" }), "");
      const args = rows.map(([argument, , required]) => `${argument}${required === "yes" ? "" : " optional"}`);
      return `- \`${name}\` (${args.join(", ")}): ${toProse(title)}`;
    })
    .join("\n");
}

function toSection(tool: Tool): string {
  const rows = toArgumentRows(toInputJsonSchema(tool.inputSchema), "");
  return [
    `### ${tool.name}`,
    toProse(tool.description),
    toTable(["Argument", "Type", "Required", "Meaning"], rows),
    `Answer, below the envelope: ${toKeys(toOutputJsonSchema(tool.outputSchema), Object.keys(EnvelopeShape.shape))}.`,
  ].join("\n\n");
}

type Row = readonly [argument: string, type: string, required: string, meaning: string];

function toArgumentRows(schema: JsonSchema, prefix: string): Row[] {
  const required = toList(schema.required);
  return Object.entries(toObject(schema.properties)).flatMap(([name, node]) => {
    const property = toObject(node);
    const row: Row = [
      `\`${prefix}${name}\``,
      toType(property),
      required.includes(name) ? (prefix === "" ? "yes" : `with \`${prefix.slice(0, -1)}\``) : "no",
      toProse(String(property.description ?? "")),
    ];
    return [row, ...toArgumentRows(property, `${prefix}${name}.`)];
  });
}

function toType(node: JsonSchema): string {
  const values = toList(node.enum);
  if (values.length > 0) return values.map((value) => `\`${value}\``).join(", ");
  if (node.type === "array") return `list of ${toType(toObject(node.items))}`;
  if (node.type === "integer") return `integer, ${node.minimum} to ${node.maximum}`;
  if (node.pattern !== undefined) return "string, decimal";
  if (node.type === "string") return `string, ${node.minLength} to ${node.maxLength} characters`;
  return String(node.type);
}

/** Keys in code, with the keys of an object or of a list's rows in brackets behind it. */
function toKeys(schema: JsonSchema, left: readonly string[]): string {
  return Object.entries(toObject(schema.properties))
    .filter(([name]) => !left.includes(name))
    .map(([name, node]) => {
      const { items, properties } = toObject(node);
      const keys = Object.keys(toObject(items ? toObject(items).properties : properties));
      const list = keys.map((key) => `\`${key}\``).join(", ");
      return `\`${name}\`${list && ` (${items ? "rows of " : ""}${list})`}`;
    })
    .join(", ");
}

/** Characters that Markdown would read as markup are escaped; an underscore within a word is none. */
function toProse(text: string): string {
  return text.replace(/[\\`*<>[\]]/g, "\\$&").replace(/(?<!\w)_|_(?!\w)/g, "\\_");
}

function toObject(node: unknown): JsonSchema {
  return node !== null && typeof node === "object" ? (node as JsonSchema) : {};
}

function toList(node: unknown): readonly string[] {
  return Array.isArray(node) ? node.filter((item) => item !== null).map(String) : [];
}
