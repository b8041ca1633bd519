// This folder holds the prompts. A prompt is a descriptor, and calls no tool itself.
// Its arguments are parsed first: no sentence of a caller can get into a prompt's text.
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { Preset } from "../../protocol/values/chains.ts";
import { InputError } from "../../protocol/values/input-error.ts";
import { parseArguments } from "../tools/arguments.ts";
import { advertisedSchema, inputJsonSchema } from "../tools/json-schema.ts";

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The arguments as `prompts/list` shows them. */
  readonly argsSchema: StandardSchemaWithJSON<unknown, unknown>;
  /** The text of the user message. @throws InputError */
  writeMessage(input: unknown, preset: Preset): string;
}

interface Definition<Input extends z.ZodObject> extends Pick<Prompt, "name" | "title" | "description"> {
  readonly input: Input;
  /** @throws InputError if the network does not know an argument's chain or asset. */
  writeText(input: z.output<Input>, preset: Preset): string;
}

export function createPrompt<Input extends z.ZodObject>(definition: Definition<Input>): Prompt {
  const { name, title, description, input } = definition;
  return {
    name,
    title,
    description,
    argsSchema: advertisedSchema(inputJsonSchema(input)),
    writeMessage(raw, preset) {
      const parsed = parseArguments(input, withoutBlanks(raw));
      if (parsed.success) return definition.writeText(parsed.data, preset);
      const { code, hint, candidates } = parsed.failure;
      throw new InputError(code, hint, candidates);
    },
  };
}

/** Forms send an empty string for an argument that was left out. */
function withoutBlanks(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null) return {};
  return Object.fromEntries(
    Object.entries(raw).filter(([, value]) => typeof value !== "string" || value.trim() !== ""),
  );
}

export function registerPrompts(server: McpServer, prompts: readonly Prompt[], preset: Preset): void {
  for (const prompt of prompts) {
    const { name, title, description, argsSchema } = prompt;
    server.registerPrompt(name, { title, description, argsSchema }, (input) => {
      try {
        const text = prompt.writeMessage(input, preset);
        return { description, messages: [{ role: "user", content: { type: "text", text } }] };
      } catch (error) {
        throw error instanceof InputError ? badArguments(error) : error;
      }
    });
  }
}

function badArguments({ code, hint, candidates }: InputError): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid arguments. ${hint}`, {
    code,
    hint,
    ...(candidates.length > 0 && { candidates }),
  });
}
