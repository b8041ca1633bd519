// A tool knows nothing of MCP or HTTP. Its own schema checks its output. Errors never leave it.

import type { ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { AnswerContext } from "../../answers/answer-context.ts";
import { type EnvelopeAnswer, EnvelopeShape, envelopeAnswer } from "../../answers/envelope.ts";
import { joinNames } from "../../answers/text.ts";
import type { Envelope, Failure } from "../../protocol/model/envelope.ts";
import { message } from "../../protocol/model/messages.ts";
import type { Clock } from "../../protocol/model/verdicts.ts";
import type { Network, ReadOptions } from "../../protocol/network.ts";
import { type NetworkName, presets } from "../../protocol/values/chains.ts";
import { InputError } from "../../protocol/values/input-error.ts";
import type { Blocks } from "../../render/blocks.ts";
import { toolBlocks, toolText } from "../../render/tool-text.ts";
import { hintText } from "../../say/message-text.ts";
import { askAgainText, candidatesText, notToSendText } from "../../say/phrases.en.ts";
import { type ReportFault, reportFaultId } from "../transport/fault.ts";
import { parseArguments } from "./arguments.ts";

export interface ToolAnswer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
  /** What the text was written from. */
  readonly blocks: Blocks<string>;
}

interface RunOptions {
  /** Epoch milliseconds. Absent: the clock of the process. */
  readonly now?: () => number;
  /** The envelope's network if nothing could be read. */
  readonly networkName: NetworkName;
  readonly signal?: AbortSignal;
  /** Called before and after the reading, which takes nearly all the time of a call. */
  readonly reportProgress?: ReportProgress;
  readonly reportFault?: ReportFault;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  /** The purpose, then one sentence each: when to use, when not, inputs, output, limits. */
  readonly description: string;
  readonly inputSchema: z.ZodObject;
  readonly outputSchema: z.ZodObject;
  /** Never throws: every failure is an answer with `isError` and `error`. */
  run(network: Network, input: unknown, options: RunOptions): Promise<ToolAnswer>;
}

interface Definition<Input extends z.ZodObject, Body extends z.ZodObject, Reading extends Envelope>
  extends Pick<Tool, "name" | "title" | "purpose"> {
  readonly usage: string;
  readonly input: Input;
  readonly body: Body;
  /** Body members after a failed reading, if neither null, empty nor `unknown`. */
  readonly unread?: Partial<z.output<Body>>;
  readonly failed?: (failure: Failure) => Partial<z.output<Body>>;
  /** @throws InputError for an argument that the network does not know. */
  read(network: Network, input: z.output<Input>, options: ReadOptions): Promise<Reading>;
  structured(reading: Reading, input: z.output<Input>): z.output<Body>;
  /** The answer in the order of its page. */
  blocks(reading: Reading, context: AnswerContext, input: z.output<Input>): Blocks<string>;
  /** Members whose values an agent's rules name: the text begins with them. */
  codes?(body: z.output<Body>): Readonly<Record<string, unknown>>;
  /** Of the text, besides its first rank. Absent: no limit. */
  readonly maxCharacters?: number;
}

export function createTool<
  Input extends z.ZodObject,
  Body extends z.ZodObject,
  Reading extends Envelope,
>(definition: Definition<Input, Body, Reading>): Tool {
  const { name, title, purpose, usage, input: inputSchema, body: bodySchema, failed } = definition;
  const unread = emptyMembers(bodySchema, definition.unread);
  const outputSchema = z.object({ ...EnvelopeShape.shape, ...bodySchema.shape });

  const unreadAnswer = (networkName: NetworkName, failure: Failure): ToolAnswer => {
    const envelope = unreadEnvelope(networkName, failure);
    const { code, argument } = failure;
    const codes = { error: code, argument, source: envelope.source };
    const text = unreadText(failure);
    return {
      structured: { ...envelope, ...unread, ...failed?.(failure) },
      text: `${codesText(codes)}\n\n${text}`,
      isError: true,
      blocks: [{ note: "unknown", blocks: [{ text }] }],
    };
  };

  const blocksOf = (reading: Reading, input: z.output<Input>, { now = Date.now }: RunOptions) => {
    const context = { preset: presets[reading.network], nowMs: now() };
    const { fields } = input as { readonly fields?: readonly string[] };
    return toolBlocks(definition.blocks(reading, context, input), fields);
  };

  const textOf = (reading: Reading, body: z.output<Body>, blocks: Blocks<string>): string => {
    const { source, clock, failure } = reading;
    const codes = { error: failure?.code, source, freshness: clock.freshness };
    const text = toolText(blocks, definition.maxCharacters);
    return `${codesText({ ...codes, ...definition.codes?.(body) })}\n\n${text}`;
  };

  return {
    name,
    title,
    purpose,
    description: `${purpose} ${usage}`,
    inputSchema,
    outputSchema,
    async run(network, rawInput, options) {
      const { signal } = options;
      const parsed = parseArguments(inputSchema, rawInput ?? {});
      if (!parsed.success) return unreadAnswer(options.networkName, parsed.failure);
      try {
        await options.reportProgress?.(0, 1, "Reading the network.");
        const reading = await definition.read(network, parsed.data, signal ? { signal } : {});
        await options.reportProgress?.(1, 1, "The network was read.");
        const envelope = envelopeAnswer(reading);
        const body = definition.structured(reading, parsed.data);
        const structured = outputSchema.parse({ ...envelope, ...body });
        const blocks = blocksOf(reading, parsed.data, options);
        const text = textOf(reading, body, blocks);
        return { structured, text, isError: !!envelope.error, blocks };
      } catch (error) {
        return unreadAnswer(options.networkName, classifyError(error, name, options));
      }
    },
  };
}

/** `names`: absent for all. */
export function pickMembers(
  answer: Readonly<Record<string, unknown>>,
  names: readonly string[] | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answer).filter(([name]) => names === undefined || names.includes(name)),
  );
}

function emptyMembers(
  { shape }: z.ZodObject,
  knownMembers: Record<string, unknown> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, memberShape]) => [
      name,
      knownMembers[name] ?? emptyOf(memberShape),
    ]),
  );
}

/** @throws TypeError if the shape has no value for "not known". */
function emptyOf(shape: z.core.$ZodType): unknown {
  if (shape instanceof z.ZodNullable) return null;
  if (shape instanceof z.ZodOptional) return emptyOf(shape.unwrap());
  if (shape instanceof z.ZodArray) return [];
  if (shape instanceof z.ZodObject) return emptyMembers(shape);
  if (shape instanceof z.ZodRecord) {
    const names = shape.keyType instanceof z.ZodEnum ? shape.keyType.options : [];
    return Object.fromEntries(names.map((name) => [name, emptyOf(shape.valueType)]));
  }
  if (shape instanceof z.ZodEnum && shape.options.includes("unknown")) return "unknown";
  throw new TypeError("an answer needs a value for what was not read");
}

/** "source live, freshness fresh, halted_by none". Members without a value are left out. */
function codesText(codes: Readonly<Record<string, unknown>>): string {
  return Object.entries(codes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? joinNames(value) : String(value)}`)
    .join(", ");
}

function unreadEnvelope(network: NetworkName, failure: Failure): EnvelopeAnswer {
  const clock: Clock = {
    freshness: "unknown",
    height: null,
    blockTimeMs: null,
    ageMs: null,
    reason: null,
  };
  const source = network === "sample" ? "sample" : "live";
  const advice = [
    ...(source === "sample" ? [message("sample_data")] : []),
    message("nothing_read"),
  ];
  return envelopeAnswer({ network, source, clock, warnings: [], advice, failure });
}

/** These hints name all that is legal. */
const completeHints: readonly string[] = ["invalid_chain", "unknown_chain", "invalid_arguments"];

function unreadText(failure: Failure): string {
  const { code, candidates = [], retryAfterSeconds } = failure;
  const isListed = candidates.length > 0 && !completeHints.includes(code);
  return [
    hintText(failure),
    ...(retryAfterSeconds === null ? [] : [askAgainText(retryAfterSeconds)]),
    ...(isListed ? [candidatesText(candidates)] : []),
    notToSendText,
  ].join(" ");
}

function classifyError(error: unknown, tool: string, options: RunOptions): Failure {
  if (error instanceof InputError) {
    const { code, fault, candidates, argument } = error;
    return {
      code,
      hint: message("bad_input", { fault }),
      retryAfterSeconds: null,
      candidates,
      ...(argument !== null && { argument }),
    };
  }
  if (options.signal?.aborted)
    return {
      code: "cancelled",
      hint: message("call_ended"),
      retryAfterSeconds: null,
    };
  const id = reportFaultId(error, tool, options.reportFault);
  return {
    code: "internal",
    hint: message("own_fault", { id }),
    retryAfterSeconds: 10,
  };
}

type ReportProgress = (done: number, total: number, message: string) => Promise<void>;

/** Null without a `progressToken`. The guard drops progress for clients without event streams. */
export function progressReporter({ mcpReq }: ServerContext): ReportProgress | null {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return null;
  return (progress, total, message) =>
    mcpReq
      .notify({
        method: "notifications/progress",
        params: { progressToken, progress, total, message },
      })
      .catch(() => undefined);
}
