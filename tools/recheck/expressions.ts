// This folder checks every shipped regular expression for super-linear time.
// This file finds every regular expression of a source file in its syntax tree.
import { parse } from "@babel/parser";

export interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly line: number;
}

interface Node {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number } };
  readonly [key: string]: unknown;
}

/** Replaces a part that is only known at run time. Such parts are always our own text, never a caller's. */
const UNKNOWN_PART = "x";

/** Literals, and arguments of `new RegExp` with the file's own constants filled in. */
export function listExpressions(file: string, text: string): Expression[] {
  const constants = new Map<string, string>();
  const found: Expression[] = [];
  const staticText = (node: Node): string => {
    if (node.type === "StringLiteral") return node.value as string;
    if (node.type === "Identifier") return constants.get(node.name as string) ?? UNKNOWN_PART;
    if (node.type === "TaggedTemplateExpression") return templateText(node.quasi as Node, "raw");
    if (node.type === "TemplateLiteral") return templateText(node, "cooked");
    return UNKNOWN_PART;
  };
  const templateText = (node: Node, form: "raw" | "cooked"): string => {
    const parts = (node.quasis as { value: Record<"raw" | "cooked", string> }[]).map(({ value }) => value[form]);
    const values = (node.expressions as Node[]).map(staticText);
    return parts.map((part, index) => part + (values[index] ?? "")).join("");
  };
  const visit = (node: Node): void => {
    const { line } = node.loc.start;
    const {
      id,
      init,
      callee,
      arguments: given,
    } = node as unknown as Record<"id" | "init" | "callee", Node | null> & {
      arguments: Node[];
    };
    if (node.type === "RegExpLiteral")
      found.push({ source: node.pattern as string, flags: node.flags as string, line });
    if (node.type === "VariableDeclarator" && id?.type === "Identifier" && init)
      constants.set(id.name as string, staticText(init));
    if (node.type === "NewExpression" && callee?.name === "RegExp")
      found.push({ source: given[0] ? staticText(given[0]) : "", flags: given[1] ? staticText(given[1]) : "", line });
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(
    parse(text, { sourceType: "module", plugins: ["typescript", ...(file.endsWith("x") ? (["jsx"] as const) : [])] })
      .program as unknown as Node,
  );
  return found;
}

/** Patterns of an nginx configuration: after `~` or `~*` in a map, quoted or not, or after `location`. */
export function listPatterns(configuration: string): Expression[] {
  return configuration.split("\n").flatMap((text, index) => {
    const found = /^ *(?:location )?(?:"~(\*?)((?:[^"\\]|\\.)+)"|~(\*?) ?((?:[^ "\\]|\\.)+)) /.exec(text);
    if (!found) return [];
    const [, star, quoted, bareStar, bare] = found;
    // nginx allows flags within the pattern.
    const [, inner = "", source = ""] = /^(?:\(\?([a-z]+)\))?(.*)$/.exec(quoted ?? bare ?? "") ?? [];
    return [{ source, flags: `${(star ?? bareStar) ? "i" : ""}${inner}`, line: index + 1 }];
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "loc" in value;
}
