// Makes tools. A tool knows neither MCP nor HTTP, and never throws. A schema checks its output.

import * as z from "zod";
import type { AnswerContext } from "../../answers/answer-context.ts";
import { EnvelopeShape, envelopeAnswer } from "../../answers/envelope.ts";
import { joinNames } from "../../answers/text.ts";
import type { Envelope, Failure } from "../../protocol/model/envelope.ts";
import type { Network, ReadOptions } from "../../protocol/network.ts";
import { type NetworkName, presets } from "../../protocol/values/chains.ts";
import { InputError } from "../../protocol/values/input-error.ts";
import type { Blocks } from "../../render/blocks.ts";
import { toolBlocks, toolText } from "../../render/tool-text.ts";
import { adviceText, hintText } from "../../say/message-text.ts";
import { parseArguments } from "./arguments.ts";
import { type CallOptions, failureEnvelope, failureOf, failureText } from "./failure.ts";
import { emptyMembers } from "./members.ts";
import type { ReportProgress } from "./progress.ts";

export interface ToolAnswer {
  readonly structured: Record<string, unknown>;
  /** True if the arguments were refused: `structured` is the envelope. MCP sends less of it. */
  readonly isArgumentError: boolean;
  readonly text: string;
  readonly isError: boolean;
  readonly blocks: Blocks<string>;
}

interface RunOptions extends CallOptions {
  readonly now?: () => number;
  readonly networkName: NetworkName;
  readonly reportProgress?: ReportProgress;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  readonly description: string;
  readonly inputSchema: z.ZodObject;
  readonly outputSchema: z.ZodObject;
  run(network: Network, input: unknown, options: RunOptions): Promise<ToolAnswer>;
}

interface Definition<Input extends z.ZodObject, Body extends z.ZodObject, Reading extends Envelope>
  extends Pick<Tool, "name" | "title" | "purpose"> {
  readonly usage: string;
  readonly input: Input;
  readonly body: Body;
  /** Values for an answer without data. All members not named here are null, empty or `unknown`. */
  readonly emptyValues?: Partial<z.output<Body>>;
  readonly failureValues?: (failure: Failure) => Partial<z.output<Body>>;
  read(network: Network, input: z.output<Input>, options: ReadOptions): Promise<Reading>;
  structuredBody(reading: Reading, input: z.output<Input>): z.output<Body>;
  blocks(reading: Reading, context: AnswerContext, input: z.output<Input>): Blocks<string>;
  leadingMembers?(body: z.output<Body>): Readonly<Record<string, unknown>>;
  /**
   * If true, the text of an answer with `fields` is the advice and the members of the answer,
   * instead of blocks.
   */
  readonly writesChosenMembers?: true;
  /**
   * Maximum length of the text. A longer text loses its blocks of rank 3, then of rank 2. Blocks of
   * rank 1 always stay, so the text can still be longer. Absent: no limit.
   */
  readonly maxCharacters?: number;
}

interface ChosenFields {
  readonly fields?: readonly string[];
}

export function createTool<
  Input extends z.ZodObject,
  Body extends z.ZodObject,
  Reading extends Envelope,
>(definition: Definition<Input, Body, Reading>): Tool {
  const { name, title, purpose, usage, input: inputSchema, body: bodySchema } = definition;
  const emptyBody = emptyMembers(bodySchema, definition.emptyValues);
  const outputSchema = z.object({ ...EnvelopeShape.shape, ...bodySchema.shape });

  const createFailureAnswer = (
    networkName: NetworkName,
    failure: Failure,
    isArgumentError: boolean,
  ): ToolAnswer => {
    const envelope = failureEnvelope(networkName, failure);
    const { code, argument } = failure;
    const leadingMembers = { error: code, argument, source: envelope.source };
    const text = failureText(failure);
    const body = isArgumentError ? {} : { ...emptyBody, ...definition.failureValues?.(failure) };
    return {
      structured: { ...envelope, ...body },
      isArgumentError,
      text: `${leadText(leadingMembers)}\n\n${text}`,
      isError: true,
      blocks: [{ note: "unknown", blocks: [{ text }] }],
    };
  };

  const answerBlocks = (
    reading: Reading,
    input: z.output<Input>,
    { now = Date.now }: RunOptions,
  ) => {
    const context = { preset: presets[reading.network], nowMs: now() };
    const { fields } = input as ChosenFields;
    return toolBlocks(definition.blocks(reading, context, input), fields);
  };

  const answerText = (
    reading: Reading,
    body: z.output<Body>,
    blocks: Blocks<string>,
    input: z.output<Input>,
  ): string => {
    const { source, clock, failure } = reading;
    const leadingMembers = {
      error: failure?.code,
      source,
      freshness: clock.freshness,
      ...definition.leadingMembers?.(body),
    };
    const { fields } = input as ChosenFields;
    if (fields === undefined || !definition.writesChosenMembers)
      return `${leadText(leadingMembers)}\n\n${toolText(blocks, definition.maxCharacters)}`;
    return [
      leadText(leadingMembers),
      ...(failure === null ? [] : [hintText(failure)]),
      adviceText(reading.advice),
      ...memberTexts(body, fields, leadingMembers),
    ]
      .filter((text) => text !== "")
      .join("\n\n");
  };

  return {
    name,
    title,
    purpose,
    description: `${purpose} ${usage}`,
    inputSchema,
    outputSchema,
    async run(network, rawInput, options) {
      const { networkName, signal } = options;
      const parsedInput = parseArguments(inputSchema, rawInput ?? {});
      if (!parsedInput.success) return createFailureAnswer(networkName, parsedInput.failure, true);
      const input = parsedInput.data;
      try {
        await options.reportProgress?.(0, 1, "Reading the network.");
        const reading = await definition.read(network, input, signal ? { signal } : {});
        await options.reportProgress?.(1, 1, "The network was read.");
        const envelope = envelopeAnswer(reading);
        const body = definition.structuredBody(reading, input);
        const structuredAnswer = outputSchema.parse({ ...envelope, ...body });
        const blocks = answerBlocks(reading, input, options);
        const text = answerText(reading, body, blocks, input);
        return {
          structured: structuredAnswer,
          isArgumentError: false,
          text,
          isError: !!envelope.error,
          blocks,
        };
      } catch (error) {
        const failure = failureOf(error, name, options);
        return createFailureAnswer(networkName, failure, error instanceof InputError);
      }
    },
  };
}

/** Each member that was asked for, or that says something, unless the first line has all of it. */
function memberTexts(
  body: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  leadingMembers: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const isShown = fields.includes(name) || (value !== null && !(name in leadingMembers));
    const isInLead = value !== null && leadingMembers[name] === value;
    return isShown && !isInLead ? [`${name}: ${JSON.stringify(value)}`] : [];
  });
}

/** First line of a tool's text, such as "source live, freshness fresh". Omits null members. */
function leadText(leadingMembers: Readonly<Record<string, unknown>>): string {
  return Object.entries(leadingMembers)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? joinNames(value) : String(value)}`)
    .join(", ");
}
