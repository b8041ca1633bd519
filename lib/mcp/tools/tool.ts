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
import { toolText } from "../../render/tool-text.ts";
import { adviceText, hintText } from "../../say/message-text.ts";
import { askAgainText } from "../../say/phrases.en.ts";
import { type ReportFault, reportFaultId } from "../transport/fault.ts";
import { parseArguments } from "./arguments.ts";

export interface ToolAnswer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
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
  blocks?(reading: Reading, context: AnswerContext, input: z.output<Input>): Blocks<string>;
  /** Members whose values an agent's rules name: the text begins with them. */
  codes?(body: z.output<Body>): Readonly<Record<string, unknown>>;
  /** Of a text that is written from blocks. Absent: no limit. */
  readonly maxCharacters?: number;
  /** `isRead` is false after a failed reading: then an empty list means nothing. */
  toLines?(body: z.output<Body>, isRead: boolean, reading: Reading): string[];
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
    return {
      structured: { ...envelope, ...unread, ...failed?.(failure) },
      text: envelopeLines(envelope, envelope.advice, failure).join("\n"),
      isError: true,
    };
  };

  const textOf = (
    reading: Reading,
    input: z.output<Input>,
    body: z.output<Body>,
    { now = Date.now }: RunOptions,
  ): string => {
    const { failure } = reading;
    if (definition.blocks) {
      const context = { preset: presets[reading.network], nowMs: now() };
      const blocks = definition.blocks(reading, context, input);
      const members = (input as { readonly fields?: readonly string[] }).fields;
      const text = toolText(blocks, definition.maxCharacters, members);
      const codes = { ...envelopeCodes(reading), ...definition.codes?.(body) };
      return `${codesText(codes)}\n\n${text}`;
    }
    return [
      ...envelopeLines(envelopeAnswer(reading), listSentences(reading), failure),
      ...(definition.toLines?.(body, failure === null, reading) ?? []),
    ].join("\n");
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
        const text = textOf(reading, parsed.data, body, options);
        return { structured, text, isError: !!envelope.error };
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

function envelopeCodes({ source, clock, failure }: Envelope) {
  return { ...(failure && { error: failure.code }), source, freshness: clock.freshness };
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

function listSentences({ advice, warnings }: Pick<Envelope, "advice" | "warnings">): string {
  return adviceText([...new Set([...advice, ...warnings])]);
}

function envelopeLines(
  envelope: EnvelopeAnswer,
  sentences: string,
  failure: Failure | null,
): string[] {
  const { as_of: asOf } = envelope;
  const isSample = envelope.source === "sample";
  const source = isSample ? "sample data, no real network" : `${envelope.network} (live)`;
  const block =
    asOf.height === null
      ? "no block read"
      : `block ${asOf.height} of ${asOf.block_time}, age ${asOf.age_seconds} s, ${envelope.freshness}`;
  return [`${source}, ${block}. ${sentences}`, ...(failure ? [failureLine(failure)] : [])];
}

function failureLine(failure: Failure): string {
  const { code, argument, candidates, retryAfterSeconds } = failure;
  const says = hintSays(failure);
  const retry =
    retryAfterSeconds === null || says.wait ? "" : ` ${askAgainText(retryAfterSeconds)}`;
  const listed =
    says.candidates || !candidates?.length ? "" : ` Candidates: ${JSON.stringify(candidates)}.`;
  const warning = says.notToSend ? "" : " Do not send funds based on this answer.";
  // What the schema refuses is told with the name of its argument.
  const isNamed = argument === undefined || code === "invalid_arguments";
  const named = isNamed ? "" : ` (${argument})`;
  return `error ${code}${named}: ${hintText(failure)}${retry}${listed}${warning}`;
}

function hintSays({ code, reason }: Pick<Failure, "code" | "reason">) {
  const wait = reason !== undefined || code === "unavailable";
  const candidates =
    code === "invalid_chain" || code === "unknown_chain" || code === "invalid_arguments";
  return {
    wait,
    candidates,
    notToSend: wait || code === "halted" || code === "upstream_unavailable",
  };
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
